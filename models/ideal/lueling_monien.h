// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/ideal/ideal_scheme.h"
#include "models/ideal/partners.h"
#include "models/schemes/virtual_load.h"

namespace isobar {

struct LuelingMonienSetting {
  double f = 1.1;           ///< > 1: change of d_ii that begins a balancing
  Load limit = 4;           ///< C: packets that a PE may have borrowed
  bool resets_old = false;  ///< partners remember their d_jj as well (Section 4)
  bool excludes = false;    ///< class j is balanced without partner j (Section 4)
};

/// What the algorithm did, as Table 1 counts it.
struct LuelingMonienCounts {
  std::int64_t borrowed = 0;    ///< total borrow: packets of other classes that were consumed
  std::int64_t exchanged = 0;   ///< remote borrow: packets that came for borrowed ones
  std::int64_t exchanges = 0;   ///< how often
  std::int64_t failed = 0;      ///< borrow fail: their class's PE had none of its own
  std::int64_t decreased = 0;   ///< decrease sim: simulated decreases
  std::int64_t balancings = 0;  ///< balancing operations
  std::int64_t moved = 0;       ///< packets that came to another PE in them
};

/// The algorithm of the appendix in its authors' model: a balancing operation takes no time. See
/// docs/schemes/lueling-monien.md for readings.
class LuelingMonien final : public IdealPes {
 public:
  /// `partners` draws δ of them. `loads` by node are the PEs' own packets.
  LuelingMonien(const LuelingMonienSetting& setting, Partners partners,
                const std::vector<Load>& loads, Random random);

  void generate(Node node) override;
  bool consume(Node node) override;
  Load load(Node node) const override { return ledgers_[node].load(); }
  SchemeFigures figures() const override;

  const VirtualLoad& ledger(Node node) const { return ledgers_[node]; }
  const LuelingMonienCounts& counts() const { return counts_; }

  /// A load decrease of `packets` on PE `node`, without a balancing but those that it triggers.
  void decrease(Node node, Load packets);

 private:
  void balance_if_triggered(Node node);
  void balance(Node node);
  void exchange(Node node, Node creditor);
  void reduce(Node node, Node creditor);

  LuelingMonienSetting setting_;
  Partners partners_;
  std::vector<VirtualLoad> ledgers_;  ///< by node
  Random random_;
  LuelingMonienCounts counts_;
};

}  // namespace isobar
