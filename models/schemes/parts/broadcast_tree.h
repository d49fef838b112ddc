// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "models/fabric/fabric.h"

namespace isobar {

/// A broadcast from `root` goes along dimension 1 first, from each PE of that line along dimension
/// 2, and so on; round a ring both ways to the middle. N − 1 messages, as deep as the root's
/// farthest PE. Not on a graph, which has no dimensions. These are the neighbours to whom PE `at`
/// passes it on.
std::vector<Node> broadcast_children(const Fabric& fabric, Node root, Node at);

}  // namespace isobar
