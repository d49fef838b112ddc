// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <systemc>
#include <unordered_map>
#include <utility>
#include <vector>

#include "models/link/fifo.h"
#include "models/network/node_draw.h"
#include "models/network/packet.h"
#include "models/network/router.h"
#include "models/pe/run_side.h"

namespace isobar {

/// Messages that a PE's balancer sends: they leave one after another, `handling` cycles each, and
/// are counted when the balancer decides to send them.
class Departures {
 public:
  Departures(Node node, const RunSide& run);

  /// A reaction of the balancer begins, now; what it sends follows in this order.
  void begin_reaction() { sends_ = 0; }
  /// Cycles that the messages of this reaction take so far.
  Cycle busy() const { return sends_ * run_.experiment().balancer.handling; }
  /// Throws ModelError if `to` is this PE. `bytes` of data follow the word.
  void send_word(Node to, const AgentWord& word, std::int64_t bytes);
  /// A word to each of `count` PEs from `first` on but this one, which routers replicate.
  void send_words(Node first, Node count, const AgentWord& word);
  /// One message of `bits` bits of tasks besides header and note. Throws as `send_word`. Returns
  /// the PE to which it goes first: `to`, or the one over which it goes.
  Node send_tasks(Node to, std::vector<Task> tasks, std::int64_t note, std::int64_t bits);

  /// Gives what leaves now to the router. Returns whether there was anything.
  bool send_due(RouterInterface& router);
  /// When the next message leaves.
  std::optional<Cycle> next() const {
    return waiting_.empty() ? std::nullopt : std::optional(waiting_.front().first);
  }
  /// Appends the tasks of all messages that have not left to `out`.
  void list(std::vector<Task>& out) const {
    for (std::uint32_t i = 0; i < waiting_.size(); ++i) waiting_[i].second->list(out);
  }

 private:
  PacketPtr word_packet(const AgentWord& word, std::int64_t bytes) const;
  void post(PacketPtr packet);
  /// Gives a message its destination, and over random routes its number and the PE to which it
  /// goes first.
  void address(Packet& packet, Node to);

  Node node_;
  RunSide run_;
  std::int64_t header_bits_;
  std::optional<NodeDraw> draw_;                     ///< if routes are random
  std::unordered_map<Node, std::uint32_t> numbers_;  ///< then of the last message to each PE
  std::uint32_t posted_ = 0;                         ///< messages so far
  std::int64_t sends_ = 0;                           ///< messages of the reaction under way
  Fifo<std::pair<Cycle, PacketPtr>> waiting_;
};

}  // namespace isobar
