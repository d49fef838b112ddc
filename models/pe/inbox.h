// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "models/network/packet.h"

namespace isobar {

/// What has come to a PE and waits there: messages that nobody has handled, and transfers that were
/// handled when the queue had no room for them.
class Inbox {
 public:
  void arrive(Cycle now, PacketPtr packet) {
    arrived_.emplace_back(now, std::move(packet));
    most_ = std::max(most_, arrived_.size() + for_room_.size());
  }
  bool empty() const { return arrived_.empty(); }
  /// When the first of those that nobody has handled came; none: there is none.
  std::optional<Cycle> since() const {
    if (arrived_.empty()) return std::nullopt;
    return arrived_.front().first;
  }
  PacketPtr take() {
    auto packet = std::move(arrived_.front().second);
    arrived_.pop_front();
    return packet;
  }

  void wait_for_room(PacketPtr transfer) { for_room_.push_back(std::move(transfer)); }
  /// The transfer that is put into the queue next; null: none waits.
  const Packet* next_for_room() const {
    return for_room_.empty() ? nullptr : for_room_.front().get();
  }
  PacketPtr take_for_room() {
    auto packet = std::move(for_room_.front());
    for_room_.pop_front();
    return packet;
  }

  /// Most messages that ever waited.
  std::size_t most() const { return most_; }
  /// Appends the tasks of all of them to `out`.
  void list(std::vector<Task>& out) const {
    for (const auto& [at, packet] : arrived_) packet->list(out);
    for (const auto& packet : for_room_) packet->list(out);
  }

 private:
  std::deque<std::pair<Cycle, PacketPtr>> arrived_;  ///< with when they came
  std::deque<PacketPtr> for_room_;
  std::size_t most_ = 0;
};

}  // namespace isobar
