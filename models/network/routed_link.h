// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "models/link/link_counters.h"
#include "models/link/observer.h"
#include "models/link/timing.h"
#include "models/network/packet.h"

namespace isobar {

/// One directed link between two routers, and the buffers at its far end. It carries one message at
/// a time and counts what it carries. A message that has gone over h links waits in a buffer of
/// class h, of which there are `buffers`. When a buffer is free again the far end signals that to
/// the sender by a line with the latency of the link (docs/network.md).
class RoutedLink {
 public:
  /// `slot` is its number in the fabric; `observer` may be null.
  RoutedLink(const LinkTiming& timing, std::uint64_t slot, std::int64_t buffers, Observer* observer)
      : timing_(timing), slot_(slot), buffers_(buffers), observer_(observer) {}

  const LinkTiming& timing() const { return timing_; }
  /// The first cycle in which another message can begin.
  Cycle free_from() const { return free_from_; }

  // For the sender.

  /// Whether there is room for a message that will have gone over `hops` links.
  bool has_room(std::size_t hops, Cycle now);
  /// The next cycle after `now` in which there may be more room, if one is known.
  std::optional<Cycle> next_room(Cycle now) const;
  /// Sends a message whose set-up, or first bit if there is none, begins in cycle `now`. If it
  /// `stays` at the far end's router it takes a buffer there. Returns the first cycle in which the
  /// far end can use it.
  Cycle send(PacketPtr packet, Cycle now, bool stays);
  /// A circuit takes this link in cycle `from`. What it comes to is told to hold or hold_in_vain.
  void take(Cycle from) {
    if (observer_ != nullptr) observer_->link_taken(slot_, from);
  }
  /// Counts a circuit that holds this link in `from` … `to` − 1, of which its message takes
  /// `serial` cycles.
  void hold(const Packet& packet, Cycle from, Cycle to, Cycle serial);
  /// Counts a circuit that holds this link from `from` on in a run that ended before cycle `end`,
  /// before the message came.
  void hold_in_vain(Cycle from, Cycle end) {
    if (from < end) counters_.setup_cycles += end - from;
  }

  // For the receiver.

  /// The oldest message that can be used in cycle `now`; null if there is none.
  PacketPtr receive(Cycle now);
  std::optional<Cycle> next_arrival() const;
  /// A message of class `hops` has left its buffer at the end of cycle `left` − 1. Returns the
  /// cycle in which the sender knows that the buffer is free.
  Cycle release(std::size_t hops, Cycle left, Cycle latency);

  /// The counters of a run that ended before cycle `end`.
  LinkCounters counters(Cycle end) const;
  const std::deque<std::pair<Cycle, PacketPtr>>& under_way() const { return flights_; }

 private:
  struct Freed {
    Cycle known = 0;
    std::size_t hops = 0;
  };

  struct Sent {
    Cycle from = 0;
    Cycle to = 0;
    Cycle serial = 0;
    std::int64_t tasks = 0;  ///< 0 for a word
  };

  void count(const Packet& packet, Cycle from, Cycle to, Cycle serial);
  void collect(Cycle now);

  const LinkTiming& timing_;
  std::uint64_t slot_;
  std::int64_t buffers_;
  Observer* observer_;
  Cycle free_from_ = 0;
  std::deque<std::pair<Cycle, PacketPtr>> flights_;  ///< by the cycle in which they can be used
  std::vector<std::int64_t> used_;                   ///< buffers, by class
  std::deque<Freed> freed_;                          ///< buffers free by the cycle in `known`
  LinkCounters counters_;
  std::array<Sent, 2> latest_;  ///< the only messages that can begin after the end of a run
};

}  // namespace isobar
