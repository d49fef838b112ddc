// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "models/link/task.h"
#include "models/link/timing.h"
#include "models/schemes/contract/agent.h"
#include "models/types.h"

namespace isobar {

/// A message under way from PE to PE: a word, or a transfer with its tasks. It lies in two lines of
/// cache, of which only the first is touched between its ends.
struct alignas(64) Packet {
  // What every router and link on the way looks at comes first.
  Node from = 0;
  Node to = 0;
  std::int64_t bits = 0;  ///< all that goes over a link: header and payload
  std::size_t hops = 0;   ///< the number of links that it has gone over
  /// Cut-through: the link over which its end may still be coming, and the cycle from which on its
  /// bits can be used; null if all of it is there.
  const LinkTiming* comes_over = nullptr;
  Cycle first_usable = 0;
  const LinkTiming* timed_by = nullptr;  ///< of the link that it went over last
  Cycle serial = 0;                      ///< its cycles there
  unsigned port = 0;                     ///< by which the router sends it on to which it comes next
  std::vector<Task> tasks;
  AgentWord word;         ///< the payload, unless the message is a transfer
  std::int64_t note = 0;  ///< what the sender of a transfer says beside its tasks
  Cycle determined = 0;   ///< the cycle in which the information of the payload was current

  // From a pool of the thread: those that are free are used again, the latest first.
  static void* operator new(std::size_t size);
  static void operator delete(void* packet) noexcept;

  /// Its cycles on a link; those on links of a kind one after the other are computed once.
  Cycle serial_on(const LinkTiming& timing) {
    if (timed_by != &timing) {
      timed_by = &timing;
      serial = timing.serial(bits);
    }
    return serial;
  }

  bool is_transfer() const { return !tasks.empty(); }
  /// Appends its tasks to `out`.
  void list(std::vector<Task>& out) const { out.insert(out.end(), tasks.begin(), tasks.end()); }
};

using PacketPtr = std::unique_ptr<Packet>;

}  // namespace isobar
