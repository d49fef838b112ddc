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

/// Whether a key counts at its depth: 1 at the top level, 2 in metadata, 3 in a phase, 5 in a task
/// or communication, 6 in an entity or in user_defined. All else is skipped: sets have millions of
/// such values.
bool is_wanted(int depth, std::string_view key, LbDetail detail) {
  const bool is_persistent = detail == LbDetail::persistent_tasks;
  switch (depth) {
    case 1:
      return is_one_of(key, {"type", "metadata", "phases"});
    case 2:
      return is_one_of(key, {"type", "rank"});
    case 3:
      return is_one_of(key, {"id", "tasks"}) || (is_persistent && key == "communications");
    case 5:
      return (detail != LbDetail::counts && is_one_of(key, {"time", "node"})) ||
             (is_persistent &&
              is_one_of(key, {"entity", "user_defined", "from", "to", "bytes", "type"}));
    case 6:
      return is_persistent &&
             is_one_of(key, {"id", "seq_id", "home", "type", "migratable", "task_serialized_bytes",
                             "task_footprint_bytes", "task_working_bytes", "rank_working_bytes",
                             "shared_id", "shared_bytes", "home_rank"});
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

LbDatafile::Task read_task(const Json& task, const std::string& name) {
  const double seconds = lb_number(task, "time", name, "seconds", longest_task_time);
  const auto& node = lb_member(task, "node");
  if (node.is_null()) return {seconds, std::nullopt};
  if (!node.is_number_unsigned()) {
    throw ValueError(
        fmt::format("{}.node is {}; it must be a whole number", name, lb_in_short(node)));
  }
  return {seconds, node.get<std::uint64_t>()};
}

LbDatafile::Phase read_phase(const Json& phase, std::size_t index, LbDetail detail) {
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
    if (detail != LbDetail::counts) read.times.push_back(read_task(tasks[i], name()));
    if (detail == LbDetail::persistent_tasks)
      read.persistent_tasks.push_back(read_lb_persistent(tasks[i], name()));
  }
  if (detail == LbDetail::persistent_tasks) {
    read.communications = read_lb_communications(phase, fmt::format("phases[{}]", index));
  }
  return read;
}

}  // namespace

LbDatafile read_lbdatafile(std::istream& in, LbDetail detail) {
  const auto file = parse_lb_json(
      in, [=](int depth, std::string_view key) { return is_wanted(depth, key, detail); });
  check_type(file);

  LbDatafile read;
  const auto& rank = lb_member(lb_member(file, "metadata"), "rank");
  if (!rank.is_null() && !rank.is_number_unsigned()) {
    throw ValueError(
        fmt::format("metadata.rank is {}; it must be a whole number", lb_in_short(rank)));
  }
  if (!rank.is_null()) read.rank = rank.get<std::uint64_t>();

  const auto& phases = lb_member(file, "phases");
  if (!phases.is_array() || phases.empty()) {
    throw ValueError(fmt::format("phases is {}; it must be an array of at least one phase",
                                 phases.is_array() ? "empty" : lb_in_short(phases)));
  }
  for (std::size_t i = 0; i < phases.size(); ++i) {
    auto phase = read_phase(phases[i], i, detail);
    const bool twice = std::any_of(read.phases.begin(), read.phases.end(),
                                   [&](const auto& other) { return other.id == phase.id; });
    if (twice) throw ValueError(fmt::format("phases[{}].id is {} again", i, phase.id));
    read.phases.push_back(std::move(phase));
  }
  return read;
}

}  // namespace isobar
