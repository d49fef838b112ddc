// SPDX-License-Identifier: Apache-2.0
#include "sim/input/read_machines_csv.h"

#include <csv.h>
#include <fmt/format.h>

#include <algorithm>

#include "models/errors.h"
#include "models/text.h"
#include "sim/input/input_lines.h"
#include "sim/input/machines.h"

namespace isobar {
namespace {

/// The fields of one line, by libcsv.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  csv_parser parser{};
  csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI);
  const auto take = [](void* bytes, std::size_t size, void* list) {
    static_cast<std::vector<std::string>*>(list)->emplace_back(static_cast<const char*>(bytes),
                                                               size);
  };
  const bool whole =
      csv_parse(&parser, line.data(), line.size(), take, nullptr, &fields) == line.size() &&
      csv_fini(&parser, take, nullptr, &fields) == 0;
  csv_free(&parser);
  if (!whole) throw ValueError("a quotation mark is out of place");
  return fields;
}

class MachineReader {
 public:
  explicit MachineReader(Node pes) : pes_(pes) {}

  void line(const std::string& text) {
    const auto fields = fields_of(text);
    if (columns_.empty()) {
      head(fields);
    } else {
      row(fields);
    }
  }

  MachineTable finish() {
    if (columns_.empty()) throw ValueError("the table has no row with the names of its columns");
    if (rows_ != pes_) {
      throw ValueError(fmt::format("{} machines for {} PEs; a row a PE is needed", rows_, pes_));
    }
    return std::move(table_);
  }

 private:
  bool has(const char* name) const {
    return std::count(columns_.begin(), columns_.end(), name) > 0;
  }

  void head(const std::vector<std::string>& names) {
    for (const auto& field : names) {
      const std::string name(trim(field));
      if (name != "speed" && name != "memory" && name != "name") {
        throw ValueError(
            fmt::format("unknown column {:?}; allowed: speed, memory, name", field.substr(0, 40)));
      }
      if (has(name.c_str())) throw ValueError(fmt::format("two columns are named {}", name));
      columns_.push_back(name);
    }
    if (!has("speed") && !has("memory")) {
      throw ValueError("a table of machines has a column speed, or memory, or both");
    }
  }

  void row(const std::vector<std::string>& fields) {
    if (fields.size() != columns_.size()) {
      throw ValueError(
          fmt::format("{} fields, where the table has {} columns", fields.size(), columns_.size()));
    }
    if (++rows_ > pes_) return;  // finish() says how many there are
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const std::string field(trim(fields[i]));
      if (columns_[i] == "speed") {
        table_.speeds.push_back(parse_speed(field));
      } else if (columns_[i] == "memory") {
        table_.memories.push_back(parse_memory(field.empty() ? "none" : field));
      } else {
        table_.names.push_back(field);
      }
    }
  }

  Node pes_;
  std::vector<std::string> columns_;
  Node rows_ = 0;
  MachineTable table_;
};

}  // namespace

MachineTable read_machines_csv(std::istream& in, Node pes) {
  MachineReader reader(pes);
  for_each_line(in, [&](std::string_view text, std::int64_t /*number*/) {
    const std::string line(trim(text));
    if (!line.empty() && line.front() != '#') reader.line(line);
  });
  return reader.finish();
}

}  // namespace isobar
