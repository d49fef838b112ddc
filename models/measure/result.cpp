// SPDX-License-Identifier: Apache-2.0
#include "models/measure/result.h"

#include <algorithm>

namespace isobar {

MessageCounters count_messages(const Fabric& fabric, const LinkCounts& links) {
  const auto degree = fabric.degree();
  MessageCounters counts;
  if (links.empty()) return counts;
  for (const auto& sum : links.by_port(degree)) {
    counts.words += sum.words;
    counts.transfers += sum.transfers;
    counts.tasks += sum.tasks;
  }
  for (Node pe = 0; pe < fabric.pes(); ++pe) {
    std::int64_t of_pe = 0;
    for (unsigned port = 0; port < degree; ++port) {
      const auto there = fabric.neighbour(pe, port);
      if (!there) continue;
      of_pe += links.messages(pe, port, degree) +
               links.messages(*there, fabric.far_port(pe, port), degree);
    }
    counts.max_per_pe = std::max(counts.max_per_pe, of_pe);
    counts.per_pe_total += of_pe;
  }
  return counts;
}

}  // namespace isobar
