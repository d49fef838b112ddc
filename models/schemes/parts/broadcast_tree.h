// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/fabric/fabric.h"

namespace isobar {

/// A broadcast from `root` goes along dimension 1 first, from each PE of that line along dimension
/// 2, and so on; round a ring in both directions to the middle. It takes N − 1 messages and is as
/// deep as the root's farthest PE. Returns the neighbours to which PE `at` passes it on. A graph
/// has no dimensions, so there is none on it.
std::vector<Node> broadcast_children(const Fabric& fabric, Node root, Node at);

}  // namespace isobar
