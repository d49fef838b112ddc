// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/hetero/directory.h"

#include <fmt/format.h>

#include "models/errors.h"

namespace isobar {

void Directory::starts(const TaskCard& card) {
  arrives(card.number, 0);
  for (const auto& tie : card.ties) set(tie.with, tie.home, 0);
}

void Directory::set(TaskNumber task, Node at, std::int64_t since) {
  const Place place{at, since};
  const auto [known, is_new] = at_.emplace(task, place);
  if (!is_new && known->second.since <= since) known->second = place;
}

const Directory::Place& Directory::place_of(TaskNumber task) const {
  const auto found = at_.find(task);
  if (found == at_.end()) {
    throw ModelError(fmt::format("PE {} does not know where task {} is", self_, task));
  }
  return found->second;
}

std::map<Node, std::int64_t> Directory::off_pe(const std::vector<const TaskCard*>& cards) const {
  std::map<Node, std::int64_t> bytes;
  for (const auto* card : cards) {
    for (const auto& tie : card->ties) {
      const Node there = of(tie.with);
      if (there != self_) bytes[there] += tie.bytes;
    }
  }
  return bytes;
}

std::int64_t Directory::lost_locality(const TaskCard& card, Node to) const {
  std::int64_t bytes = 0;
  for (const auto& tie : card.ties) {
    const Node there = of(tie.with);
    if (there == self_) bytes += tie.bytes + tie.back;
    if (there == to) bytes -= tie.bytes + tie.back;
  }
  return bytes;
}

}  // namespace isobar
