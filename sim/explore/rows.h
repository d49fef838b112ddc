// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ostream>

namespace SQLite {
class Statement;
}

namespace isobar {

enum class RowFormat : std::uint8_t {
  table,       ///< aligned, for people; numbers to the right
  csv,         ///< RFC 4180 with a line of names; NULL is empty
  json_lines,  ///< an object a row and line
  json         ///< the same objects as one array
};

/// Writes the rows of a statement that has not been stepped. Numbers have all their digits.
void write_rows(SQLite::Statement& rows, RowFormat format, std::ostream& out);

}  // namespace isobar
