// SPDX-License-Identifier: Apache-2.0
#include "sim/input/read_csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>

#include "models/errors.h"
#include "models/text.h"
#include "models/workloads/initial_load.h"
#include "sim/input/load_array.h"
#include "sim/input/table_header.h"
#include "sim/input/table_rows.h"
#include "sim/input/whole_number.h"

namespace isobar {
namespace {

/// Whether the names are numbers in their order: 0, 1, … as pandas has them, or V1, V2, … or X1,
/// X2, … as R.
bool only_number(const std::vector<std::string>& names) {
  for (const auto& [letter, first] : {std::pair{"", 0}, {"", 1}, {"V", 1}, {"X", 1}}) {
    std::size_t alike = 0;
    while (alike < names.size() && names[alike] == letter + std::to_string(first + alike)) ++alike;
    if (alike == names.size()) return true;
  }
  return false;
}

/// What can be the name of a column: no number, whole or not, and nothing of a binary file.
bool is_name(std::string_view field) {
  const auto is_control = [](unsigned char c) { return std::iscntrl(c) != 0; };
  const bool is_number = !field.empty() && field.front() != 'e' && field.front() != 'E' &&
                         field.find_first_not_of("0123456789.,+-eE") == std::string_view::npos;
  return !is_number && std::none_of(field.begin(), field.end(), is_control);
}

/// Whether a table's first row has the names of its columns: no number is among them, or the first
/// is empty, that of the row names' column.
bool is_header(const TableRow& row) {
  const auto& fields = row.fields;
  return fields.front().empty() || std::all_of(fields.begin(), fields.end(), is_name);
}

/// The names, of many only the first ones.
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t most = 12;
  constexpr std::size_t longest = 30;
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i) {
    list += (i == 0 ? "" : ", ") + names[i].substr(0, longest);
  }
  return names.size() > most ? list + ", ..." : list;
}

/// Takes the loads of a table, row by row.
class LoadTable {
 public:
  LoadTable(std::istream& in, std::string_view column) : rows_(in), column_(column) {}

  /// Row by row.
  NarrowArray read() {
    const auto* first = rows_.next();
    if (first == nullptr) return {};
    if (is_header(*first)) {
      read_named(*first);
    } else {
      read_plain(*first);
    }
    return std::move(loads_);
  }

  std::uint64_t columns() const { return columns_; }
  std::uint64_t rows() const { return rows_read_; }

 private:
  void read_named(const TableRow& first) {
    const auto line = first.line;
    const std::vector<std::string> names(first.fields.begin(), first.fields.end());
    TableHeader header(first, rows_.separator());
    auto* row = rows_.next();
    if (row == nullptr)
      read_plain({line, {names.begin(), names.end()}, false});  // it names nothing
    for (; row != nullptr; row = rows_.next()) {
      header.settle(*row);
      if (columns_ == 0) choose(header.names());
      for (std::size_t i = chosen_; i < chosen_ + columns_; ++i) {
        take(row->fields[i], [&] { return header.place(*row, i); });
      }
      ++rows_read_;
    }
  }

  /// Which columns have loads.
  void choose(const std::vector<std::string>& names) {
    if (column_.empty()) {
      if (names.size() > 1 && !only_number(names)) {
        throw ValueError(fmt::format(
            "has the columns {}; column=NAME behind the file says which of them has the loads",
            listed(names)));
      }
      columns_ = names.size();
      return;
    }
    const auto found = std::find(names.begin(), names.end(), column_);
    if (found == names.end()) {
      throw ValueError(
          fmt::format("has no column {:?}; there are: {}", column_.substr(0, 40), listed(names)));
    }
    if (std::find(found + 1, names.end(), column_) != names.end()) {
      throw ValueError(fmt::format("two columns are named {}", column_));
    }
    chosen_ = static_cast<std::size_t>(found - names.begin());
    columns_ = 1;
  }

  void read_plain(const TableRow& first) {
    if (!column_.empty()) {
      throw ValueError(fmt::format("row {} does not name the columns, so that none is {:?}",
                                   first.line, column_.substr(0, 40)));
    }
    take_plain(first);
    while (const auto* row = rows_.next()) take_plain(*row);
  }

  /// Rows must be equally long, or nobody could say which column a load stands in.
  void take_plain(TableRow row) {
    drop_trailing(row, std::max<std::size_t>(columns_, 1));
    const auto columns = row.fields.size();
    if (columns_ == 0) {
      columns_ = columns;
      first_row_ = row.line;
    }
    for (std::size_t i = 0; i < columns; ++i) {
      take(row.fields[i], [&] { return fmt::format("row {}, column {}", row.line, i + 1); });
    }
    ++rows_read_;
    if (columns == columns_) return;
    throw ValueError(
        fmt::format("row {} and row {} have {} and {} columns; rows must be equally long, or "
                    "all loads stand in one row or one column, in node order",
                    first_row_, row.line, columns_, columns));
  }

  template <typename Place>
  void take(std::string_view field, Place place) {
    constexpr std::size_t longest = 40;
    const bool decimal_comma = rows_.has_decimal_comma();
    if (decimal_comma && may_be_thousands(field)) {
      throw ValueError(
          fmt::format("{}: {:?} may be a number of thousands, or one with a fraction; "
                      "write it as digits alone",
                      place(), field));
    }
    const auto digits = whole_digits(field, decimal_comma);
    if (!digits) {
      throw ValueError(fmt::format("{}: a load must be a whole number from 0 to {}, not {:?}{}",
                                   place(), max_total_load, field.substr(0, longest),
                                   field.size() > longest ? "..." : ""));
    }
    const bool plain = digits->size() < 15;  // far below the largest load
    loads_.push_back(plain ? std::stoll(*digits)
                           : parse_integer(*digits, place() + ": a load", 0, max_total_load));
  }

  TableRows rows_;
  std::string_view column_;
  std::size_t chosen_ = 0;  // the first column with loads
  NarrowArray loads_;
  std::uint64_t columns_ = 0;  // of loads, of the rows so far
  std::uint64_t rows_read_ = 0;
  std::int64_t first_row_ = 0;  // that is neither blank nor a comment
};

}  // namespace

NarrowArray read_csv(std::istream& in, const Fabric& fabric, std::string_view column) {
  LoadTable table(in, column);
  auto written = table.read();
  if (table.rows() < 2 || table.columns() < 2) return written;
  check_shape({table.rows(), table.columns()}, fabric, ArrayForm::rows_and_columns);
  NarrowArray loads(written.size());
  for (std::size_t i = 0; i < written.size(); ++i) loads[node_in_c_order(fabric, i)] = written[i];
  return loads;
}

}  // namespace isobar
