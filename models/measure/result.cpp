// SPDX-License-Identifier: Apache-2.0
#include "models/measure/result.h"

#include <algorithm>
#include <numeric>

namespace isobar {

MessageCounters count_messages(const Fabric& fabric, const std::vector<LinkCounters>& links) {
  MessageCounters counts;
  std::vector<std::int64_t> per_pe(fabric.pes(), 0);
  for (std::uint64_t slot = 0; slot < links.size(); ++slot) {
    const auto link = fabric.link(slot);
    if (!link) continue;
    const auto& counters = links[slot];
    counts.words += counters.words;
    counts.transfers += counters.transfers;
    counts.tasks += counters.tasks;
    for (const Node node : {link->from, link->to}) {
      if (!fabric.is_switch(node)) per_pe[node] += counters.words + counters.transfers;
    }
  }
  counts.max_per_pe = *std::max_element(per_pe.begin(), per_pe.end());
  counts.per_pe_total = std::accumulate(per_pe.begin(), per_pe.end(), std::int64_t{0});
  return counts;
}

}  // namespace isobar
