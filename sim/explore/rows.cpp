// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/rows.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "sim/config/config_json.h"

namespace isobar {
namespace {

std::string column_text(const SQLite::Column& column) {
  if (column.isNull()) return "";
  if (column.isInteger()) return fmt::format("{}", column.getInt64());
  if (column.isFloat()) return fmt::format("{}", column.getDouble());
  return column.getString();
}

std::string in_csv(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + '"';
}

void write_csv(SQLite::Statement& rows, std::ostream& out) {
  const int columns = rows.getColumnCount();
  for (int i = 0; i < columns; ++i) out << (i > 0 ? "," : "") << in_csv(rows.getColumnName(i));
  out << '\n';
  while (rows.executeStep()) {
    for (int i = 0; i < columns; ++i)
      out << (i > 0 ? "," : "") << in_csv(column_text(rows.getColumn(i)));
    out << '\n';
  }
}

Json json_of(const SQLite::Column& column) {
  if (column.isInteger()) return column.getInt64();
  if (column.isFloat()) return column.getDouble();
  return column.isNull() ? Json() : Json(column.getString());
}

std::string json_row(const SQLite::Statement& rows) {
  Json json = Json::object();
  for (int i = 0; i < rows.getColumnCount(); ++i) {
    json[rows.getColumnName(i)] = json_of(rows.getColumn(i));
  }
  return json_text(json);
}

void write_json(SQLite::Statement& rows, std::ostream& out) {
  const char* before = "[\n";
  while (rows.executeStep()) {
    out << before << json_row(rows);
    before = ",\n";
  }
  out << (*before == '[' ? "[]\n" : "\n]\n");
}

/// Places that a text takes: of UTF-8 each first byte is one.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
  }));
}

/// What would break the lines of a table or move a terminal's cursor is shown as a point.
std::string on_one_line(std::string text) {
  for (char& c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) c = '.';
  }
  return text;
}

struct TableColumn {
  std::vector<std::string> cells;  // the first is its name
  std::size_t width = 0;
  bool numbers = true;

  void add(const std::string& cell) {
    cells.push_back(on_one_line(cell));
    width = std::max(width, width_of(cells.back()));
  }
};

void write_table(SQLite::Statement& rows, std::ostream& out) {
  std::vector<TableColumn> columns(static_cast<std::size_t>(rows.getColumnCount()));
  for (std::size_t i = 0; i < columns.size(); ++i) {
    columns[i].add(rows.getColumnName(static_cast<int>(i)));
  }
  while (rows.executeStep()) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const auto column = rows.getColumn(static_cast<int>(i));
      columns[i].add(column.isFloat() ? fmt::format("{:.6g}", column.getDouble())
                                      : column_text(column));
      const bool text = !column.isNull() && !column.isInteger() && !column.isFloat();
      if (text) columns[i].numbers = false;
    }
  }
  for (std::size_t row = 0; row < columns.front().cells.size(); ++row) {
    std::string line;
    for (const auto& column : columns) {
      const auto& cell = column.cells[row];
      const std::string space(column.width - width_of(cell), ' ');
      line += (line.empty() ? "" : "  ") + (column.numbers ? space + cell : cell + space);
    }
    out << line.substr(0, line.find_last_not_of(' ') + 1) << '\n';
    if (row > 0) continue;
    std::string rule;
    for (const auto& column : columns) {
      rule += (rule.empty() ? "" : "  ") + std::string(column.width, '-');
    }
    out << rule << '\n';
  }
}

}  // namespace

void write_rows(SQLite::Statement& rows, RowFormat format, std::ostream& out) {
  switch (format) {
    case RowFormat::table:
      write_table(rows, out);
      break;
    case RowFormat::csv:
      write_csv(rows, out);
      break;
    case RowFormat::json_lines:
      while (rows.executeStep()) out << json_row(rows) << '\n';
      break;
    case RowFormat::json:
      write_json(rows, out);
      break;
  }
}

}  // namespace isobar
