// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isobar {

/// Willebeek-LeMair and Reeves (*Strategies for Dynamic Load Balancing on Highly Parallel
/// Computers*, 1993), Section III: messages of their strategies. N PEs, each with K neighbours;
/// a transfer is one message. The dimension exchange (eq. 31, 32) is in dem_formulas.h.

/// Equation 7, GM: the most messages of an update of the gradient map on a hypercube of
/// N = 2^dimensions PEs, N·log2 N.
constexpr std::int64_t gm_update(std::int64_t dimensions) {
  return (std::int64_t{1} << dimensions) * dimensions;
}

/// Equations 13 and 19, SID and RID: all loads updated, K·N.
constexpr std::int64_t diffusion_update(std::int64_t nodes, std::int64_t neighbours) {
  return neighbours * nodes;
}
/// Equations 14 and 20: the same messages by PE, K.
constexpr std::int64_t diffusion_update_of_pe(std::int64_t neighbours) { return neighbours; }

/// Equation 15, and the transfers in equation 21: the most in a task migration iteration, N·K/2.
constexpr std::int64_t diffusion_transfers(std::int64_t nodes, std::int64_t neighbours) {
  return nodes * neighbours / 2;
}
/// Equation 21, RID: the requests and replies for those transfers, N·K.
constexpr std::int64_t rid_requests(std::int64_t nodes, std::int64_t neighbours) {
  return nodes * neighbours;
}

/// Section III.D, HBM: a full load update from the leaves to the root, N − 1.
constexpr std::int64_t hbm_update(std::int64_t nodes) { return nodes - 1; }
/// Equation 25: the most requests at one level, which is also the most transfers, N/2.
constexpr std::int64_t hbm_transfers_of_level(std::int64_t nodes) { return nodes / 2; }
/// Equation 26: the most messages in a traversal of all levels of N = 2^levels PEs, N·(log2 N + 1).
constexpr std::int64_t hbm_traversal(std::int64_t levels) {
  return (std::int64_t{1} << levels) * (levels + 1);
}
/// Equation 27: the mean number of messages that a PE sends, and as many that it receives.
constexpr std::int64_t hbm_traversal_mean(std::int64_t levels) { return levels + 1; }
/// Equation 28: the messages that a leaf sends and receives.
constexpr std::int64_t hbm_leaf_sends() { return 1; }
constexpr std::int64_t hbm_leaf_receives(std::int64_t levels) { return levels; }
/// Equation 29: the most updates and transfers that the root receives, and requests that it sends.
constexpr std::int64_t hbm_root_receives(std::int64_t levels) { return 2 * levels; }
constexpr std::int64_t hbm_root_sends(std::int64_t levels) {
  return (std::int64_t{1} << levels) - 1;
}

}  // namespace isobar
