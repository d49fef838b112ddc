// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

namespace isobar {

/// A line of a table.
struct TableRow {
  std::int64_t line = 0;  ///< from 1
  std::vector<std::string_view> fields;
  bool starts_quoted = false;  ///< its first field is in quotation marks
};

/// The rows of a table of text, as spreadsheets and tools for data write it. Fields are separated
/// by tabs, semicolons, commas or spaces: what stands between fields of the first two rows, or what
/// `sep=;` in the first line says. Fields can be quoted; white space around them, a byte-order
/// mark, any line ends, blank lines, lines of separators alone, and lines that start with `#` are
/// skipped.
class TableRows {
 public:
  /// Throws ValueError for a text in UTF-16; `in` must outlive this.
  explicit TableRows(std::istream& in);

  /// The next row, valid until the next call; null after the last. Throws ValueError naming line
  /// and column for a quotation mark out of place, for a field that has no end, and if reading
  /// fails.
  TableRow* next();
  char separator() const { return separator_; }
  /// Whether fractions may have a comma, as where Excel separates fields by semicolons.
  bool has_decimal_comma() const { return separator_ == ';' || separator_ == '\t'; }

 private:
  struct Line {
    std::int64_t number;
    std::string text;
  };

  bool read_line(std::string& text);
  bool read_row();
  void find_separator();
  void split(const Line& line);

  std::istream& in_;
  std::int64_t line_ = 0;
  std::deque<Line> ahead_;  // read, because the separator was to be found
  char separator_ = '\0';
  std::string bytes_;  // of the row's fields, one after another
  TableRow row_;
};

}  // namespace isobar
