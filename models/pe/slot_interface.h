// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <systemc>
#include <vector>

#include "models/experiment/credits.h"
#include "models/schemes/contract/phase_rules.h"
#include "models/types.h"

namespace isobar {

/// What PEs do at a tick. Whatever has arrived by then they take in first.
enum class SlotAction : std::uint8_t { announce, grant, decide, settle };

/// The wires between the slot counter of a lockstep fabric and its PEs.
struct SlotWires {
  /// For phases that follow each other by these rules, which must outlive it.
  explicit SlotWires(const PhaseRules& phase_rules) : rules(phase_rules) {}

  // To the PEs, from tick to tick.

  SlotAction action = SlotAction::announce;  ///< what PEs do at this tick
  Cycle now = 0;                             ///< the cycle of the tick
  std::size_t phase_number = 0;              ///< the place of the phase in the scheme's program
  const Phase* phase = nullptr;              ///< the phase that the tick is in
  /// The ports at which something can have arrived since the last tick.
  const std::vector<unsigned>* listening = nullptr;
  const PhaseRules& rules;           ///< which phase may follow which
  const Credits* credits = nullptr;  ///< by which PEs grant room in this phase; null: they do not
  std::int64_t step = 0;             ///< steps that are over

  // From the PEs.

  Cycle latest = 0;                  ///< by which the slowest message sent so far can be used
  std::vector<Cycle> landed;         ///< the same by PE; empty unless PEs report landings
  std::optional<std::size_t> named;  ///< the phase that follows, by those that decided so far

  /// A message that PE `node` sent in this phase can be used from cycle `usable` on.
  void expect(Node node, Cycle usable) {
    if (usable > latest) latest = usable;
    if (!landed.empty() && usable > landed[node]) landed[node] = usable;
  }
  /// PE `node` names the phase that follows; called by every PE at its decision.
  void name_next(Node node, std::size_t phase_to_come) {
    if (!named) named = phase_to_come;
    PhaseRules::next(phase_number, node, phase_to_come, *named);
  }
};

/// The slot counter as a PE sees it. Its default event is the tick at which all PEs act.
class SlotInterface : public virtual sc_core::sc_interface {
 public:
  /// The wires between the counter and the PEs.
  virtual SlotWires& wires() = 0;

  // For the side of the executor, between ticks.

  /// The PE clock's cycle at this time. Throws ModelError before cycle 0, and unless all that PEs
  /// do at this instant has been done, as it has been after the cycle's first delta.
  virtual Cycle settled_cycle() const = 0;
  /// Nothing is fetched while a decision is taken, as in this cycle, the present one.
  virtual bool deciding(Cycle cycle) const = 0;
  /// Nothing is accepted while transfers land.
  virtual bool landing(Cycle cycle) const = 0;
  /// The first cycle of the transfers of the decision that is being taken.
  virtual Cycle departure() const = 0;
};

}  // namespace isobar
