// SPDX-License-Identifier: Apache-2.0
#include "sim/input/read_lb_entities.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "models/errors.h"

namespace isobar {
namespace {

using Json = nlohmann::json;

std::optional<std::uint64_t> whole_number(const Json& object, const char* key,
                                          const std::string& name) {
  const auto& value = lb_member(object, key);
  if (value.is_null()) return std::nullopt;
  if (value.is_number_unsigned()) return value.get<std::uint64_t>();
  throw ValueError(
      fmt::format("{}.{} is {}; it must be a whole number", name, key, lb_in_short(value)));
}

LbDatafile::Entity read_entity(const Json& entity, const std::string& name) {
  if (const auto id = whole_number(entity, "id", name)) return {*id, std::nullopt};
  const auto number = whole_number(entity, "seq_id", name);
  const auto home = whole_number(entity, "home", name);
  if (number && home) return {*number, home};
  throw ValueError(fmt::format("{} must have an \"id\", or a \"seq_id\" and a \"home\"", name));
}

LbDatafile::End read_end(const Json& end, const std::string& name) {
  return {read_entity(end, name), lb_member(end, "migratable") != false};
}

std::int64_t read_bytes(const Json& object, const char* key, const std::string& name) {
  return static_cast<std::int64_t>(std::ceil(lb_number(object, key, name, "bytes", most_lb_bytes)));
}

/// The block's number. vt says -1 of a task that shares none.
std::optional<std::uint64_t> read_block(const Json& user_defined, const std::string& name) {
  const auto& id = lb_member(user_defined, "shared_id");
  if (id.is_number_integer() && !id.is_number_unsigned() && id.get<std::int64_t>() == -1) return {};
  return whole_number(user_defined, "shared_id", name);
}

std::optional<LbDatafile::Memory> read_memory(const Json& user_defined, const std::string& name) {
  LbDatafile::Memory memory;
  bool is_said = false;
  const auto read = [&](const char* key, std::int64_t& bytes) {
    if (lb_member(user_defined, key).is_null()) return;
    bytes = read_bytes(user_defined, key, name);
    is_said = true;
  };
  read("task_footprint_bytes", memory.footprint);
  read("task_working_bytes", memory.working);
  read("rank_working_bytes", memory.rank_working);
  memory.block = read_block(user_defined, name);
  if (memory.block) {
    read("shared_bytes", memory.block_bytes);
    memory.home = whole_number(user_defined, "home_rank", name);
  }
  if (!is_said) return std::nullopt;
  return memory;
}

}  // namespace

LbDatafile::PersistentTask read_lb_persistent(const Json& task, const std::string& name) {
  const auto& entity = lb_member(task, "entity");
  LbDatafile::PersistentTask read;
  read.entity = read_entity(entity, name + ".entity");
  const auto& migratable = lb_member(entity, "migratable");
  if (!migratable.is_boolean()) {
    throw ValueError(fmt::format("{}.entity.migratable is {}; it must be true or false", name,
                                 lb_in_short(migratable)));
  }
  read.migratable = migratable.get<bool>();
  constexpr auto key = "task_serialized_bytes";
  const auto& user_defined = lb_member(task, "user_defined");
  if (!lb_member(user_defined, key).is_null()) {
    read.bytes = read_bytes(user_defined, key, name + ".user_defined");
  }
  read.memory = read_memory(user_defined, name + ".user_defined");
  return read;
}

void read_lb_communications(const Json& phase, const std::string& name, LbDatafile::Phase& read) {
  const auto& all = lb_member(phase, "communications");
  if (!all.is_array() && !all.is_null()) {
    throw ValueError(
        fmt::format("{}.communications is {}; it must be an array", name, lb_in_short(all)));
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto& one = all[i];
    const auto place = fmt::format("{}.communications[{}]", name, i);
    if (!one.is_object()) {
      throw ValueError(fmt::format("{} is {}; it must be an object", place, lb_in_short(one)));
    }
    const auto& from = lb_member(one, "from");
    const auto& to = lb_member(one, "to");
    // The others are broadcasts, or have a node at one end.
    if (lb_member(one, "type") != "SendRecv" || lb_member(from, "type") != "object" ||
        lb_member(to, "type") != "object") {
      ++read.other_communications;
      continue;
    }
    read.communications.push_back({read_end(from, place + ".from"), read_end(to, place + ".to"),
                                   read_bytes(one, "bytes", place), i});
  }
}

}  // namespace isobar
