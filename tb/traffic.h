// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "models/experiment/cosim_setting.h"
#include "models/link/task.h"
#include "models/types.h"
#include "models/workloads/random.h"

namespace isobar {

class QueueSide;

/// The application of one PE at an AXI4-Stream sink and source. It has spells in which it makes
/// more tasks than it asks for, so that the queue fills, and spells in which the queue empties.
class RandomExecutor {
 public:
  /// Its tasks have the numbers first, first + stride, first + 2·stride, …
  RandomExecutor(const Traffic& traffic, Node node, std::uint64_t first, std::uint64_t stride);

  /// Whether there is any work.
  bool any() const { return traffic_->any(); }
  /// Draws what is on the streams in the next cycle. A task that was offered and not accepted
  /// stays.
  void begin_cycle();
  const std::optional<Task>& offered() const { return offered_; }
  bool asks() const { return asks_; }
  bool ready() const { return ready_; }
  /// Offers and asks.
  void act(QueueSide& pe);

 private:
  bool chance(double probability);

  const Traffic* traffic_;
  Random random_;
  std::uint64_t next_;
  std::uint64_t stride_;
  bool making_ = true;
  std::optional<Task> offered_;
  std::optional<Task> held_;  ///< in the source's register
  bool asks_ = false;
  bool ready_ = true;
};

}  // namespace isobar
