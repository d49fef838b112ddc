// SPDX-License-Identifier: Apache-2.0
#include "sim/input/read_csv.h"

#include <csv.h>
#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <exception>
#include <string>
#include <string_view>

#include "models/errors.h"
#include "models/text.h"
#include "models/workloads/initial_load.h"
#include "sim/input/load_array.h"

namespace isobar {
namespace {

constexpr std::size_t longest_field = 1 << 20;

/// Splits text at its line ends, drops comments, and has libcsv split each line into fields.
class CsvReader {
 public:
  CsvReader() { csv_init(&parser_, CSV_STRICT | CSV_STRICT_FINI); }
  ~CsvReader() { csv_free(&parser_); }
  CsvReader(const CsvReader&) = delete;
  CsvReader& operator=(const CsvReader&) = delete;

  /// The next bytes of the file, cut anywhere.
  void feed(std::string_view bytes) {
    while (!bytes.empty()) {
      if (after_return_ && bytes.front() == '\n') {
        bytes.remove_prefix(1);
        after_return_ = false;
        continue;
      }
      const auto end = bytes.find_first_of("\r\n");
      feed_line(bytes.substr(0, end));
      after_return_ = false;
      if (end == std::string_view::npos) return;
      after_return_ = bytes[end] == '\r';
      end_line();
      bytes.remove_prefix(end + 1);
    }
  }

  void finish() { end_line(); }

  /// Row by row.
  const std::vector<Load>& loads() const { return loads_; }
  /// How many loads each row has.
  std::uint64_t columns() const { return columns_; }
  std::uint64_t rows() const { return columns_ == 0 ? 0 : loads_.size() / columns_; }

 private:
  void feed_line(std::string_view part) {
    if (at_line_start_) {
      const auto first = part.find_first_not_of(" \t");
      if (first == std::string_view::npos) return;
      part.remove_prefix(first);
      at_line_start_ = false;
      comment_ = part.front() == '#';
    }
    if (comment_) return;
    check(csv_parse(&parser_, part.data(), part.size(), take_field, nullptr, this) == part.size());
    // A field may not end before the file does: a disk image, say.
    if (csv_get_buffer_size(&parser_) > longest_field) {
      throw ValueError(
          fmt::format("{}: a load must be a whole number from 0 to {}, not over {} "
                      "characters",
                      place(column_ + 1), max_total_load, longest_field));
    }
  }

  void end_line() {
    if (!at_line_start_ && !comment_) {
      check(csv_fini(&parser_, take_field, nullptr, this) == 0);
      check_columns();
    }
    at_line_start_ = true;
    comment_ = false;
    column_ = 0;
    ++row_;
  }

  /// Rows must be equally long, or nobody could say which column a load stands in.
  void check_columns() {
    const auto columns = static_cast<std::uint64_t>(column_);
    if (columns_ == 0) {
      columns_ = columns;
      first_row_ = row_;
    }
    if (columns == columns_) return;
    throw ValueError(
        fmt::format("row {} and row {} have {} and {} columns; rows must be equally long, or "
                    "all loads stand in one row or one column, in node order",
                    first_row_, row_, columns_, columns));
  }

  void check(bool parsed) const {
    if (error_) std::rethrow_exception(error_);
    if (parsed) return;
    if (csv_error(&parser_) == CSV_ENOMEM || csv_error(&parser_) == CSV_ETOOBIG) {
      throw ValueError(fmt::format("{}: the field does not fit into memory", place(column_ + 1)));
    }
    throw ValueError(fmt::format("{}: a quotation mark is out of place", place(column_ + 1)));
  }

  std::string place(std::int64_t column) const {
    return fmt::format("row {}, column {}", row_, column);
  }

  // No exception may pass through libcsv, which is C: the first one waits in error_.
  static void take_field(void* bytes, std::size_t size, void* reader) noexcept {
    auto& self = *static_cast<CsvReader*>(reader);
    if (self.error_) return;
    try {
      ++self.column_;
      self.take({static_cast<const char*>(bytes), size});
    } catch (...) {
      self.error_ = std::current_exception();
    }
  }

  void take(std::string_view field) {
    constexpr std::size_t longest = 20;  // digits of a 64-bit number
    const bool plain =
        !field.empty() && field.find_first_not_of("0123456789") == std::string_view::npos;
    if (!plain || field.size() > longest) {
      throw ValueError(fmt::format("{}: a load must be a whole number from 0 to {}, not {:?}{}",
                                   place(column_), max_total_load, field.substr(0, 2 * longest),
                                   field.size() > 2 * longest ? "..." : ""));
    }
    loads_.push_back(parse_integer(field, place(column_) + ": a load", 0, max_total_load));
  }

  mutable csv_parser parser_{};
  std::vector<Load> loads_;
  std::exception_ptr error_;
  std::uint64_t columns_ = 0;   // of the rows so far
  std::int64_t first_row_ = 0;  // that is neither blank nor a comment
  std::int64_t row_ = 1;
  std::int64_t column_ = 0;  // of the last field
  bool at_line_start_ = true;
  bool comment_ = false;
  bool after_return_ = false;
};

}  // namespace

std::vector<Load> read_csv(std::istream& in, const Fabric& fabric) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  CsvReader reader;
  std::array<char, 1 << 16> block;
  for (bool first = true; in; first = false) {
    in.read(block.data(), block.size());
    std::string_view bytes(block.data(), static_cast<std::size_t>(in.gcount()));
    if (first && bytes.substr(0, byte_order_mark.size()) == byte_order_mark) {
      bytes.remove_prefix(byte_order_mark.size());
    }
    reader.feed(bytes);
  }
  if (in.bad()) throw ValueError("reading failed");
  reader.finish();
  const auto& written = reader.loads();
  if (reader.rows() < 2 || reader.columns() < 2) return written;
  check_shape({reader.rows(), reader.columns()}, fabric, ArrayForm::rows_and_columns);
  std::vector<Load> loads(written.size());
  for (std::size_t i = 0; i < written.size(); ++i) loads[node_in_c_order(fabric, i)] = written[i];
  return loads;
}

}  // namespace isobar
