// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "models/link/fifo.h"
#include "models/network/packet.h"
#include "models/pe/arrival_order.h"

namespace isobar {

/// What has come to a PE and waits there: messages that nobody has handled, those that have
/// overtaken others, and transfers that were handled when the queue had no room for them.
class Inbox {
 public:
  void arrive(Cycle now, PacketPtr packet) {
    if (!packet->can_overtake()) {
      arrived_.push({now, std::move(packet)});
    } else {
      order_.arrive(std::move(packet), [&](PacketPtr next) {
        arrived_.push({now, std::move(next)});
      });
    }
    most_ = std::max(most_, arrived_.size() + for_room_.size() + order_.waiting());
  }
  bool empty() const { return arrived_.empty(); }
  /// When the first of those that nobody has handled came; none: there is none.
  std::optional<Cycle> since() const {
    if (arrived_.empty()) return std::nullopt;
    return arrived_.front().first;
  }
  PacketPtr take() { return arrived_.pop().second; }

  void wait_for_room(PacketPtr transfer) { for_room_.push(std::move(transfer)); }
  /// The transfer that is put into the queue next; null: none waits.
  const Packet* next_for_room() const {
    return for_room_.empty() ? nullptr : for_room_.front().get();
  }
  PacketPtr take_for_room() { return for_room_.pop(); }

  /// Most messages that ever waited.
  std::size_t most() const { return most_; }
  /// Appends the tasks of all of them to `out`.
  void list(std::vector<Task>& out) const {
    for (std::uint32_t i = 0; i < arrived_.size(); ++i) arrived_[i].second->list(out);
    for (std::uint32_t i = 0; i < for_room_.size(); ++i) for_room_[i]->list(out);
    order_.list(out);
  }

 private:
  Fifo<std::pair<Cycle, PacketPtr>> arrived_;  ///< with when they came
  Fifo<PacketPtr> for_room_;
  ArrivalOrder order_;
  std::size_t most_ = 0;
};

}  // namespace isobar
