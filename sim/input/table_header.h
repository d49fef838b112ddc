// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/input/table_rows.h"

namespace isobar {

/// The names of a table's columns, which stand in its first row, and what other rows have besides:
/// names of the rows, as pandas and R write them, under an empty name or under none, and separators
/// at their ends, as Excel writes them.
class TableHeader {
 public:
  /// `separator` is that of the table's fields.
  TableHeader(const TableRow& first, char separator);

  /// Without that of the column of row names.
  const std::vector<std::string>& names() const { return names_; }
  /// Leaves the fields of the table's columns in `row`. Throws ValueError, naming the row, if it
  /// has more or fewer, or if row names are numbers and do not ascend: then rows are not in the
  /// order of PEs.
  void settle(TableRow& row);
  /// The place in the file of a column, from 0: `row 3, column 2 (load)`.
  std::string place(const TableRow& row, std::size_t column) const;

 private:
  void check_order(const TableRow& row, std::string_view name);

  std::vector<std::string> names_;
  char separator_;
  std::optional<bool> has_row_names_;  ///< empty: the first row that is settled says it
  bool are_numbers_ = true;            ///< the row names so far
  std::int64_t last_ = -1;             ///< of these
};

/// Takes the empty fields at the end of a row that has more than `columns`.
void drop_trailing(TableRow& row, std::size_t columns);

}  // namespace isobar
