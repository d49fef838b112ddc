// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "models/schemes/hetero/halving.h"
#include "models/schemes/hetero/mailbox.h"
#include "models/schemes/hetero/transfer_calculation.h"

namespace isobar {

/// Heterogeneous hierarchical balancing (Watts, Rieffel and Taylor 1998, Load transfer
/// calculation): PEs in number order are halved, and between the halves goes
/// ΔL = (C_2·L_1 − C_1·L_2)/(C_1 + C_2); then each half is halved. Sums go up to a domain's manager
/// over those of its parts, and which share of its load a PE gives comes down the same path. Each
/// giver gives that share to its partner and says how much.
///
/// After the last level loads are proportional to capacities, whatever they were. Transfers have
/// no circle: whoever waits for what it is to get before it gives never gives more than it has.
/// No more than 3 messages a PE and level.
class HierarchicalTransfers final : public TransferCalculation {
 public:
  HierarchicalTransfers(Node pes, Node self);

  const std::vector<Kind>& kinds() const override;
  void start(double load, double capacity, Messages& out) override;
  void hear(Node from, std::size_t kind, double first, double second, Messages& out) override;
  bool done() const override { return stage_ == Stage::done; }
  const std::map<Node, double>& transfers() const override { return transfers_; }
  std::int64_t sweeps() const override { return static_cast<std::int64_t>(level_); }

 private:
  static constexpr std::size_t opening = 0;
  static constexpr std::size_t sum_kind = 1;
  static constexpr std::size_t share_kind = 2;
  static constexpr std::size_t gift_kind = 3;
  enum class Stage { gathers, is_told, receives, done };

  struct Level {
    HalvedDomain domain;
    Node partner = 0;
    std::vector<Node> givers;
    double right_capacity = 0;  ///< where this PE is the manager
  };
  struct Sum {
    double load = 0;
    double capacity = 0;
  };

  void advance(Messages& out);
  bool gather(Messages& out);
  bool hear_share(Messages& out);
  void apply(double share, Messages& out);
  bool receive();
  void next_level();
  /// The levels of whose domains this PE is the manager, within the domain of `level_`.
  std::size_t managed() const;

  Node self_;
  std::vector<Level> levels_;
  std::size_t manages_from_ = 0;
  Mailbox<Sum> sums_;
  Mailbox<double> shares_;
  Mailbox<double> gifts_;

  Stage stage_ = Stage::done;
  std::size_t level_ = 0;
  double load_ = 0;
  double capacity_ = 1;
  std::map<Node, double> transfers_;
};

}  // namespace isobar
