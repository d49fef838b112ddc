// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "models/fabric/fabric.h"

namespace isobar {

/// The links for which a value of a key `link.…` holds: all of them, those of a dimension, or those
/// of a dimension that lead in one direction.
struct LinkPart {
  unsigned dimension = 0;                ///< from 1; 0: all
  std::optional<Direction> direction{};  ///< none: both
};

}  // namespace isobar
