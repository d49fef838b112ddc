// SPDX-License-Identifier: Apache-2.0
#include "models/measure/result.h"

#include <algorithm>
#include <array>
#include <gsl/span>

namespace isobar {
namespace {

/// How many nodes from `node` on have their neighbours by `port` as far away as its own are.
std::uint64_t alike(const Fabric& fabric, Node node, unsigned port) {
  if (!fabric.is_product()) return 1;
  const auto [dimension, direction] = fabric.ports()[port];
  std::uint64_t stride = 1;
  for (unsigned d = 1; d < dimension; ++d) stride *= fabric.radix(d);
  const auto block = stride * fabric.radix(dimension);
  const auto at = node % block;
  // Those with the last coordinate have a successor of their own, those with the first one a
  // predecessor.
  const auto edge = direction == Direction::successor ? block - stride : stride;
  return (at < edge ? edge : block) - at;
}

/// Adds to sums[0], sums[1], … the messages that come to the nodes `first`, first + 1, … by a port.
void add_arriving(const Fabric& fabric, const LinkCounts& links, Node first, unsigned port,
                  gsl::span<std::int64_t> sums) {
  while (!sums.empty()) {
    const auto count = std::min<std::uint64_t>(alike(fabric, first, port), sums.size());
    if (const auto there = fabric.neighbour(first, port)) {
      links.add_messages(*there, fabric.far_port(first, port), fabric.degree(), sums.first(count));
    }
    sums = sums.subspan(count);
    first += static_cast<Node>(count);
  }
}

}  // namespace

MessageCounters count_messages(const Fabric& fabric, const LinkCounts& links) {
  const auto degree = fabric.degree();
  MessageCounters counts;
  if (links.empty()) return counts;
  for (const auto& sum : links.by_port(degree)) {
    counts.words += sum.words;
    counts.transfers += sum.transfers;
    counts.tasks += sum.tasks;
  }
  // Some PEs at a time, whose sums lie in the cache.
  std::array<std::int64_t, 2048> room;
  const std::uint64_t pes = fabric.pes();
  for (std::uint64_t first = 0; first < pes; first += room.size()) {
    const auto sums = gsl::span<std::int64_t>(room).first(std::min(room.size(), pes - first));
    std::fill(sums.begin(), sums.end(), 0);
    for (unsigned port = 0; port < degree; ++port) {
      links.add_messages(first, port, degree, sums);
      add_arriving(fabric, links, static_cast<Node>(first), port, sums);
    }
    for (const auto of_pe : sums) {
      counts.max_per_pe = std::max(counts.max_per_pe, of_pe);
      counts.per_pe_total += of_pe;
    }
  }
  return counts;
}

}  // namespace isobar
