// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_spmatrix.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "models/errors.h"
#include "sim/graphs/read_foreign_graph.h"

namespace isobar {
namespace {

constexpr const char* no_entries =
    "its entries are not rows and columns from 1 within the size, with a value each";

/// Whether a line is an entry of a matrix of this size. GSL checks that too, and then forgets to
/// free what it has read.
bool is_entry(const std::string& line, std::uint64_t rows, std::uint64_t columns, bool has_value) {
  std::istringstream words(line);
  std::uint64_t row = 0;
  std::uint64_t column = 0;
  double value = 0;
  if (!(words >> row >> column) || (has_value && !(words >> value))) return false;
  return row >= 1 && row <= rows && column >= 1 && column <= columns;
}

/// The file as GSL reads it: a matrix that is a pattern gets a value in each entry.
std::string with_values(const std::filesystem::path& file, std::vector<std::string>& notes) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  std::string head = line;
  std::transform(head.begin(), head.end(), head.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  std::istringstream words(head);
  std::string banner;
  std::string object;
  std::string form;
  std::string field;
  words >> banner >> object >> form >> field;
  if (banner != "%%matrixmarket" || object != "matrix" || form != "coordinate") {
    throw ValueError(
        fmt::format("it begins with {:?}; allowed: %%MatrixMarket matrix coordinate ...", line));
  }
  if (field == "complex")
    throw ValueError("its values are complex; allowed: real, integer, pattern");
  std::string text = "%%MatrixMarket matrix coordinate real general\n";
  if (field != "pattern") notes.emplace_back("the values of its entries are not used");
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  std::uint64_t entries = 0;
  bool has_size = false;
  while (std::getline(in, line)) {
    const auto first = line.find_first_not_of(" \t\r");
    if (first == std::string::npos || line[first] == '%') continue;
    while (!line.empty() && line.back() == '\r') line.pop_back();
    if (!has_size && !(std::istringstream(line) >> rows >> columns >> entries)) {
      throw ValueError("its size is not rows, columns and entries");
    }
    if (has_size && (entries-- == 0 || !is_entry(line, rows, columns, field != "pattern"))) {
      throw ValueError(no_entries);
    }
    text += line;
    if (has_size && field == "pattern") text += " 1";
    text += '\n';
    has_size = true;
  }
  if (!has_size || entries != 0) throw ValueError(no_entries);
  return text;
}

}  // namespace

ForeignGraph read_matrix_market(const std::filesystem::path& file) {
  ForeignGraph graph;
  auto text = with_values(file, graph.notes);
  gsl_set_error_handler_off();
  const auto close = [](std::FILE* in) { std::fclose(in); };
  const std::unique_ptr<std::FILE, decltype(close)> in(fmemopen(text.data(), text.size(), "r"),
                                                       close);
  const auto free = [](gsl_spmatrix* matrix) { gsl_spmatrix_free(matrix); };
  const std::unique_ptr<gsl_spmatrix, decltype(free)> matrix(gsl_spmatrix_fscanf(in.get()), free);
  if (!matrix) throw ValueError(no_entries);
  if (matrix->size1 != matrix->size2) {
    throw ValueError(
        fmt::format("a matrix of {} rows and {} columns is no graph; they must be "
                    "equally many",
                    matrix->size1, matrix->size2));
  }
  graph.directed = true;
  graph.names.resize(matrix->size1);
  graph.attributes.resize(matrix->size1);
  for (std::size_t i = 0; i < matrix->nz; ++i) {
    graph.edges.push_back(
        {static_cast<std::size_t>(matrix->i[i]), static_cast<std::size_t>(matrix->p[i]), {}});
  }
  return graph;
}

}  // namespace isobar
