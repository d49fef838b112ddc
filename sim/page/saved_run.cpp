// SPDX-License-Identifier: Apache-2.0
#include "sim/page/saved_run.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <exception>
#include <filesystem>
#include <limits>
#include <new>

#include "models/errors.h"
#include "models/measure/history.h"
#include "sim/config/store_files.h"
#include "sim/result/deflate.h"
#include "sim/result/run_lock.h"
#include "sim/result/statistics_reference.h"
#include "sim/result/store_schema.h"

namespace isobar {
namespace {

constexpr std::int64_t most_loads = 1'000'000;  ///< in one piece
constexpr std::int64_t all = -1;                ///< to SQLite, of rows

void require_store(SQLite::Database& database) {
  if (database.execAndGet("PRAGMA application_id").getInt() != store_application) {
    throw ValueError("this is no run that `isobar run --save` stored");
  }
  const int version = database.execAndGet("PRAGMA user_version").getInt();
  if (version < first_store_version || version > store_version) {
    throw ValueError(fmt::format("it is of version {}, this program reads {} to {}", version,
                                 first_store_version, store_version));
  }
}

/// Whether frames say for how long links were busy.
bool has_link_use(SQLite::Database& database) {
  return database.execAndGet("PRAGMA user_version").getInt() >= 2;
}

std::string text(const SQLite::Database& database, const std::string& key) {
  SQLite::Statement query(database, "SELECT value FROM meta WHERE key = ?");
  query.bind(1, key);
  return query.executeStep() ? query.getColumn(0).getString() : std::string();
}

/// The number of a run, and how coarse its frames are: when that grows, all of them are others.
std::string version_of(const SQLite::Database& database) {
  return text(database, "run") + "." + text(database, "steps_a_frame") +
         text(database, "cycles_a_frame");
}

/// Whether frames are cycles, and say what executors did.
bool is_in_cycles(const SQLite::Database& database) { return text(database, "frames") == "cycles"; }

RunState state_of(const SQLite::Database& database, bool is_written) {
  const auto state = text(database, "state");
  if (state == "ended") return RunState::ended;
  if (state == "stopped") return RunState::stopped;
  return is_written ? RunState::running : RunState::killed;
}

/// Says of what goes wrong in `read` which file it was in.
template <class Read>
auto reading(const std::string& file, Read read) {
  if (!std::filesystem::exists(file))
    throw ValueError(fmt::format("{}: there is no such file", file));
  // What a run that was killed left behind can only be put together by who may write.
  const bool own = access(file.c_str(), W_OK) == 0;
  constexpr int patience_ms = 5000;
  try {
    const auto place = store_target(file);
    const bool held = RunLock::is_held(place);
    SQLite::Database database(file, own ? SQLite::OPEN_READWRITE : SQLite::OPEN_READONLY,
                              patience_ms);
    const SQLite::Transaction same_state(database);
    require_store(database);
    // Asked before and after: a run may just end, and another just take its place.
    return read(database, state_of(database, held || RunLock::is_held(place)));
  } catch (const Json::exception& error) {
    throw ValueError(
        fmt::format("{}: a part of it is not what it should be: {}", file, error.what()));
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    throw ValueError(fmt::format("{}: {}", file, error.what()));
  }
}

std::int32_t narrow(std::int64_t number) {
  if (number > std::numeric_limits<std::int32_t>::max() ||
      number < std::numeric_limits<std::int32_t>::min()) {
    throw ValueError(fmt::format("it has a number of {}; pages go up to 2^31", number));
  }
  return static_cast<std::int32_t>(number);
}

std::vector<std::int64_t> numbers(const SQLite::Column& column, std::size_t most) {
  const std::string stream(static_cast<const char*>(column.getBlob()),
                           static_cast<std::size_t>(column.getBytes()));
  return from_little_endian<std::int64_t>(inflate(stream, most * sizeof(std::int64_t)));
}

void require_link(std::int64_t link, std::size_t links) {
  if (link < 0 || static_cast<std::size_t>(link) >= links) {
    throw ValueError(fmt::format("tasks go over a link {}, of {}", link, links));
  }
}

/// As binary floating-point numbers of 64 bits, which are exact up to 2^53.
std::string doubles(const std::vector<std::int64_t>& numbers) {
  std::vector<std::uint64_t> bits(numbers.size());
  std::transform(numbers.begin(), numbers.end(), bits.begin(), [](std::int64_t number) {
    const auto value = static_cast<double>(number);
    std::uint64_t pattern = 0;
    std::memcpy(&pattern, &value, sizeof(value));
    return pattern;
  });
  return little_endian(bits);
}

/// For how many cycles links were busy, of frames one after the other: of each what all links of a
/// port have in common, and what some links have besides.
class BusyLinks {
 public:
  /// `ports` by link.
  explicit BusyLinks(std::vector<std::size_t> ports) : port_of_(std::move(ports)) {
    for (const auto port : port_of_) ports_ = std::max(ports_, port + 1);
  }

  /// Throws ValueError if a link is said to be busy for longer than the frame.
  void add(std::int32_t frame, Cycle length, const SQLite::Column& ports,
           const SQLite::Column& links) {
    // The last ports of a fabric may all be open ends.
    auto common = numbers(ports, port_of_.size() + ports_);
    if (common.size() < ports_) throw ValueError("a frame does not say how busy its ports were");
    common.resize(ports_);
    for (const auto cycles : common) require(cycles, length);
    const auto more = numbers(links, 2 * port_of_.size());
    for (std::size_t i = 0; i + 1 < more.size(); i += 2) {
      require_link(more[i], port_of_.size());
      require(more[i + 1], length - common[port_of_[static_cast<std::size_t>(more[i])]]);
      links_.insert(links_.end(), {frame, narrow(more[i])});
      cycles_.push_back(more[i + 1]);
    }
    common_.insert(common_.end(), common.begin(), common.end());
  }

  void write(Json& json) const {
    json["busy_ports"] = base64(deflate(doubles(common_)));
    json["busy_links"] = base64(deflate(little_endian(links_)));
    json["busy_cycles"] = base64(deflate(doubles(cycles_)));
  }

 private:
  static void require(Cycle cycles, Cycle length) {
    if (cycles < 0 || cycles > length) {
      throw ValueError("a link was busy for longer than a frame is long");
    }
  }

  std::vector<std::size_t> port_of_;
  std::size_t ports_ = 0;
  std::vector<Cycle> common_;        ///< by frame and port
  std::vector<std::int32_t> links_;  ///< pairs: frame, link
  std::vector<Cycle> cycles_;        ///< what they have besides
};

/// What the executors of each PE did in a frame, in millionths of it.
class ActivityShares {
 public:
  explicit ActivityShares(const SQLite::Database& database) {
    const auto machines = text(database, "machines");
    if (machines.empty()) return;
    const auto json = Json::parse(machines);
    if (json.contains("executors")) executors_ = json.at("executors").get<std::vector<int>>();
  }

  void add(const std::vector<std::int64_t>& cycles, std::int64_t length) {
    constexpr double whole = 1'000'000;
    for (std::size_t i = 0; i < cycles.size(); ++i) {
      const auto all = static_cast<double>(length) * executors_of(i / Frame::activities);
      const auto these = static_cast<double>(cycles[i]);
      if (these < 0 || these > all) throw ValueError("an executor did more than a frame is long");
      shares_.push_back(these > 0 ? static_cast<std::int32_t>(std::lround(whole * these / all))
                                  : 0);
    }
  }

  const std::vector<std::int32_t>& get() const { return shares_; }

 private:
  int executors_of(std::size_t pe) const { return executors_.empty() ? 1 : executors_.at(pe); }

  std::vector<int> executors_;  ///< by PE; empty: 1 everywhere
  std::vector<std::int32_t> shares_;
};

/// What a run is, whatever becomes of it.
struct Description {
  Json config;
  Json fabric;
  std::size_t pes;
  std::size_t links;
  double clock;
  std::int64_t tolerance;
  std::vector<std::int64_t> initial;

  explicit Description(const SQLite::Database& database) {
    const auto part = [&](const char* key) { return Json::parse(text(database, key)); };
    config = part("config");
    fabric = part("fabric");
    pes = fabric.at("addresses").size();
    links = fabric.at("links").size();
    clock = part("clock_hz");
    tolerance = part("tolerance");
    initial = part("initial_loads").get<std::vector<std::int64_t>>();
    if (initial.empty() || initial.size() != pes) {
      throw ValueError("it has not as many initial loads as PEs");
    }
    std::int64_t total = 0;
    for (const auto load : initial) total += narrow(load);
    narrow(total);
    for (const auto& link : fabric.at("links")) {
      constexpr std::size_t members = 3;  // from, to, dimension
      if (link.size() < members) throw ValueError("it has a link that leads nowhere");
    }
  }

  /// By link.
  std::vector<std::size_t> ports() const {
    auto all = fabric.at("ports").get<std::vector<std::size_t>>();
    if (all.size() != links) throw ValueError("it has not as many ports as links");
    return all;
  }
};

/// From number `first` on, `most` at most.
Json frames_json(SQLite::Database& database, const Description& run, std::int32_t first,
                 std::int64_t most) {
  const auto pes = run.pes;
  const auto links = run.links;
  Json json = {{"count", 0}};
  for (const char* name : {"step", "phase", "from", "to", "shifts", "step_end"}) {
    json[name] = Json::array();
  }
  std::vector<std::int32_t> loads;
  std::vector<std::int32_t> moves;
  ActivityShares shares(database);
  const bool in_cycles = is_in_cycles(database);
  std::optional<BusyLinks> busy;
  if (has_link_use(database)) busy.emplace(run.ports());
  SQLite::Statement query(
      database,
      fmt::format("SELECT step, phase, cycle_from, cycle_to, shifts, step_end, loads, flows, "
                  "number, activity{} FROM frames WHERE number >= ? ORDER BY number LIMIT ?",
                  busy ? ", busy_ports, busy_links" : ""));
  query.bind(1, first);
  query.bind(2, most);
  std::int32_t frame = first;
  for (; query.executeStep(); ++frame) {
    if (query.getColumn(8).getInt64() != frame) throw ValueError("a frame is missing");
    int at = 0;
    for (const char* name : {"step", "phase", "from", "to", "shifts", "step_end"}) {
      json[name].push_back(query.getColumn(at++).getInt64());
    }
    const auto changes = numbers(query.getColumn(6), pes);
    if (changes.size() != pes) throw ValueError("a frame has not as many loads as there are PEs");
    for (const auto change : changes) loads.push_back(narrow(change));
    const auto flows = numbers(query.getColumn(7), 2 * links);
    for (std::size_t i = 0; i + 1 < flows.size(); i += 2) {
      require_link(flows[i], links);
      moves.insert(moves.end(), {frame, narrow(flows[i]), narrow(flows[i + 1])});
    }
    const auto from = query.getColumn(2).getInt64();
    const auto to = query.getColumn(3).getInt64();
    if (from < 0 || to < from) throw ValueError("a frame ends before it begins");
    const auto length = to - from;
    if (busy) busy->add(frame, length, query.getColumn(10), query.getColumn(11));
    if (!in_cycles) continue;
    const auto activity = numbers(query.getColumn(9), Frame::activities * pes);
    if (activity.size() != Frame::activities * pes) {
      throw ValueError("a frame does not say what all executors did");
    }
    shares.add(activity, length);
  }
  json["count"] = frame - first;
  const auto grain = text(database, in_cycles ? "cycles_a_frame" : "steps_a_frame");
  json[in_cycles ? "cycles_per_frame" : "steps_per_frame"] =
      grain.empty() ? Json(in_cycles ? 1 : 0) : Json::parse(grain);
  if (in_cycles) json["activity"] = base64(deflate(little_endian(shares.get())));
  json["loads"] = base64(deflate(little_endian(loads)));
  json["moves"] = base64(deflate(little_endian(moves)));
  if (busy) busy->write(json);
  return json;
}

/// The result of a run that is still going or never ended, as far as its frames say: words and
/// cycles of links are not known, and goals are seen at frame ends only.
Json result_so_far(const SQLite::Database& database, RunState state, const Description& run) {
  Json json = {{"schema", "isobar.run/1"},
               {"config", run.config},
               {"pes", run.pes},
               {"level", text(database, "level")},
               {"ended", state == RunState::running   ? Json(nullptr)
                         : state == RunState::stopped ? "stopped"
                                                      : "killed"}};
  for (const char* goal : {"shared", "balanced"}) json[goal] = false;
  for (const char* scale : {"steps", "shifts", "cycles", "seconds"}) {
    json[scale] = {{"run", 0}, {"to_share", nullptr}, {"to_balance", nullptr}};
  }
  const bool in_cycles = is_in_cycles(database);
  SQLite::Statement query(database,
                          "SELECT step + step_end, shifts, cycle_to, min, max - min, step_end "
                          "FROM frames ORDER BY number");
  const auto note = [&](const char* when, std::int64_t steps, std::int64_t shifts, Cycle cycles) {
    if (!in_cycles) {
      json["steps"][when] = steps;
      json["shifts"][when] = shifts;
    }
    json["cycles"][when] = cycles;
    json["seconds"][when] = static_cast<double>(cycles) / run.clock;
  };
  const auto judge = [&](std::int64_t min, std::int64_t apart, std::int64_t steps,
                         std::int64_t shifts, Cycle cycles) {
    json["shared"] = min >= 1;
    json["balanced"] = apart <= run.tolerance;
    const auto first = [&](const char* goal, const char* when) {
      if (json[goal] && json["steps"][when].is_null()) note(when, steps, shifts, cycles);
    };
    first("shared", "to_share");
    first("balanced", "to_balance");
  };
  if (in_cycles) {  // has no steps, and goals are not seen
    json["shared"] = json["balanced"] = nullptr;
    json["steps"]["run"] = json["shifts"]["run"] = nullptr;
  } else {
    const auto [least, most] = std::minmax_element(run.initial.begin(), run.initial.end());
    judge(*least, *most - *least, 0, 0, 0);
  }
  while (query.executeStep()) {
    const auto at = [&](int column) { return query.getColumn(column).getInt64(); };
    note("run", at(0), at(1), at(2));
    if (at(5) != 0) judge(at(3), at(4), at(0), at(1), at(2));
  }
  return json;
}

/// The links of a run without a result, as far as its frames say.
Json links_so_far(const SQLite::Database& database, const Json& fabric) {
  std::vector<std::int64_t> tasks(fabric.at("links").size());
  SQLite::Statement flows(database, "SELECT flows FROM frames");
  while (flows.executeStep()) {
    const auto pairs = numbers(flows.getColumn(0), 2 * tasks.size());
    for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
      require_link(pairs[i], tasks.size());
      tasks[static_cast<std::size_t>(pairs[i])] += narrow(pairs[i + 1]);
    }
  }
  Json links = Json::array();
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const auto& link = fabric.at("links")[i];
    links.push_back({{"from", link[0]},
                     {"to", link[1]},
                     {"dimension", link[2]},
                     {"words", nullptr},
                     {"transfers", nullptr},
                     {"tasks", tasks[i]}});
  }
  return links;
}

}  // namespace

StoreState store_state(const std::string& file) {
  return reading(file, [](SQLite::Database& database, RunState state) {
    SQLite::Statement query(database, "SELECT count(*), coalesce(max(cycle_to), 0) FROM frames");
    query.executeStep();
    return StoreState{state, query.getColumn(0).getInt64(), query.getColumn(1).getInt64(),
                      version_of(database)};
  });
}

Json saved_run(const std::string& file) {
  return reading(file, [](SQLite::Database& database, RunState state) {
    const Description run(database);
    Json result;
    if (state == RunState::ended) {
      result = Json::parse(text(database, "result"));
    } else {
      result = result_so_far(database, state, run);
      result["links"] = links_so_far(database, run.fabric);
    }
    Json json = {
        {"name",
         fmt::format(
             "{} on {}, {}", run.config.at("scheme").get<std::string>(),
             run.config.at("fabric").get<std::string>(),
             run.config.at(run.config.contains("load") ? "load" : "app").get<std::string>())},
        {"level", text(database, "level")},
        {"ended", state != RunState::running},
        {"config", run.config},
        {"result", std::move(result)},
        {"fabric", run.fabric},
        {"phases", Json::parse(text(database, "phases"))},
        {"clock_hz", run.clock},
        {"initial", run.initial},
        {"tolerance", run.tolerance}};
    // Runs that a release before stored say so in their result alone.
    const auto machines = text(database, "machines");
    if (!machines.empty()) json["machines"] = Json::parse(machines);
    json["frames"] = frames_json(database, run, 0, all);
    json["version"] = version_of(database);
    return json;
  });
}

std::optional<Json> saved_since(const std::string& file, const std::string& version,
                                std::int64_t after) {
  using More = std::optional<Json>;
  return reading(file, [&](SQLite::Database& database, RunState state) -> More {
    if (state != RunState::running || version != version_of(database)) return {};
    const auto total = database.execAndGet("SELECT count(*) FROM frames").getInt64();
    if (after > total) return {};
    const Description run(database);
    const auto most = std::max<std::int64_t>(1, most_loads / static_cast<std::int64_t>(run.pes));
    return Json{{"after", after},
                {"total", total},
                {"frames", frames_json(database, run, narrow(after), most)},
                {"result", result_so_far(database, state, run)}};
  });
}

Json page_data(const std::vector<std::string>& files) {
  Json json = {{"schema", "isobar.page/1"}, {"program", "isobar " ISOBAR_VERSION}};
  json["statistics"] = statistics_description();
  json["runs"] = Json::array();
  for (const auto& file : files) json["runs"].push_back(saved_run(file));
  return json;
}

}  // namespace isobar
