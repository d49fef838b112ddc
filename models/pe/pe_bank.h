// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>
#include <vector>

#include "models/pe/slot_interface.h"

namespace isobar {

class Pe;

/// The scheme's PEs of a fabric as one process: at each tick they act one after the other, the
/// newest first, which is the order in which the kernel would wake processes of their own. So a PE
/// costs the kernel nothing, and memory is read in its order.
class PeBank final : public sc_core::sc_module {
 public:
  /// `counter` must outlive it.
  PeBank(const sc_core::sc_module_name& name, SlotInterface& counter);

  /// The slot counter at whose ticks its PEs act.
  const SlotInterface& slot() const { return counter_; }
  /// From now on the PE, which must outlive the simulation, acts with the others.
  void add(Pe& pe) { pes_.push_back(&pe); }

 private:
  void act();

  SlotInterface& counter_;
  std::vector<Pe*> pes_;  ///< oldest first
};

}  // namespace isobar
