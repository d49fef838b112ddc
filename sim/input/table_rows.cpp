// SPDX-License-Identifier: Apache-2.0
#include "sim/input/table_rows.h"

#include <csv.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "models/errors.h"
#include "models/text.h"

namespace isobar {
namespace {

constexpr std::size_t longest_field = 1 << 20;
constexpr std::string_view separators = "\t;,";
constexpr std::string_view blanks = " \t";

/// The separators, and the space, that stand outside of quotation marks, the text's ends left out.
std::string separators_in(std::string_view text) {
  std::string found;
  bool quoted = false;
  for (const char c : trim(text)) {
    if (c == '"') quoted = !quoted;
    if (!quoted && (c == ' ' || separators.find(c) != std::string_view::npos)) found += c;
  }
  return found;
}

/// The text with one space for several, outside of quotation marks.
std::string single_spaces(std::string_view text) {
  std::string single;
  bool quoted = false;
  for (const char c : trim(text)) {
    if (c == '"') quoted = !quoted;
    const bool space = !quoted && blanks.find(c) != std::string_view::npos;
    if (!space || single.back() != ' ') single += space ? ' ' : c;
  }
  return single;
}

/// Fields by libcsv.
class FieldParser {
 public:
  FieldParser(char separator, std::string& bytes) : bytes_(bytes) {
    csv_init(&parser_, CSV_STRICT | CSV_STRICT_FINI);
    csv_set_delim(&parser_, static_cast<unsigned char>(separator));
  }
  ~FieldParser() { csv_free(&parser_); }
  FieldParser(const FieldParser&) = delete;
  FieldParser& operator=(const FieldParser&) = delete;

  /// The ends of the fields in `bytes`. Throws ValueError naming the column, from 1.
  const std::vector<std::size_t>& parse(std::string_view text) {
    const bool whole =
        csv_parse(&parser_, text.data(), text.size(), take, nullptr, this) == text.size() &&
        csv_fini(&parser_, take, nullptr, this) == 0;
    if (!whole) {
      throw ValueError(
          fmt::format("column {}: a quotation mark is out of place", ends_.size() + 1));
    }
    return ends_;
  }

 private:
  static void take(void* field, std::size_t size, void* parser) {
    auto& self = *static_cast<FieldParser*>(parser);
    self.bytes_.append(static_cast<const char*>(field), size);
    self.ends_.push_back(self.bytes_.size());
  }

  csv_parser parser_{};
  std::string& bytes_;
  std::vector<std::size_t> ends_;
};

}  // namespace

TableRows::TableRows(std::istream& in) : in_(in) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  std::array<char, byte_order_mark.size()> start{};
  in_.read(start.data(), start.size());
  const std::string_view read(start.data(), static_cast<std::size_t>(in_.gcount()));
  const auto first = read.substr(0, 2);
  if (first == "\xFF\xFE" || first == "\xFE\xFF") {
    throw ValueError("is text in UTF-16, as Excel's \"Unicode Text\" is; save it as \"CSV UTF-8\"");
  }
  if (read != byte_order_mark) {
    in_.clear();
    in_.seekg(-static_cast<std::streamoff>(read.size()), std::ios::cur);
  }
}

/// The next line, without its end, which is \n, \r\n or \r.
bool TableRows::read_line(std::string& text) {
  text.clear();
  auto& buffer = *in_.rdbuf();
  std::size_t field = 0;  // characters since the last separator
  for (int c = buffer.sbumpc();; c = buffer.sbumpc()) {
    if (c == std::char_traits<char>::eof()) {
      in_.setstate(std::ios::eofbit);
      break;
    }
    if (c == '\n') break;
    if (c == '\r') {
      if (buffer.sgetc() == '\n') buffer.sbumpc();
      break;
    }
    text += static_cast<char>(c);
    const bool ends = c == ' ' || separators.find(static_cast<char>(c)) != std::string_view::npos;
    field = ends ? 0 : field + 1;
    if (field > longest_field && text.front() != '#') {
      throw ValueError(
          fmt::format("row {}: a field has over {} characters", line_ + 1, longest_field));
    }
  }
  ++line_;
  return !text.empty() || !in_.eof();
}

/// Reads on to the next line that is a row.
bool TableRows::read_row() {
  std::string text;
  while (!in_.eof() && read_line(text)) {
    const auto first = text.find_first_not_of(" \t,;");
    if (first == std::string::npos || text[text.find_first_not_of(blanks)] == '#') continue;
    constexpr std::string_view says_separator = "sep=";
    if (line_ == 1 && text.size() == says_separator.size() + 1 &&
        text.compare(0, says_separator.size(), says_separator) == 0) {
      separator_ = text.back();
      continue;
    }
    ahead_.push_back({line_, std::move(text)});
    return true;
  }
  if (in_.bad()) throw ValueError("reading failed");
  return false;
}

void TableRows::find_separator() {
  const bool two = read_row() && read_row();
  if (ahead_.empty() || separator_ != '\0') return;
  const auto first = separators_in(ahead_.front().text);
  const auto second = two ? separators_in(ahead_.back().text) : first;
  const auto in = [](const std::string& found, char c) {
    return found.find(c) != std::string::npos;
  };
  for (const char c : separators) {
    if (in(first, c) && in(second, c)) separator_ = separator_ == '\0' ? c : separator_;
  }
  for (const char c : separators) {
    if (in(second, c)) separator_ = separator_ == '\0' ? c : separator_;
  }
  if (separator_ == '\0') separator_ = in(second, ' ') ? ' ' : ',';
}

void TableRows::split(const Line& line) {
  bytes_.clear();
  row_.line = line.number;
  row_.fields.clear();
  row_.starts_quoted = trim(line.text).front() == '"';
  FieldParser parser(separator_, bytes_);
  try {
    std::size_t begin = 0;
    const auto& ends = parser.parse(separator_ == ' ' ? single_spaces(line.text) : line.text);
    for (const auto end : ends) {
      row_.fields.push_back(std::string_view(bytes_).substr(begin, end - begin));
      begin = end;
    }
  } catch (const ValueError& error) {
    throw ValueError(fmt::format("row {}, {}", line.number, error.what()));
  }
}

TableRow* TableRows::next() {
  if (separator_ == '\0') find_separator();
  if (ahead_.empty() && !read_row()) return nullptr;
  split(ahead_.front());
  ahead_.pop_front();
  return &row_;
}

}  // namespace isobar
