// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "models/types.h"

namespace isobar {

/// What a message of a message-driven scheme says of itself.
struct MessageLabel {
  /// Among the messages of its sender, from 1 on; over random routes among those of its sender to
  /// its destination. 0: it has none.
  std::uint32_t number = 0;
  Node from = 0;                      ///< the PE that sent it
  std::optional<Node> to{};           ///< the PE that it goes to; none: several
  std::optional<std::size_t> word{};  ///< the kind of word, in the scheme's list; none: tasks
};

}  // namespace isobar
