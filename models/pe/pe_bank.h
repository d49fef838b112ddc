// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <exception>
#include <gsl/span>
#include <memory>
#include <systemc>
#include <vector>

#include "models/link/arrivals.h"
#include "models/pe/pe_hardware.h"
#include "models/pe/slot_interface.h"
#include "models/team.h"

namespace isobar {

/// The scheme's PEs of a fabric as one process: at each tick they act one after the other, the
/// newest first, which is the order in which the kernel would wake processes of their own. So a PE
/// costs the kernel nothing, and memory is read in its order.
///
/// Threads share the PEs where nobody else is told of what PEs do: no observer, executor, link of
/// the user's own or process that waits for an arrival. What comes of it is the same.
class PeBank final : public sc_core::sc_module {
 public:
  /// `counter` and `arrivals`, the events of the fabric's links, must outlive it. Its PEs act on so
  /// many `threads`; 0: as many as help.
  PeBank(const sc_core::sc_module_name& name, SlotInterface& counter, const Arrivals& arrivals,
         const PeSetting& setting, unsigned threads);

  /// The slot counter at whose ticks its PEs act.
  const SlotInterface& slot() const { return counter_; }
  /// What its PEs share.
  PeSetting& setting() { return setting_; }
  /// From now on a PE, whose state must outlive the simulation, acts with the others, by the
  /// hardware that is returned.
  PeHardware& add(PeState& pe);

 private:
  using Pes = gsl::span<PeState* const>;
  /// The PEs that one thread has act.
  struct alignas(64) Part {
    PeHardware hardware;
    Pes pes;  ///< oldest first
    std::exception_ptr error{};
  };

  void start_of_simulation() override;
  bool has_outsiders() const;
  void act();
  void act_together();
  /// Whether a message can be sent over a link in the tick in which another is taken in from it.
  bool links_have_two_users() const;
  static void act_one_by_one(PeHardware& hardware, Pes pes);
  static void take_in(PeHardware& hardware, Pes pes);
  static void respond(PeHardware& hardware, Pes pes);

  SlotInterface& counter_;
  const Arrivals& arrivals_;
  PeSetting setting_;
  unsigned threads_;
  PeHardware hardware_;
  std::vector<PeState*> pes_;   ///< oldest first
  std::unique_ptr<Team> team_;  ///< null: one thread has all PEs act
  std::deque<Part> parts_;      ///< by thread, oldest PEs last
};

}  // namespace isobar
