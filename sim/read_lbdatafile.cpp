// SPDX-License-Identifier: Apache-2.0
#include "sim/read_lbdatafile.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "models/errors.h"

namespace isobar {
namespace {

using Json = nlohmann::json;

/// Whether a key counts at its depth: 1 at the top level, 2 in metadata, 3 in a phase, 5 in a task.
/// What else a task or a message consists of does not; sets have millions of them.
bool is_wanted(int depth, std::string_view key, LbDetail detail) {
  switch (depth) {
    case 1:
      return key == "type" || key == "metadata" || key == "phases";
    case 2:
      return key == "type" || key == "rank";
    case 3:
      return key == "id" || key == "tasks";
    case 5:
      return detail == LbDetail::times && (key == "time" || key == "node");
    default:
      return false;
  }
}

std::string in_short(const Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "an array";
  return value.dump(-1, ' ', true, Json::error_handler_t::replace).substr(0, 40);
}

[[noreturn]] void not_json(const Json::exception& error, bool starts_as_json) {
  std::string_view reason = error.what();
  // "[json.exception.parse_error.101] parse error at line 1, column 1: syntax error while …"
  if (const auto tag = reason.find("] "); tag != std::string_view::npos) {
    reason.remove_prefix(tag + 2);
  }
  constexpr std::string_view at = "parse error at ";
  if (reason.substr(0, at.size()) == at) reason.remove_prefix(at.size());
  std::string shown;
  for (const char c : reason.substr(0, 200)) shown += c >= ' ' && c <= '~' ? c : '?';
  throw ValueError(fmt::format(
      "is not JSON: {}{}", shown,
      starts_as_json ? ""
                     : "; published sets are sometimes brotli-compressed under a .json name "
                       "(unpack with: brotli -d)"));
}

Json parse(std::istream& in, LbDetail detail) {
  const int first = in.peek();
  const bool starts_as_json = first == '{' || first == ' ' || first == '\n' || first == '\r';
  try {
    auto parsed = Json::parse(in, [=](int depth, Json::parse_event_t event, Json& key) {
      return event != Json::parse_event_t::key ||
             is_wanted(depth, key.get_ref<const std::string&>(), detail);
    });
    // The parser takes a NUL for the end of the file.
    if (!in.eof()) throw ValueError("is not JSON: a NUL byte follows it");
    return parsed;
  } catch (const Json::exception& error) {
    not_json(error, starts_as_json);
  }
}

/// The value under `key`, or null.
const Json& member(const Json& object, const char* key) {
  static const Json null;
  if (!object.is_object()) return null;
  const auto found = object.find(key);
  return found == object.end() ? null : *found;
}

void check_type(const Json& file) {
  const auto& outer = member(file, "type");
  const auto& type = outer.is_null() ? member(member(file, "metadata"), "type") : outer;
  if (type.is_null()) {
    throw ValueError(
        "has no \"type\": \"LBDatafile\", neither at the top level nor under \"metadata\"");
  }
  if (type != "LBDatafile") {
    throw ValueError(fmt::format("type is {}; it must be \"LBDatafile\"", in_short(type)));
  }
}

LbDatafile::Task read_task(const Json& task, const std::string& name) {
  const auto& time = member(task, "time");
  const double seconds = time.is_number() ? time.get<double>() : -1;
  if (!(seconds >= 0 && seconds <= longest_task_time)) {
    throw ValueError(fmt::format("{}.time is {}; it must be a number of seconds from 0 to {}", name,
                                 in_short(time), longest_task_time));
  }
  const auto& node = member(task, "node");
  if (node.is_null()) return {seconds, std::nullopt};
  if (!node.is_number_unsigned()) {
    throw ValueError(fmt::format("{}.node is {}; it must be a whole number", name, in_short(node)));
  }
  return {seconds, node.get<std::uint64_t>()};
}

LbDatafile::Phase read_phase(const Json& phase, std::size_t index, LbDetail detail) {
  const auto& id = member(phase, "id");
  if (!id.is_number_unsigned()) {
    throw ValueError(
        fmt::format("phases[{}].id is {}; it must be a whole number", index, in_short(id)));
  }
  const auto& tasks = member(phase, "tasks");
  if (!tasks.is_array()) {
    throw ValueError(
        fmt::format("phases[{}].tasks is {}; it must be an array", index, in_short(tasks)));
  }
  LbDatafile::Phase read{id.get<std::uint64_t>(), static_cast<Load>(tasks.size()), {}};
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const auto name = [&] { return fmt::format("phases[{}].tasks[{}]", index, i); };
    if (!tasks[i].is_object()) {
      throw ValueError(fmt::format("{} is {}; it must be an object", name(), in_short(tasks[i])));
    }
    if (detail == LbDetail::times) read.times.push_back(read_task(tasks[i], name()));
  }
  return read;
}

}  // namespace

LbDatafile read_lbdatafile(std::istream& in, LbDetail detail) {
  const auto file = parse(in, detail);
  check_type(file);

  LbDatafile read;
  const auto& rank = member(member(file, "metadata"), "rank");
  if (!rank.is_null() && !rank.is_number_unsigned()) {
    throw ValueError(fmt::format("metadata.rank is {}; it must be a whole number", in_short(rank)));
  }
  if (!rank.is_null()) read.rank = rank.get<std::uint64_t>();

  const auto& phases = member(file, "phases");
  if (!phases.is_array() || phases.empty()) {
    throw ValueError(fmt::format("phases is {}; it must be an array of at least one phase",
                                 phases.is_array() ? "empty" : in_short(phases)));
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
