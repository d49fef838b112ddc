// SPDX-License-Identifier: Apache-2.0
#include "sim/input/table_header.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/errors.h"
#include "models/text.h"

namespace isobar {

void drop_trailing(TableRow& row, std::size_t columns) {
  while (row.fields.size() > columns && row.fields.back().empty()) row.fields.pop_back();
}

TableHeader::TableHeader(const TableRow& first, char separator) : separator_(separator) {
  for (const auto field : first.fields) names_.emplace_back(trim(field));
  while (names_.size() > 1 && names_.back().empty()) names_.pop_back();
  if (names_.front().empty()) {
    names_.erase(names_.begin());
    has_row_names_ = true;
  }
}

void TableHeader::settle(TableRow& row) {
  const std::size_t columns = names_.size();
  drop_trailing(row, columns + (has_row_names_.value_or(false) ? 1 : 0));
  if (!has_row_names_) {
    // Without a quotation mark a comma may as well be that of a fraction.
    const bool is_sure = separator_ != ',' || row.starts_quoted;
    has_row_names_ = is_sure && row.fields.size() == columns + 1;
  }
  const std::size_t before = *has_row_names_ ? 1 : 0;
  if (row.fields.size() != columns + before) {
    throw ValueError(fmt::format("row {}: {} fields; the first row names {} columns", row.line,
                                 row.fields.size() - std::min(before, row.fields.size()), columns));
  }
  if (before == 0) return;
  check_order(row, row.fields.front());
  row.fields.erase(row.fields.begin());
}

void TableHeader::check_order(const TableRow& row, std::string_view name) {
  constexpr std::size_t most_digits = 18;  // which fit into 64 bits
  are_numbers_ = are_numbers_ && !name.empty() && name.size() <= most_digits &&
                 name.find_first_not_of("0123456789") == std::string_view::npos;
  if (!are_numbers_) return;
  const auto number = std::stoll(std::string(name));
  if (number <= last_) {
    throw ValueError(
        fmt::format("row {}: it has the name {} behind one with the name {}; rows must be in the "
                    "order of PEs: sort them by their names",
                    row.line, number, last_));
  }
  last_ = number;
}

std::string TableHeader::place(const TableRow& row, std::size_t column) const {
  const std::size_t before = has_row_names_.value_or(false) ? 1 : 0;
  return fmt::format("row {}, column {} ({})", row.line, column + before + 1, names_[column]);
}

}  // namespace isobar
