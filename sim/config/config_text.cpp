// SPDX-License-Identifier: Apache-2.0
#include "sim/config/config_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "models/text.h"
#include "sim/config/input_error.h"
#include "sim/input/toml_text.h"

namespace isobar {

std::string ConfigKey::option() const {
  std::string flag = "--" + name;
  std::replace_if(
      flag.begin(), flag.end(), [](char c) { return c == '_' || c == '.'; }, '-');
  return flag;
}

const std::vector<ConfigKey>& config_keys() {
  static const std::vector<ConfigKey> keys = {
      {"fabric", "", "FABRIC",
       "torus:8x8, ring:8, hypercube:5, hhc:3, mesh:4x4, graph:FILE (isobar list)"},
      {"scheme", "", "SCHEME", "the balancing scheme, for example lm-c5 (isobar list)"},
      {"load", "", "LOAD", "initial loads: spike:5, uniform:0..100, csv:FILE (isobar list)"},
      {"level", "cycles", "LEVEL",
       "cycles: the SystemC model; steps: arrays of loads, far faster; rtl: PEs of the RTL in it"},
      {"app", "none", "APP", "an application that runs: uts:t=1,a=3,d=10,b=4,r=19 (isobar list)"},
      {"until", "auto", "GOAL",
       "balanced, shared, efficiency:E, finished, steps:N or cycles:N; auto: finished with an "
       "application"},
      {"max_steps", "auto", "N", "the run ends after N steps, goal or no goal"},
      {"max_cycles", "auto", "N", "likewise after N cycles, of a message-driven scheme"},
      {"tolerance", "auto", "N", "balanced: max - min of the loads is at most N; auto: dimensions"},
      {"seed", "1", "N", "of everything random; same configuration and seed, same result"},
      {"clock", "250MHz", "CLOCK", "of the PEs: a frequency, or the time of a cycle (4ns)"},
      {"task_bits", "64", "N", "bits of a task on a link"},
      {"load_bits", "auto", "N", "bits of a load word; auto: 16, or what the queue depth needs"},
      {"queue_depth", "auto", "N", "tasks a queue can hold; auto: a power of two above the total"},
      {"link.bandwidth", "250Mb/s", "RATE", "of all links; link.D.bandwidth: of dimension D"},
      {"link.lanes", "auto", "N",
       "level rtl: lanes of a link, a multiple of bandwidth/clock's; auto: in lowest terms"},
      {"link.latency", "1", "CYCLES",
       "registers of a link, in cycles or as a time (4ns); at least 1"},
      {"link.setup", "0", "CYCLES", "what each message pays first, in cycles or as a time"},
      {"link.energy", "5pJ/b", "ENERGY", "of a bit on a link: fJ/b, pJ/b, nJ/b (docs/costs.md)"},
      {"machines", "", "FILE",
       "a table of the PEs' machines, CSV or .toml: of each its speed, memory, name"},
      {"speed", "1", "LIST",
       "work per cycle: of all PEs, of each, 1,1,1/2,0.8, uniform:LO..HI or loguniform:LO..HI"},
      {"memory", "none", "LIST",
       "bytes: of all PEs, 64MB, of each, or drawn as speeds are; none: no bound"},
      {"external", "none", "LIST",
       "what other programs take of PEs' speed: PES:FROM..TO:PART,... as in 3:1000..5000:1/2"},
      {"fetch", "auto", "ORDER",
       "oldest or newest: the task worked on next; auto: newest if tasks create tasks"},
      {"balancer", "hardware", "KIND",
       "of a message-driven scheme: hardware beside the executor, or software that stops its work"},
      {"handling", "1", "CYCLES", "for each message that a balancer takes in or sends; or a time"},
      {"poll_period", "auto", "CYCLES",
       "software: work between two looks for messages, or a time; auto: 1000 cycles"},
      {"poll_cost", "0", "CYCLES", "software: of each look, message or none; or a time"},
      {"tasks_per_message", "any", "N", "most tasks in a message of a message-driven scheme"},
      {"switching", "store-and-forward", "KIND",
       "how a message passes PEs: store-and-forward, or circuit (iPSC/2)"},
      {"buffers", "1", "N",
       "store-and-forward: messages that a port holds of each number of links gone"},
      {"rtl_pes", "all", "PES", "level rtl: the PEs that are RTL, 0,5,12..15 or all"},
      {"traffic", "0", "RATE",
       "level rtl: tasks made and asked for at random at each PE, most in a cycle, 0 to 1"},
      {"stalls", "0", "RATE", "level rtl: how often what was asked for is not taken, 0 to 0.99"},
      {"json", "", "FILE", "writes the result as JSON; - is standard output", true},
      {"summary", "false", "", "leaves loads and links out of the JSON and the record", true},
      {"record", "", "FILE", "writes what every phase did, a line of JSON each", true},
      {"save", "", "FILE", "keeps the run with its history for isobar report and view", true},
      {"history", "auto", "N", "moments of it that are kept at most, evenly spread", true},
      {"picture", "", "FILE.svg", "draws the PEs' loads over time", true},
      {"wave", "", "FILE", "writes waves, .vcd or .fst, with layouts .gtkw and .surf.ron", true},
      {"trace", "", "FILE.json", "writes events for Perfetto (ui.perfetto.dev)", true},
      {"wave_scope", "", "SCOPE",
       "what both show: pes=0..3,8;coordinates=0..3,*;dimensions=1 (all)", true},
      {"wave_from", "", "MOMENT", "both begin there: steps:N or cycles:N (the run's beginning)",
       true},
      {"wave_to", "", "MOMENT", "both end there: steps:N or cycles:N (the run's end)", true},
      {"mismatch_wave", "isobar-mismatch.fst", "FILE",
       "level rtl: waves around the first difference between RTL and model, if there is one", true},
  };
  return keys;
}

namespace {

/// `link.2.bandwidth` and the like: a key of one dimension's links.
bool is_dimension_key(std::string_view key) {
  const auto parts = split(key, '.');
  if (parts.size() != 3 || parts[0] != "link" || parts[1].empty()) return false;
  if (parts[1][0] == '0') return false;  // one dimension, one way to write it
  const bool number = parts[1].find_first_not_of("0123456789") == std::string_view::npos;
  return number && (parts[2] == "bandwidth" || parts[2] == "latency" || parts[2] == "setup" ||
                    parts[2] == "energy" || parts[2] == "lanes");
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

void check_key(const std::string& key, const std::string& value, const std::string& place) {
  const auto& keys = config_keys();
  const auto is = [&](const ConfigKey& k) { return k.name == key; };
  if (std::any_of(keys.begin(), keys.end(), is) || is_dimension_key(key)) return;
  std::string allowed;
  const ConfigKey* nearest = nullptr;
  std::size_t least = 4;
  for (const auto& known : keys) {
    allowed += (allowed.empty() ? "" : ", ") + known.name;
    const auto distance = edit_distance(key, known.name);
    if (distance < least) {
      least = distance;
      nearest = &known;
    }
  }
  throw InputError(fmt::format(
      "{}: unknown key '{}' (= {});{} allowed: {}, link.D.bandwidth, "
      "link.D.latency, link.D.setup, link.D.energy, link.D.lanes",
      place, key, value, nearest ? fmt::format(" did you mean {}?", nearest->name) : "", allowed));
}

void collect(const toml::table& table, const std::string& prefix, const std::string& file,
             const std::filesystem::path& folder, std::map<std::string, ConfigText::Entry>& out) {
  for (const auto& [name, node] : table) {
    const std::string key = prefix + std::string(name.str());
    const auto place = fmt::format("{}:{}", file, node.source().begin.line);
    if (const auto* inner = node.as_table()) {
      collect(*inner, key + ".", file, folder, out);
      continue;
    }
    const auto value = toml_text(node);
    check_key(key, value, place);
    if (node.is_array()) {
      throw InputError(
          fmt::format("{}: {} = {}: one value is needed, not a list", place, key, value));
    }
    const auto [before, is_new] = out.emplace(key, ConfigText::Entry{value, place, folder});
    if (!is_new) {
      throw InputError(fmt::format("{}: {} = {}: the key is given twice, first at {}", place, key,
                                   value, before->second.place));
    }
  }
}

}  // namespace

void ConfigText::read_file(const std::filesystem::path& file) {
  const auto name = file.string();
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) {
    throw InputError(fmt::format("{}: a folder; a TOML file is needed", name));
  }
  std::ifstream in(file, std::ios::binary);
  if (!in) throw InputError(fmt::format("{}: cannot be read; a TOML file is needed", name));
  std::map<std::string, Entry> found;
  try {
    const auto table = toml::parse(in, name);
    collect(table, "", name, file.parent_path(), found);
  } catch (const toml::parse_error& error) {
    const auto& where = error.source().begin;
    throw InputError(fmt::format("{}:{}: column {}: not TOML: {}", name, where.line, where.column,
                                 error.description()));
  }
  for (auto& [key, entry] : found) {
    if (given_.count(key) == 0) entries_[key] = std::move(entry);
  }
}

void ConfigText::set(const std::string& key, const std::string& value, const std::string& place) {
  check_key(key, value, place);
  const auto [before, is_new] = given_.emplace(key, place);
  if (!is_new) {
    throw InputError(fmt::format("{} {}: {} is given twice, first by {} as {}", place, value, key,
                                 before->second, entries_[key].value));
  }
  entries_[key] = {value, place, {}};
}

void ConfigText::set_assignment(std::string_view assignment) {
  const auto equals = assignment.find('=');
  if (equals == std::string_view::npos) {
    throw InputError(fmt::format(
        "--set {}: KEY=VALUE is needed, for example --set link.2.bandwidth=10Gb/s", assignment));
  }
  set(std::string(trim(assignment.substr(0, equals))),
      std::string(trim(assignment.substr(equals + 1))), "--set");
}

}  // namespace isobar
