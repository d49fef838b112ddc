// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

namespace isobar {

/// A law that does not hold.
struct BrokenLaw {
  std::string law;     ///< what should be so
  std::string detail;  ///< what is
};

using Found = std::optional<BrokenLaw>;

}  // namespace isobar
