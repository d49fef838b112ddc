// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/schemes/contract/ideal_scheme.h"
#include "models/schemes/lueling_monien/lueling_monien_counts.h"
#include "models/schemes/lueling_monien/lueling_monien_setting.h"
#include "models/schemes/lueling_monien/partners.h"
#include "models/schemes/lueling_monien/virtual_load.h"

namespace isobar {

/// The algorithm of the appendix in its authors' model: a balancing operation takes no time
/// (docs/schemes/lueling-monien.md).
class LuelingMonienPes final : public IdealPes {
 public:
  /// `loads` by node are the PEs' own packets.
  LuelingMonienPes(const LuelingMonienSetting& setting, const Fabric& fabric,
                   const std::vector<Load>& loads, SmallRandom random);

  const std::vector<Node>& turns() override;
  bool consumes_first() override;
  void generate(Node node) override;
  bool consume(Node node) override;
  void end_turn(Node node) override { balance_if_triggered(node); }
  Load load(Node node) const override { return ledgers_[node].load(); }
  SchemeStatistics statistics() const override { return counts_.statistics(); }

  const VirtualLoad& ledger(Node node) const { return ledgers_[node]; }
  const LuelingMonienCounts& counts() const { return counts_; }
  /// How many balancing operations it has begun: its local time (Section 4).
  std::int64_t local_time(Node node) const { return local_times_[node]; }

 private:
  void balance_if_triggered(Node node);
  void balance(Node node);
  Node creditor(const VirtualLoad& self);
  void exchange(Node node, Node creditor);
  void reduce(Node node, Node creditor);

  LuelingMonienSetting setting_;
  std::vector<Partners> partners_;         ///< by node
  std::vector<VirtualLoad> ledgers_;       ///< by node
  std::vector<std::int64_t> local_times_;  ///< by node
  std::vector<Node> turns_;
  SmallRandom random_;
  LuelingMonienCounts counts_;
};

}  // namespace isobar
