// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/schemes/hetero/iterated_transfers.h"
#include "models/schemes/hetero/mailbox.h"

namespace isobar {

/// Heterogeneous implicit diffusion (Watts, Rieffel and Taylor 1998, Figure 1). An iteration
/// solves for the loads after a time step α by m Jacobi sweeps, with D and T as printed; then over
/// each link goes α(C_j·L_i − C_i·L_j)/(C_i + C_j) of the final L^(m), so that load is conserved
/// whatever m is.
///
/// m is as printed, once a calculation, from a reduction of the maximum. Where that maximum is not
/// clearly below 1 (a fast PE among many slow ones) it bounds nothing, and (D − 1)/D stands in its
/// place, the same sum in utilizations. And m is never too small for the iteration to converge.
///
/// The sum of an iteration's transfers falls along one potential, so that they have no circle:
/// whoever waits for what it is to get before it gives never gives more than it has.
class ImplicitDiffusion final : public IteratedTransfers {
 public:
  /// 0 < `alpha` < 1.
  ImplicitDiffusion(Node pes, const std::vector<Node>& neighbours, const TreePlace& place,
                    const IterationEnd& end, double alpha);

  const std::vector<Kind>& kinds() const override;

 private:
  static constexpr std::size_t load_kind = first_own_kind;
  static constexpr std::size_t shape_up = first_own_kind + 1;
  static constexpr std::size_t shape_down = first_own_kind + 2;

  void iterate(Messages& out) override;
  void listen(Node from, std::size_t kind, double first, double second, Messages& out) override;
  void advance(Messages& out);
  void tell(std::size_t kind, Messages& out) const;
  bool hear_all();
  void shape(Messages& out);
  void take_shape(Messages& out);
  void relax();
  void transfer();

  struct Neighbour {
    Node node = 0;
    double capacity = 1;
    double weight = 0;  ///< T
    double load = 0;    ///< L_j^(k − 1)
  };

  double alpha_;
  std::vector<Neighbour> neighbours_;
  Mailbox<double> heard_;
  TreeReduction shape_;
  double diagonal_ = 1;           ///< D
  std::int64_t sweeps_each_ = 0;  ///< m; 0: not yet known
  double initial_ = 0;            ///< L^(0)
  double current_ = 0;            ///< L^(k)
  std::int64_t sweep_ = 0;        ///< k
  bool exchanging_ = false;       ///< waits for L^(k) of neighbours
};

/// m of Figure 1: `ratio` = max ΣT/D, `diagonal` = max D.
std::int64_t jacobi_sweeps(double alpha, double ratio, double diagonal);

}  // namespace isobar
