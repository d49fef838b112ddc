// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "models/link/fifo.h"
#include "models/network/packet.h"

namespace isobar {

/// The messages that wait at a port of a router, in the order in which they came.
class PortQueue {
 public:
  struct Waiting {
    PacketPtr packet;
    Cycle earliest;              ///< the first cycle in which it may leave
    int from_port;               ///< the port at which it came in; −1 if it comes from the PE
    std::uint32_t buffer_class;  ///< of the buffer that it needs behind the link, or no_buffer
  };
  static constexpr std::uint32_t no_buffer = 0;

  bool empty() const { return waiting_.empty(); }

  void push(Waiting waiting) {
    latest_ = std::max(latest_, waiting.earliest);
    waiting_.push(std::move(waiting));
  }

  /// Takes the oldest of those that may leave in cycle `now` and for whose class of buffers
  /// `has_room` is true; none: there is none.
  template <class HasRoom>
  std::optional<Waiting> take(Cycle now, const HasRoom& has_room) {
    // Where a message of a class finds no room, none of those behind it does.
    std::uint64_t full = 0;
    constexpr std::uint32_t known = 64;  // classes that `full` has a bit for
    for (std::uint32_t i = 0; i < waiting_.size(); ++i) {
      const auto& one = std::as_const(waiting_)[i];
      const auto buffer_class = one.buffer_class;
      if (one.earliest > now) continue;
      if (buffer_class < known && (full >> buffer_class & 1) != 0) continue;
      if (has_room(buffer_class)) return waiting_.take(i);
      if (buffer_class < known) full |= std::uint64_t{1} << buffer_class;
    }
    return std::nullopt;
  }

  /// The first cycle after `now` in which one of them may leave that may not yet.
  std::optional<Cycle> next_earliest(Cycle now) const {
    std::optional<Cycle> next;
    if (latest_ <= now) return next;
    for (std::uint32_t i = 0; i < waiting_.size(); ++i) {
      const Cycle earliest = waiting_[i].earliest;
      if (earliest > now && (!next || earliest < *next)) next = earliest;
    }
    return next;
  }

  /// Calls `see` with each of them.
  void visit(const std::function<void(const Packet&)>& see) const {
    for (std::uint32_t i = 0; i < waiting_.size(); ++i) see(*waiting_[i].packet);
  }

 private:
  Fifo<Waiting> waiting_;
  Cycle latest_ = 0;  ///< the greatest `earliest` of all that ever came
};

}  // namespace isobar
