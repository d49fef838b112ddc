// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "models/link/fifo.h"
#include "models/network/packet.h"

namespace isobar {

/// The messages that wait at a port of a router, in the order in which they came. They lie apart by
/// the class of the buffer that they need behind the link, for where one finds no room, none behind
/// it of the same class does.
class PortQueue {
 public:
  struct Waiting {
    PacketPtr packet;
    int from_port;   ///< the port at which it came in; −1 if it comes from the PE
    Cycle earliest;  ///< the first cycle in which it may leave
  };
  /// The class of a message that needs no buffer behind the link.
  static constexpr std::size_t no_buffer = 0;

  bool empty() const { return size_ == 0; }

  void push(std::size_t buffer_class, Waiting waiting) {
    auto lane = std::find_if(lanes_.begin(), lanes_.end(), [buffer_class](const Lane& one) {
      return one.buffer_class == buffer_class;
    });
    if (lane == lanes_.end()) lane = lanes_.insert(lanes_.end(), Lane{buffer_class, {}});
    latest_ = std::max(latest_, waiting.earliest);
    lane->entries.push({pushed_++, std::move(waiting)});
    ++size_;
  }

  /// Takes the oldest of those that may leave in cycle `now` and for whose class of buffers
  /// `has_room` is true; none: there is none.
  template <class HasRoom>
  std::optional<Waiting> take(Cycle now, const HasRoom& has_room) {
    Lane* from = nullptr;
    std::uint32_t at = 0;
    std::uint64_t oldest = 0;
    for (auto& lane : lanes_) {
      if (lane.entries.empty() || !has_room(lane.buffer_class)) continue;
      std::uint32_t i = 0;
      while (i < lane.entries.size() && lane.entries[i].waiting.earliest > now) ++i;
      if (i == lane.entries.size()) continue;
      const auto number = lane.entries[i].number;
      if (from != nullptr && number > oldest) continue;
      from = &lane;
      at = i;
      oldest = number;
    }
    if (from == nullptr) return std::nullopt;
    --size_;
    return from->entries.take(at).waiting;
  }

  /// The first cycle after `now` in which one of them may leave that may not yet.
  std::optional<Cycle> next_earliest(Cycle now) const {
    std::optional<Cycle> next;
    if (latest_ <= now) return next;
    for (const auto& lane : lanes_) {
      for (std::uint32_t i = 0; i < lane.entries.size(); ++i) {
        const Cycle earliest = lane.entries[i].waiting.earliest;
        if (earliest > now && (!next || earliest < *next)) next = earliest;
      }
    }
    return next;
  }

  /// Calls `see` with each of them.
  void visit(const std::function<void(const Packet&)>& see) const {
    for (const auto& lane : lanes_) {
      for (std::uint32_t i = 0; i < lane.entries.size(); ++i) see(*lane.entries[i].waiting.packet);
    }
  }

 private:
  struct Entry {
    std::uint64_t number = 0;  ///< of those that came before it
    Waiting waiting{};
  };
  struct Lane {
    std::size_t buffer_class;
    Fifo<Entry> entries;
  };

  boost::container::small_vector<Lane, 1> lanes_;
  Cycle latest_ = 0;  ///< the greatest `earliest` of all that ever came
  std::uint64_t pushed_ = 0;
  std::uint32_t size_ = 0;
};

}  // namespace isobar
