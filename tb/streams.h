// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "models/link/task.h"

namespace isobar {

/// What is on the streams of an RTL PE in a cycle, and what came of it in the model. An executor of
/// an application takes in the next cycle what it fetched; that of random traffic stalls.
struct Streams {
  std::optional<Task> offered{};
  bool accepted = false;
  bool asks = false;
  std::optional<Task> fetched{};
  bool ready = true;
  std::optional<Task> held{};  ///< in the source's register

  /// As the next cycle begins.
  void next() {
    if (!fetched && !ready) fetched = held;
    *this = {{}, false, false, {}, true, fetched};
  }
  /// Nothing is on them.
  bool rest() const { return !offered && !asks && ready && !held; }
};

}  // namespace isobar
