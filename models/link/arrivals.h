// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <queue>
#include <systemc>
#include <unordered_map>
#include <vector>

#include "models/link/cycle_clock.h"
#include "models/link/link.h"

namespace isobar {

/// A message that has come to the far end of a link.
struct Arrival {
  Cycle cycle = -1;  ///< the first in which it can be used
  Message message;
};

/// The events of arrivals on those links of a fabric on which somebody waits.
class Arrivals final : public sc_core::sc_module, public SendListener {
 public:
  struct OfLink {
    sc_core::sc_event event;
    Arrival latest;
  };

  /// `clock` must outlive it.
  Arrivals(const sc_core::sc_module_name& name, const CycleClock& clock);

  /// The event and the latest message of the link with this address, which is followed from the
  /// first call on.
  OfLink& of(const void* link);
  /// Whether any link is followed.
  bool followed() const { return !links_.empty(); }
  /// Forgets what has not arrived; cycles are counted anew.
  void reset();
  /// A message on a link can be used from cycle `usable` on.
  void expect(const void* link, Cycle usable, const Message& message);
  void sent(const Link& link, Cycle usable, const Message& message) override {
    expect(&link, usable, message);
  }

 private:
  struct Pending {
    Arrival arrival;
    OfLink* link;
    bool operator>(const Pending& other) const { return arrival.cycle > other.arrival.cycle; }
  };

  void act();
  void set_alarm();

  const CycleClock& clock_;
  std::unordered_map<const void*, std::unique_ptr<OfLink>> links_;
  std::priority_queue<Pending, std::vector<Pending>, std::greater<>> pending_;
  sc_core::sc_event alarm_{"alarm"};
};

}  // namespace isobar
