// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "models/link/fifo.h"
#include "models/network/packet.h"

namespace isobar {

/// The messages that wait at a port of a router, those of each class of buffers in the order in
/// which they came: where one of a class finds no room, none of those behind it does.
class PortQueue {
 public:
  struct Waiting {
    PacketPtr packet;
    Cycle earliest;              ///< the first cycle in which it may leave
    int from_port;               ///< the port at which it came in; −1 if it comes from the PE
    std::uint32_t buffer_class;  ///< of the buffer that it needs behind the link, or no_buffer
  };
  static constexpr std::uint32_t no_buffer = 0;

  bool empty() const { return size_ == 0; }

  void push(Waiting waiting) {
    latest_ = std::max(latest_, waiting.earliest);
    auto& line = line_of(waiting.buffer_class);
    line.waiting.push({std::move(waiting.packet), waiting.earliest, came_, waiting.from_port});
    ++came_;
    ++size_;
  }

  /// Asks the processor for the first one's place, in a later stage for the message.
  [[gnu::always_inline]] void prefetch(unsigned stage) const {
    const auto& waiting = lines_.front().waiting;
    if (stage == 1) {
      waiting.prefetch();
    } else if (!waiting.empty()) {
      __builtin_prefetch(waiting.front().packet.get());
    }
  }

  /// Takes the oldest of those that may leave in cycle `now` and for whose class of buffers
  /// `has_room` is true, and calls `send` with it. Returns whether there is one.
  template <class HasRoom, class Send>
  bool take(Cycle now, const HasRoom& has_room, const Send& send) {
    Line* from = nullptr;
    std::uint32_t place = 0;
    std::uint32_t came = came_;  // of the oldest so far
    for (auto& line : lines_) {
      const auto first = first_ready(line.waiting, now);
      if (first == line.waiting.size()) continue;
      if (!is_before(std::as_const(line.waiting)[first].came, came)) continue;
      if (!has_room(line.buffer_class)) continue;
      from = &line;
      place = first;
      came = std::as_const(line.waiting)[first].came;
    }
    if (from == nullptr) return false;
    auto taken = from->waiting.take(place);
    --size_;
    // The next one leaves when all of this one has: time enough for its memory to come.
    if (!from->waiting.empty()) __builtin_prefetch(from->waiting.front().packet.get());
    send({std::move(taken.packet), taken.earliest, taken.from_port, from->buffer_class});
    return true;
  }

  /// The first cycle after `now` in which one of them may leave that may not yet.
  std::optional<Cycle> next_earliest(Cycle now) const {
    std::optional<Cycle> next;
    if (latest_ <= now) return next;
    visit_all([&](const InLine& one) {
      if (one.earliest > now && (!next || one.earliest < *next)) next = one.earliest;
    });
    return next;
  }

  /// Calls `see` with each of them, in the order in which they came.
  void visit(const std::function<void(const Packet&)>& see) const {
    std::vector<const InLine*> all;
    visit_all([&](const InLine& one) { all.push_back(&one); });
    std::sort(all.begin(), all.end(),
              [](const InLine* a, const InLine* b) { return is_before(a->came, b->came); });
    for (const auto* one : all) see(*one->packet);
  }

 private:
  struct InLine {
    PacketPtr packet;
    Cycle earliest;
    std::uint32_t came;  ///< how many came to the port before it, modulo 2^32
    int from_port;
  };
  /// Those of a class.
  struct Line {
    Fifo<InLine> waiting;
    std::uint32_t buffer_class;
  };

  /// Whether one of two that wait came before the other; fewer than 2^31 came between them.
  static bool is_before(std::uint32_t came, std::uint32_t other) {
    return static_cast<std::int32_t>(came - other) < 0;
  }
  Line& line_of(std::uint32_t buffer_class) {
    Line* free = nullptr;
    for (auto& line : lines_) {
      if (line.waiting.empty()) {
        free = &line;
      } else if (line.buffer_class == buffer_class) {
        return line;
      }
    }
    if (free == nullptr) free = &lines_.emplace_back();
    free->buffer_class = buffer_class;
    return *free;
  }
  static std::uint32_t first_ready(const Fifo<InLine>& waiting, Cycle now) {
    std::uint32_t i = 0;
    while (i < waiting.size() && waiting[i].earliest > now) ++i;
    return i;
  }
  template <class See>
  void visit_all(const See& see) const {
    for (const auto& line : lines_) {
      for (std::uint32_t i = 0; i < line.waiting.size(); ++i) see(line.waiting[i]);
    }
  }

  boost::container::small_vector<Line, 1> lines_;  ///< a class has at most one that is not empty
  Cycle latest_ = 0;        ///< the greatest `earliest` of all that ever came
  std::uint32_t came_ = 0;  ///< how many ever came, modulo 2^32
  std::uint32_t size_ = 0;
};

}  // namespace isobar
