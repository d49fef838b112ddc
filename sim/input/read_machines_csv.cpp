// SPDX-License-Identifier: Apache-2.0
#include "sim/input/read_machines_csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "models/errors.h"
#include "models/text.h"
#include "sim/input/machines.h"
#include "sim/input/table_header.h"
#include "sim/input/table_rows.h"

namespace isobar {
namespace {

void check_columns(const std::vector<std::string>& names) {
  const auto count = [&](std::string_view name) {
    return std::count(names.begin(), names.end(), name);
  };
  for (const auto& name : names) {
    if (name != "speed" && name != "executors" && name != "memory" && name != "name" &&
        name != "format") {
      throw ValueError(
          fmt::format("unknown column {:?}; allowed: speed, executors, memory, name, format",
                      name.substr(0, 40)));
    }
    if (count(name) > 1) throw ValueError(fmt::format("two columns are named {}", name));
  }
  if (count("speed") + count("executors") + count("memory") == 0) {
    throw ValueError("a table of machines has a column speed, executors or memory");
  }
}

/// What `read` does, with the row in front of its errors.
template <typename Read>
void in_row(std::int64_t line, Read read) {
  try {
    read();
  } catch (const ValueError& error) {
    throw ValueError(fmt::format("row {}: {}", line, error.what()));
  }
}

void take_machine(const TableRow& row, const std::vector<std::string>& names, bool decimal_comma,
                  MachineTable& table) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::string field(trim(row.fields[i]));
    if (names[i] == "name") {
      table.names.push_back(field);
    } else if (names[i] == "format") {
      table.formats.push_back(field);
    } else if (names[i] == "executors") {
      table.executors.push_back(parse_executors(field));
    } else if (names[i] == "memory") {
      table.memories.push_back(parse_memory(field.empty() ? "none" : field));
    } else {
      if (decimal_comma) std::replace(field.begin(), field.end(), ',', '.');
      table.speeds.push_back(parse_speed(field));
    }
  }
}

}  // namespace

MachineTable read_machines_csv(std::istream& in, Node pes) {
  TableRows rows(in);
  const auto* first = rows.next();
  if (first == nullptr) throw ValueError("the table has no row with the names of its columns");
  TableHeader header(*first, rows.separator());
  const auto& names = header.names();
  in_row(first->line, [&] { check_columns(names); });
  MachineTable table;
  Node machines = 0;
  while (auto* row = rows.next()) {
    header.settle(*row);
    if (++machines > pes) continue;
    in_row(row->line, [&] { take_machine(*row, names, rows.has_decimal_comma(), table); });
  }
  if (machines != pes) {
    throw ValueError(fmt::format("{} machines for {} PEs; a row a PE is needed", machines, pes));
  }
  return table;
}

}  // namespace isobar
