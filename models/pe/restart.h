// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <systemc>

#include "models/link/cycle_clock.h"
#include "models/link/observer.h"
#include "models/link/reported.h"

namespace isobar {

/// The reset of a fabric. It is done in the middle of a cycle, when nothing else of the fabric
/// happens, and the next cycle is cycle 0.
class Restart : public sc_core::sc_module {
 public:
  /// `begin_again` is called with the time at which cycle 0 begins. `clock` must outlive it, as the
  /// observer, which may be null.
  Restart(const sc_core::sc_module_name& name, const CycleClock& clock, Observer* observer,
          std::function<void(const sc_core::sc_time& begin)> begin_again);

  /// Asks for a reset at the next middle of a cycle; before cycle 0 there is nothing to reset. An
  /// error is reported if one of `pes` cannot be reset, if the observer cannot follow, or if a
  /// cycle has no middle, being as short as the kernel's resolution.
  template <class Pes>
  void request(const Pes& pes) {
    reported([&] {
      for (std::size_t node = 0; node < pes.size(); ++node) {
        if (!pes[node]->can_reset()) refuse_pe(node);
      }
      request();
    });
  }

 private:
  [[noreturn]] void refuse_pe(std::size_t node) const;
  void request();
  void act();

  const CycleClock& clock_;
  Observer* observer_;
  std::function<void(const sc_core::sc_time& begin)> begin_again_;
  sc_core::sc_event middle_{"middle"};
};

}  // namespace isobar
