// SPDX-License-Identifier: Apache-2.0
#include "models/spectra/graph_spectrum.h"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>

#include "models/errors.h"

namespace isobar {

std::vector<double> eigenvalues_of_links(const Fabric& fabric) {
  if (fabric.nodes() > max_spectrum_nodes) {
    throw ValueError(
        fmt::format("{} has {} PEs; the eigenvalues of a graph, and with them what converges "
                    "fastest, are found for at most {}: give alpha and beta yourself",
                    fabric.name(), fabric.nodes(), max_spectrum_nodes));
  }
  Eigen::MatrixXd laplacian = Eigen::MatrixXd::Zero(fabric.nodes(), fabric.nodes());
  for (std::uint64_t slot = 0; slot < fabric.link_slots(); ++slot) {
    const auto link = fabric.link(slot);
    if (!link) continue;
    laplacian(link->from, link->from) += 1;
    laplacian(link->from, link->to) -= 1;
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(laplacian, Eigen::EigenvaluesOnly);
  const auto& values = solver.eigenvalues();
  std::vector<double> list(values.data(), values.data() + values.size());
  list.front() = 0;  // what is there is 0 with a rounding error
  return list;
}

}  // namespace isobar
