// SPDX-License-Identifier: Apache-2.0
#include "sim/input/read_machines_toml.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "models/errors.h"
#include "models/experiment/experiment.h"
#include "sim/input/machines.h"
#include "sim/input/toml_text.h"

namespace isobar {
namespace {

[[noreturn]] void fail(const toml::source_region& at, const std::string& reason) {
  throw ValueError(fmt::format("line {}: {}", at.begin.line, reason));
}

/// A number or a text, as it is written.
std::optional<std::string> value(const toml::table& machine, const char* key) {
  const auto* node = machine.get(key);
  if (node == nullptr) return std::nullopt;
  if (node->is_string() || node->is_number()) return toml_text(*node);
  fail(node->source(), fmt::format("{} is no number and no text", key));
}

struct Machine {
  std::optional<Rational> speed;
  std::optional<unsigned> executors;
  std::optional<std::int64_t> memory;
  std::string name;
  std::string format;
};

Machine machine_of(const toml::table& table) {
  for (const auto& [key, node] : table) {
    if (key == "speed" || key == "executors" || key == "memory" || key == "name" ||
        key == "format") {
      continue;
    }
    fail(node.source(),
         fmt::format("unknown key '{}'; allowed: speed, executors, memory, name, format",
                     key.str()));
  }
  try {
    Machine machine;
    if (const auto text = value(table, "speed")) machine.speed = parse_speed(*text);
    if (const auto text = value(table, "executors")) machine.executors = parse_executors(*text);
    if (const auto text = value(table, "memory")) machine.memory = parse_memory(*text);
    machine.name = value(table, "name").value_or("");
    machine.format = value(table, "format").value_or("");
    return machine;
  } catch (const ValueError& error) {
    const std::string reason = error.what();
    if (reason.rfind("line ", 0) == 0) throw;
    fail(table.source(), reason);
  }
}

toml::table parsed(std::istream& in) {
  try {
    return toml::parse(in);
  } catch (const toml::parse_error& error) {
    fail(error.source(), toml_complaint(error));
  }
}

}  // namespace

MachineTable read_machines_toml(std::istream& in, Node pes) {
  const auto file = parsed(in);
  for (const auto& [key, node] : file) {
    if (key == "machine" && node.is_array_of_tables()) continue;
    fail(node.source(), fmt::format("'{}' is no [[machine]]", key.str()));
  }
  std::vector<Machine> machines;
  if (const auto* all = file["machine"].as_array()) {
    for (const auto& one : *all) {
      machines.push_back(machine_of(*one.as_table()));
      if (machines.back().speed.has_value() == machines.front().speed.has_value()) continue;
      fail(one.source(), "one machine has a speed, another has none");
    }
  }
  if (machines.size() != pes) {
    throw ValueError(
        fmt::format("{} machines for {} PEs; a [[machine]] a PE is needed", machines.size(), pes));
  }
  const auto any = [&](auto has) { return std::any_of(machines.begin(), machines.end(), has); };
  const bool have_executors = any([](const Machine& m) { return m.executors.has_value(); });
  const bool have_memory = any([](const Machine& m) { return m.memory.has_value(); });
  const bool have_name = any([](const Machine& m) { return !m.name.empty(); });
  const bool have_format = any([](const Machine& m) { return !m.format.empty(); });
  MachineTable table;
  for (const auto& machine : machines) {
    if (machine.speed) table.speeds.push_back(*machine.speed);
    if (have_executors) table.executors.push_back(machine.executors.value_or(1));
    if (have_memory) table.memories.push_back(machine.memory.value_or(no_bound));
    if (have_name) table.names.push_back(machine.name);
    if (have_format) table.formats.push_back(machine.format);
  }
  if (table.speeds.empty() && table.executors.empty() && table.memories.empty()) {
    throw ValueError("a table of machines has a speed for each, or executors, or a memory");
  }
  return table;
}

}  // namespace isobar
