// SPDX-License-Identifier: Apache-2.0
#include "sim/input/read_lbdatafile.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "models/errors.h"
#include "sim/input/lb_json.h"
#include "sim/input/parse_lb_json.h"
#include "sim/input/read_lb_entities.h"

namespace isobar {
namespace {

using Json = nlohmann::json;

template <std::size_t N>
bool is_one_of(std::string_view key, const std::string_view (&keys)[N]) {
  return std::find(std::begin(keys), std::end(keys), key) != std::end(keys);
}

/// Whether a key counts at its depth: 1 at the top level, 2 in metadata, 3 in a phase or in
/// metadata.phases, 4 there in identical_to_previous, 5 in a task or communication, 6 in an entity
/// or in user_defined, 7 in a subphase. All else is skipped: sets have millions of such values.
bool is_wanted(int depth, std::string_view key, const LbWanted& wanted) {
  const bool is_persistent = wanted.detail == LbDetail::persistent_tasks;
  const bool has_times = wanted.detail != LbDetail::counts;
  switch (depth) {
    case 1:
      return is_one_of(key, {"type", "metadata", "phases"});
    case 2:
      return is_one_of(key, {"type", "rank", "rank_alpha", "phases"});
    case 3:
      return is_one_of(key, {"id", "tasks", "identical_to_previous", "skipped"}) ||
             (is_persistent && key == "communications");
    case 4:
      return is_one_of(key, {"list", "range"});
    case 5:
      return key == "time" || (has_times && key == "node") ||
             (wanted.subphase && key == "subphases") ||
             (is_persistent &&
              is_one_of(key, {"entity", "user_defined", "from", "to", "bytes", "type"}));
    case 6:
      return is_persistent &&
             is_one_of(key, {"id", "seq_id", "home", "type", "migratable", "task_serialized_bytes",
                             "task_footprint_bytes", "task_working_bytes", "rank_working_bytes",
                             "shared_id", "shared_bytes", "home_rank"});
    case 7:
      return wanted.subphase && is_one_of(key, {"id", "time"});
    default:
      return false;
  }
}

void check_type(const Json& file) {
  const auto& outer = lb_member(file, "type");
  const auto& type = outer.is_null() ? lb_member(lb_member(file, "metadata"), "type") : outer;
  if (type.is_null()) {
    throw ValueError(
        "has no \"type\": \"LBDatafile\", neither at the top level nor under \"metadata\"");
  }
  if (type != "LBDatafile") {
    throw ValueError(fmt::format("type is {}; it must be \"LBDatafile\"", lb_in_short(type)));
  }
}

/// What the task took in one subphase.
double read_subphase(const Json& task, std::uint64_t wanted, const std::string& name) {
  const auto& all = lb_member(task, "subphases");
  if (!all.is_array() && !all.is_null()) {
    throw ValueError(
        fmt::format("{}.subphases is {}; it must be an array", name, lb_in_short(all)));
  }
  double seconds = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto place = fmt::format("{}.subphases[{}]", name, i);
    const auto& id = lb_member(all[i], "id");
    if (!id.is_number_unsigned()) {
      throw ValueError(
          fmt::format("{}.id is {}; it must be a whole number", place, lb_in_short(id)));
    }
    if (id == wanted) seconds += lb_number(all[i], "time", place, "seconds", longest_task_time);
  }
  return seconds;
}

LbDatafile::Task read_task(const Json& task, const LbWanted& wanted, const std::string& name) {
  double seconds = lb_number(task, "time", name, "seconds", longest_task_time);
  if (wanted.subphase) seconds = read_subphase(task, *wanted.subphase, name);
  const auto& node = lb_member(task, "node");
  if (node.is_null()) return {seconds, std::nullopt};
  if (!node.is_number_unsigned()) {
    throw ValueError(
        fmt::format("{}.node is {}; it must be a whole number", name, lb_in_short(node)));
  }
  return {seconds, node.get<std::uint64_t>()};
}

/// Takes the time of a task into account if it says one, which who only counts tasks does not need.
void note_time(const Json& task, LbDatafile::Phase& phase) {
  const auto& time = lb_member(task, "time");
  if (!time.is_number()) return;
  const auto seconds = time.get<double>();
  phase.least_time = std::min(phase.least_time.value_or(seconds), seconds);
  phase.most_time = std::max(phase.most_time.value_or(seconds), seconds);
}

LbDatafile::Phase read_phase(const Json& phase, std::size_t index, const LbWanted& wanted) {
  const auto detail = wanted.detail;
  const auto& id = lb_member(phase, "id");
  if (!id.is_number_unsigned()) {
    throw ValueError(
        fmt::format("phases[{}].id is {}; it must be a whole number", index, lb_in_short(id)));
  }
  const auto& tasks = lb_member(phase, "tasks");
  if (!tasks.is_array()) {
    throw ValueError(
        fmt::format("phases[{}].tasks is {}; it must be an array", index, lb_in_short(tasks)));
  }
  LbDatafile::Phase read;
  read.id = id.get<std::uint64_t>();
  read.place = index;
  read.tasks = static_cast<Load>(tasks.size());
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const auto name = [&] { return fmt::format("phases[{}].tasks[{}]", index, i); };
    if (!tasks[i].is_object()) {
      throw ValueError(
          fmt::format("{} is {}; it must be an object", name(), lb_in_short(tasks[i])));
    }
    note_time(tasks[i], read);
    if (detail != LbDetail::counts) read.times.push_back(read_task(tasks[i], wanted, name()));
    if (detail == LbDetail::persistent_tasks)
      read.persistent_tasks.push_back(read_lb_persistent(tasks[i], name()));
  }
  if (detail == LbDetail::persistent_tasks) {
    read_lb_communications(phase, fmt::format("phases[{}]", index), read);
  }
  return read;
}

/// The phases that metadata.phases lists under `key`, one by one and in ranges.
std::vector<LbDatafile::Range> read_ranges(const Json& metadata, const char* key) {
  const auto name = fmt::format("metadata.phases.{}", key);
  const auto& listed = lb_member(lb_member(metadata, "phases"), key);
  const auto fail = [&](const Json& value, const char* member, const char* what) {
    throw ValueError(
        fmt::format("{}.{} holds {}; it must hold {}", name, member, lb_in_short(value), what));
  };
  std::vector<LbDatafile::Range> ranges;
  std::uint64_t sum = 0;
  const auto add = [&](std::uint64_t first, std::uint64_t last) {
    ranges.push_back({first, last});
    sum += last - first < most_lb_phases ? last - first + 1 : most_lb_phases + 1;
    if (sum > most_lb_phases) {
      throw ValueError(fmt::format("{} names more than {} phases", name, most_lb_phases));
    }
  };
  for (const auto& id : lb_member(listed, "list")) {
    if (!id.is_number_unsigned()) fail(id, "list", "whole numbers");
    add(id.get<std::uint64_t>(), id.get<std::uint64_t>());
  }
  for (const auto& pair : lb_member(listed, "range")) {
    const bool is_pair = pair.is_array() && pair.size() == 2 && pair[0].is_number_unsigned() &&
                         pair[1].is_number_unsigned() && pair[0] <= pair[1];
    if (!is_pair) fail(pair, "range", "pairs of a first and a last phase");
    add(pair[0].get<std::uint64_t>(), pair[1].get<std::uint64_t>());
  }
  return ranges;
}

}  // namespace

LbDatafile read_lbdatafile(std::istream& in, const LbWanted& wanted) {
  const auto file = parse_lb_json(
      in, [&](int depth, std::string_view key) { return is_wanted(depth, key, wanted); });
  check_type(file);

  LbDatafile read;
  const auto& rank = lb_member(lb_member(file, "metadata"), "rank");
  if (!rank.is_null() && !rank.is_number_unsigned()) {
    throw ValueError(
        fmt::format("metadata.rank is {}; it must be a whole number", lb_in_short(rank)));
  }
  if (!rank.is_null()) read.rank = rank.get<std::uint64_t>();
  const auto& metadata = lb_member(file, "metadata");
  if (!lb_member(metadata, "rank_alpha").is_null()) {
    read.alpha = lb_number(metadata, "rank_alpha", "metadata", "work per second", 1e9);
  }
  read.identical = read_ranges(metadata, "identical_to_previous");
  read.skipped = read_ranges(metadata, "skipped");

  const auto& phases = lb_member(file, "phases");
  if (!phases.is_array() || phases.empty()) {
    throw ValueError(fmt::format("phases is {}; it must be an array of at least one phase",
                                 phases.is_array() ? "empty" : lb_in_short(phases)));
  }
  for (std::size_t i = 0; i < phases.size(); ++i) {
    auto phase = read_phase(phases[i], i, wanted);
    const bool twice = std::any_of(read.phases.begin(), read.phases.end(),
                                   [&](const auto& other) { return other.id == phase.id; });
    if (twice) throw ValueError(fmt::format("phases[{}].id is {} again", i, phase.id));
    read.phases.push_back(std::move(phase));
  }
  return read;
}

}  // namespace isobar
