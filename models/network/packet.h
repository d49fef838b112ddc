// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "models/link/task.h"
#include "models/schemes/contract/agent.h"
#include "models/types.h"

namespace isobar {

/// A message on its way from PE to PE: a word, or a transfer with its tasks.
struct Packet {
  Node from = 0;
  Node to = 0;
  std::int64_t bits = 0;  ///< of all that goes over a link: address, kind, and what it says
  AgentWord word;         ///< if it has no tasks
  std::vector<Task> tasks;
  std::int64_t note = 0;  ///< of a transfer
  Cycle determined = 0;   ///< when what it says was so
  std::size_t hops = 0;   ///< links that it has gone over

  bool is_transfer() const { return !tasks.empty(); }
  /// Appends its tasks to `out`.
  void list(std::vector<Task>& out) const { out.insert(out.end(), tasks.begin(), tasks.end()); }
};

using PacketPtr = std::unique_ptr<Packet>;

}  // namespace isobar
