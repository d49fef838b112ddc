// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "models/errors.h"
#include "models/experiment/message_header.h"
#include "models/network/packet.h"

namespace isobar {

/// Puts messages into the order in which their senders sent them: over random routes one may
/// overtake another of the same sender, and then waits here, in the memory of the PE to which it
/// came, until that one is there (docs/network.md, "Routes").
class ArrivalOrder {
 public:
  /// Calls `take` with the message, unless one before it is missing, and then with those that have
  /// waited for it. Throws ModelError if the numbers of headers have too few bits to say which one
  /// is missing.
  template <class Take>
  void arrive(PacketPtr packet, const Take& take) {
    auto& stream = streams_[packet->from];
    const auto ahead = packet->number - stream.next;
    if (ahead >= std::uint32_t{1} << (number_bits - 1)) {
      throw ModelError("a message has overtaken more others than its number can tell");
    }
    if (ahead > 0) {
      stream.early.emplace(packet->number, std::move(packet));
      ++waiting_;
      return;
    }
    ++stream.next;
    take(std::move(packet));
    while (!stream.early.empty() && stream.early.begin()->first == stream.next) {
      auto next = stream.early.extract(stream.early.begin());
      ++stream.next;
      --waiting_;
      take(std::move(next.mapped()));
    }
  }

  /// The number of messages that wait.
  std::size_t waiting() const { return waiting_; }
  /// Appends their tasks to `out`.
  void list(std::vector<Task>& out) const {
    for (const auto& [from, stream] : streams_) {
      for (const auto& [number, packet] : stream.early) packet->list(out);
    }
  }

 private:
  /// What one PE sends to this one.
  struct Stream {
    std::uint32_t next = 1;                    ///< the number of the message that comes next
    std::map<std::uint32_t, PacketPtr> early;  ///< those behind it that are here, by number
  };

  std::unordered_map<Node, Stream> streams_;
  std::size_t waiting_ = 0;
};

}  // namespace isobar
