// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "models/network/packet.h"
#include "models/network/sequencer.h"

namespace isobar {

class SendingEnd;
class ReceivingEnd;

/// What one region has for the ends of links in another. A packet goes by value, for each thread
/// has a pool of its own.
class MailBag {
 public:
  /// A message that can be used at the far end of a link from cycle `usable` on.
  void message(ReceivingEnd& to, Cycle usable, PacketPtr packet) {
    first_ = std::min(first_, usable);
    messages_.push_back({&to, usable, std::move(*packet)});
  }
  /// A buffer of class `hops` that the near end of a link knows to be free from cycle `known` on.
  void release(SendingEnd& to, std::size_t hops, Cycle known) {
    first_ = std::min(first_, known);
    releases_.push_back({&to, hops, known});
  }
  /// The first cycle in which any of it counts; never: it is empty.
  Cycle first() const { return first_; }
  /// Gives all of it to the ends.
  void hand_out();
  /// Calls `see` with each message.
  void visit(const std::function<void(const Packet&)>& see) const {
    for (const auto& one : messages_) see(one.packet);
  }
  void clear();

 private:
  struct Message {
    ReceivingEnd* to;
    Cycle usable;
    Packet packet;
  };
  struct Release {
    SendingEnd* to;
    std::size_t hops;
    Cycle known;
  };

  std::vector<Message> messages_;
  std::vector<Release> releases_;
  Cycle first_ = never;
};

/// A link whose ends lie in two regions: what the near end has for the far end, and back. Each bag
/// is filled by the thread of the end that it comes from.
struct Crossing {
  MailBag* there = nullptr;
  MailBag* back = nullptr;
};

/// The mail between the regions of a fabric.
class Mail final : public Exchange {
 public:
  explicit Mail(unsigned regions) : for_(regions) {}

  /// Makes the bags between two regions if there are none.
  Crossing crossing(unsigned near, unsigned far) {
    return {&bags(near, far).posted, &bags(far, near).posted};
  }
  Cycle turn_over() override;
  void take_in(unsigned to) override;
  /// Calls `see` with each message that has not been taken in.
  void visit(const std::function<void(const Packet&)>& see) const;
  /// Nothing is under way any more.
  void reset();

 private:
  struct alignas(64) Bags {
    MailBag posted;  ///< in the window under way
    MailBag due;     ///< in the one before
  };

  Bags& bags(unsigned from, unsigned to) { return for_[to][from]; }

  std::vector<std::map<unsigned, Bags>> for_;  ///< by the region for which they are, and the other
};

}  // namespace isobar
