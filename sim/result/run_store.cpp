// SPDX-License-Identifier: Apache-2.0
#include "sim/result/run_store.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <random>
#include <sstream>

#include "models/errors.h"
#include "models/schemes/contract/phase_rules.h"
#include "sim/config/config_json.h"
#include "sim/config/store_files.h"
#include "sim/result/deflate.h"
#include "sim/result/provenance.h"
#include "sim/result/result_json.h"
#include "sim/result/store_schema.h"

namespace isobar {
namespace {

namespace fs = std::filesystem;

constexpr auto between_saves = std::chrono::milliseconds(500);

Json fabric_json(const Fabric& fabric) {
  const auto& name = fabric.name();
  Json json = {{"family", name.substr(0, name.find(':'))},
               {"name", name},
               {"radices", fabric.radices()},
               {"closed", fabric.closed()}};
  auto& addresses = json["addresses"] = Json::array();
  for (Node node = 0; node < fabric.pes(); ++node) addresses.push_back(fabric.address(node));
  if (fabric.switches() > 0) json["switches"] = fabric.switches();
  auto& links = json["links"] = Json::array();
  auto& ports = json["ports"] = Json::array();
  for (std::uint64_t slot = 0; slot < fabric.link_slots(); ++slot) {
    const auto link = fabric.link(slot);
    if (!link) continue;
    links.push_back({link->from, link->to, link->dimension});
    ports.push_back(link->port);
  }
  return json;
}

Json phases_json(const Experiment& experiment) {
  Json json = Json::array();
  if (experiment.agents) return json;
  for (const auto& phase : experiment.scheme->phases()) {
    json.push_back({{"dimensions", dimensions_of(experiment.fabric, phase)},
                    {"shift", phase.shift},
                    {"ends_step", phase.ends_step}});
  }
  return json;
}

/// As in the result: of each PE what was given; null if nothing was.
Json machines_json(const Experiment& experiment) {
  Json json;
  for (const auto& speed : experiment.speeds) {
    json["speeds"].push_back(boost::rational_cast<double>(speed));
  }
  if (!experiment.executors.empty()) json["executors"] = experiment.executors;
  for (const auto memory : experiment.memories) {
    json["memories"].push_back(memory == no_bound ? Json() : Json(memory));
  }
  if (!experiment.names.empty()) json["names"] = experiment.names;
  if (!experiment.formats.empty()) json["formats"] = experiment.formats;
  return json;
}

std::unique_ptr<SQLite::Database> open(const std::string& file) {
  constexpr int patience_ms = 5000;
  return std::make_unique<SQLite::Database>(file, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE,
                                            patience_ms);
}

/// Where a link leads. Throws ValueError if something else is there.
std::string replaceable(const std::string& file) {
  auto target = store_target(file);
  require_replaceable_store(target);
  return target;
}

void remove_store(const std::string& file) {
  std::error_code ignored;
  fs::remove(file, ignored);
  for (const char* ending : store_side_files) fs::remove(file + ending, ignored);
}

}  // namespace

RunStore::RunStore(const Config& config)
    : config_(config),
      file_(replaceable(*config.outputs.save)),
      lock_(file_),
      prepared_(fmt::format("{}.isobar-{}", file_, getpid())),
      phased_(has_phase_frames(config.experiment)),
      frames_(make_frame_maker(config.experiment, static_cast<std::size_t>(config.outputs.history),
                               [this] { save(); })) {
  const auto& fabric = config.experiment.fabric;
  std::int64_t links = 0;
  for (std::uint64_t slot = 0; slot < fabric.link_slots(); ++slot) {
    link_numbers_.push_back(links);
    if (fabric.link(slot)) ++links;
  }
  try {
    write_description();
  } catch (const SQLite::Exception& error) {
    remove_store(prepared_);
    throw ValueError(fmt::format("{}: {}", file_, error.what()));
  }
}

RunStore::~RunStore() {
  if (!prepared_.empty()) remove_store(prepared_);
  if (!database_ || finished_) return;
  try {
    put("state", "stopped");
    database_->exec("PRAGMA journal_mode = DELETE");
  } catch (const SQLite::Exception&) {
    // Then it looks as after a kill.
  }
}

void RunStore::write_description() {
  database_ = open(prepared_);
  SQLite::Transaction whole(*database_);
  database_->exec(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {};",
                              store_application, store_version));
  database_->exec(store_schema);
  const auto& e = config_.experiment;
  put("schema", store_schema_name);
  put("run", fmt::format("{:08x}{:08x}", std::random_device()(), std::random_device()()));
  put("program", program_text());
  put("state", "running");
  put("level", level_name(config_.level));
  put("config", json_text(config_json(config_)));
  put("fabric", json_text(fabric_json(e.fabric)));
  put("phases", json_text(phases_json(e)));
  put("machines", json_text(machines_json(e)));
  put("clock_hz", fmt::format("{}", boost::rational_cast<double>(e.clock)));
  put("initial_loads", json_text(Json(std::vector<Load>(e.loads))));
  put("tolerance", fmt::format("{}", e.tolerance));
  put("frames", phased_ ? "phases" : "cycles");
  whole.commit();
  database_.reset();
}

/// Takes its place, whole. From then on readers do not stop the run, nor the run readers.
void RunStore::appear() {
  if (prepared_.empty()) return;
  remove_store(file_);
  fs::rename(prepared_, file_);
  prepared_.clear();
  database_ = open(file_);
  database_->exec("PRAGMA journal_mode = WAL");
  next_save_ = Clock::now() + between_saves;
}

void RunStore::put(const std::string& key, const std::string& value) {
  SQLite::Statement insert(*database_, "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)");
  insert.bind(1, key);
  insert.bind(2, value);
  insert.exec();
}

/// What there is so far, now and then.
void RunStore::save() {
  try {
    appear();
    if (Clock::now() < next_save_) return;
    next_save_ = Clock::now() + between_saves;
    SQLite::Transaction whole(*database_);
    save_frames();
    whole.commit();
  } catch (const std::exception&) {
    saved_grain_ = -1;  // all of it once more; what cannot be written at the end is an error
  }
}

void RunStore::save_frames() {
  const auto& frames = frames_->frames();
  if (frames_->grain() != saved_grain_) {
    database_->exec("DELETE FROM frames");
    saved_grain_ = frames_->grain();
    saved_ = 0;
  }
  SQLite::Statement insert(
      *database_,
      "INSERT OR REPLACE INTO frames (number, step, phase, step_end, "
      "cycle_from, cycle_to, shifts, max, min, idle, tasks_moved, loads, "
      "flows, busy_ports, busy_links, activity) VALUES (?, ?, ?, ?, ?, ?, ?, ?, "
      "?, ?, ?, ?, ?, ?, ?, ?)");
  const auto degree = config_.experiment.fabric.degree();
  const std::vector<Load> initial = config_.experiment.loads;
  for (std::size_t i = saved_ > 0 ? saved_ - 1 : 0; i < frames.size(); ++i) {
    const auto& frame = frames[i];
    std::vector<Load> changes = i > 0 ? frames[i - 1].loads : initial;
    std::transform(frame.loads.begin(), frame.loads.end(), changes.begin(), changes.begin(),
                   std::minus<>());
    std::vector<std::int64_t> flows;
    Load moved = 0;
    for (const auto& flow : frame.flows) {
      flows.insert(flows.end(), {link_numbers_[flow.link], flow.tasks});
      moved += flow.tasks;
    }
    const auto [min, max] = std::minmax_element(frame.loads.begin(), frame.loads.end());
    const auto idle = std::count(frame.loads.begin(), frame.loads.end(), 0);
    const auto loads_blob = deflate(little_endian(changes));
    const auto flows_blob = deflate(little_endian(flows));
    int at = 0;
    for (const std::int64_t number :
         {static_cast<std::int64_t>(i), frame.step, static_cast<std::int64_t>(frame.phase),
          static_cast<std::int64_t>(frame.step_end), frame.from, frame.to, frame.shifts, *max, *min,
          static_cast<std::int64_t>(idle), moved}) {
      insert.bind(++at, number);
    }
    auto ports = frame.use.ports;
    ports.resize(degree, 0);
    const auto ports_blob = deflate(little_endian(ports));
    std::vector<std::int64_t> links;
    for (const auto& [link, cycles] : frame.use.links) {
      links.insert(links.end(), {link_numbers_[link], cycles});
    }
    const auto links_blob = deflate(little_endian(links));
    const auto activity_blob = deflate(little_endian(frame.activity));
    for (const auto* blob : {&loads_blob, &flows_blob, &ports_blob, &links_blob, &activity_blob}) {
      if (blob == &activity_blob && phased_) break;  // null
      insert.bindNoCopy(++at, blob->data(), static_cast<int>(blob->size()));
    }
    insert.exec();
    insert.reset();
  }
  saved_ = frames.size();
  put(phased_ ? "steps_a_frame" : "cycles_a_frame", fmt::format("{}", frames_->grain()));
}

void RunStore::finish(const RunResult& result) {
  frames_->finish(result.run.cycles);
  std::ostringstream json;
  write_json(config_, result, nullptr, false, json);
  try {
    appear();
    SQLite::Transaction whole(*database_);
    save_frames();
    put("result", json.str());
    put("state", "ended");
    whole.commit();
    finished_ = true;
  } catch (const std::exception& error) {
    throw ValueError(fmt::format("{}: {}", file_, error.what()));
  }
  try {
    database_->exec("PRAGMA journal_mode = DELETE");  // one file again
  } catch (const SQLite::Exception&) {
    // Somebody reads it just now; the last reader puts it together.
  }
}

}  // namespace isobar
