// SPDX-License-Identifier: Apache-2.0
#include "models/measure/result.h"

#include <algorithm>

namespace isobar {

MessageCounts count_messages(const Fabric& fabric, const std::vector<LinkTally>& links) {
  MessageCounts counts;
  std::vector<std::int64_t> per_pe(fabric.nodes(), 0);
  for (std::uint64_t slot = 0; slot < links.size(); ++slot) {
    const auto link = fabric.link(slot);
    if (!link) continue;
    const auto& tally = links[slot];
    counts.words += tally.words;
    counts.transfers += tally.transfers;
    counts.tasks += tally.tasks;
    per_pe[link->from] += tally.words + tally.transfers;
    per_pe[link->to] += tally.words + tally.transfers;
  }
  counts.max_per_pe = *std::max_element(per_pe.begin(), per_pe.end());
  counts.per_pe_total = 2 * (counts.words + counts.transfers);
  return counts;
}

}  // namespace isobar
