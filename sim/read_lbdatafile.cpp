// SPDX-License-Identifier: Apache-2.0
#include "sim/read_lbdatafile.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "models/errors.h"

namespace isobar {
namespace {

using Json = nlohmann::json;

/// Whether a key counts at its depth: 1 at the top level, 2 in metadata, 3 in a phase. What a task
/// or a message consists of does not; sets have millions of them.
bool is_wanted(int depth, std::string_view key) {
  switch (depth) {
    case 1:
      return key == "type" || key == "metadata" || key == "phases";
    case 2:
      return key == "type" || key == "rank";
    case 3:
      return key == "id" || key == "tasks";
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

Json parse(std::istream& in) {
  const int first = in.peek();
  const bool starts_as_json = first == '{' || first == ' ' || first == '\n' || first == '\r';
  try {
    auto parsed = Json::parse(in, [](int depth, Json::parse_event_t event, Json& key) {
      return event != Json::parse_event_t::key ||
             is_wanted(depth, key.get_ref<const std::string&>());
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

LbDatafile::Phase read_phase(const Json& phase, std::size_t index) {
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
  for (std::size_t task = 0; task < tasks.size(); ++task) {
    if (tasks[task].is_object()) continue;
    throw ValueError(fmt::format("phases[{}].tasks[{}] is {}; it must be an object", index, task,
                                 in_short(tasks[task])));
  }
  return {id.get<std::uint64_t>(), static_cast<Load>(tasks.size())};
}

}  // namespace

LbDatafile read_lbdatafile(std::istream& in) {
  const auto file = parse(in);
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
    const auto phase = read_phase(phases[i], i);
    const bool twice = std::any_of(read.phases.begin(), read.phases.end(),
                                   [&](const auto& other) { return other.id == phase.id; });
    if (twice) throw ValueError(fmt::format("phases[{}].id is {} again", i, phase.id));
    read.phases.push_back(phase);
  }
  return read;
}

}  // namespace isobar
