// SPDX-License-Identifier: Apache-2.0
#include "models/link/link_channel.h"

#include <fmt/format.h>

namespace isobar {

std::string link_name(const Fabric& fabric, Node node, unsigned port) {
  if (!fabric.is_product()) return fmt::format("link_{}_port{}", node, port);
  const auto& [dimension, direction] = fabric.ports()[port];
  return fmt::format("link_{}_{}{}", node, direction == Direction::successor ? "succ" : "pred",
                     dimension);
}

}  // namespace isobar
