// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "models/link/message_label.h"
#include "models/link/task.h"
#include "models/link/timing.h"
#include "models/schemes/contract/agent.h"
#include "models/types.h"

namespace isobar {

/// The buffer of a message of which several copies leave a router.
struct SharedBuffer {
  std::size_t copies = 0;  ///< those that have not begun to leave
  Cycle free = 0;          ///< when those that have will have left it
};

/// What a copy of a message to many PEs carries beside it.
struct Fan {
  std::vector<Node> to;                    ///< its destinations, if they are several
  std::shared_ptr<SharedBuffer> buffer{};  ///< in which it waits; null: it is alone there
};

struct Packet;
using PacketPtr = std::unique_ptr<Packet>;

/// A message under way from PE to PE: a word, or a transfer with its tasks. It lies in two lines of
/// cache, of which only the first is touched between its ends.
struct alignas(64) Packet {
  /// `towards`, until its router sends it off: to `to`, over no other PE.
  static constexpr Node straight = ~Node{0};
  /// `towards`, if it has several destinations.
  static constexpr Node many = straight - 1;
  /// In a number: the message cannot overtake another.
  static constexpr std::uint32_t in_order = std::uint32_t{1} << 31;

  // What every router and link on the way looks at comes first.
  Node from = 0;
  Node to = 0;
  /// Where its route leads now: to an intermediate PE, or to `to`. Or one of the two above.
  Node towards = straight;
  std::uint32_t hops = 0;  ///< the number of links that it has gone over
  std::int64_t bits = 0;   ///< all that goes over a link: header and payload
  /// Cut-through: the link over which its end may still be coming, and the cycle from which on its
  /// bits can be used; null if all of it is there.
  const LinkTiming* comes_over = nullptr;
  Cycle first_usable = 0;
  std::unique_ptr<Fan> fan;  ///< null: it is no copy, or the only one at its router
  std::uint16_t port = 0;    ///< by which the router sends it on to which it comes next
  std::uint16_t leg = 0;     ///< links that it goes by that port number, if known
  /// Over random routes: its place among those of its sender to its destination, from 1 on. Else
  /// `in_order` and its place among all of its sender; 0: none.
  std::uint32_t number = 0;
  bool carries_tasks = false;  ///< as its first router has found
  alignas(64) std::vector<Task> tasks;
  AgentWord word;        ///< the payload; of a transfer its value is what note() says
  Cycle determined = 0;  ///< the cycle in which the information of the payload was current

  // From a pool of the thread: those that are free are used again, the latest first.
  static void* operator new(std::size_t size);
  static void operator delete(void* packet) noexcept;

  /// Whether it ends at this node, its next one.
  bool ends_at(Node node) const { return towards == node && to == node; }
  /// A word's copy for some of its destinations.
  PacketPtr copy_for(std::vector<Node> destinations) const;
  /// What the sender of a transfer says beside its tasks.
  std::int64_t& note() { return word.value; }
  std::int64_t note() const { return word.value; }

  /// Whether its receiver has to wait for those before it.
  bool can_overtake() const { return number != 0 && (number & in_order) == 0; }
  /// What it says of itself to who watches.
  MessageLabel label() const {
    MessageLabel label{number & ~in_order, from};
    if (towards != many) label.to = to;
    if (!is_transfer()) label.word = word.kind;
    return label;
  }

  /// Asks the processor for what its receiver reads.
  [[gnu::always_inline]] void prefetch_payload() const { __builtin_prefetch(&tasks); }
  bool is_transfer() const { return !tasks.empty(); }
  /// Appends its tasks to `out`.
  void list(std::vector<Task>& out) const { out.insert(out.end(), tasks.begin(), tasks.end()); }
};

}  // namespace isobar
