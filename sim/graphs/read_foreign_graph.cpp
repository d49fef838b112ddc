// SPDX-License-Identifier: Apache-2.0
#include "sim/graphs/read_foreign_graph.h"

namespace isobar {

ForeignGraph read_foreign_graph(const std::filesystem::path& file, const std::string& format) {
  if (format == "dot") return read_dot(file);
  if (format == "metis") return read_metis(file);
  if (format == "matrix-market") return read_matrix_market(file);
  return read_by_igraph(file, format);
}

}  // namespace isobar
