// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <systemc>
#include <vector>

#include "models/pe/pe_hardware.h"
#include "models/pe/slot_interface.h"

namespace isobar {

/// The scheme's PEs of a fabric as one process: at each tick they act one after the other, the
/// newest first, which is the order in which the kernel would wake processes of their own. So a PE
/// costs the kernel nothing, and memory is read in its order.
class PeBank final : public sc_core::sc_module {
 public:
  /// `counter` must outlive it.
  PeBank(const sc_core::sc_module_name& name, SlotInterface& counter, const PeSetting& setting);

  /// The slot counter at whose ticks its PEs act.
  const SlotInterface& slot() const { return counter_; }
  /// What its PEs share.
  PeSetting& setting() { return setting_; }
  /// From now on a PE, whose state must outlive the simulation, acts with the others, by the
  /// hardware that is returned.
  PeHardware& add(PeState& pe);

 private:
  void act();

  SlotInterface& counter_;
  PeSetting setting_;
  PeHardware hardware_;
  std::vector<PeState*> pes_;  ///< oldest first
};

}  // namespace isobar
