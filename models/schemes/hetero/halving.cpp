// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/hetero/halving.h"

namespace isobar {

Node HalvedDomain::partner(Node pe) const {
  return left_has(pe) ? middle + (pe - first) % (end - middle)
                      : first + (pe - middle) % (middle - first);
}

std::vector<Node> HalvedDomain::givers(Node pe) const {
  const bool left = left_has(pe);
  const Node place = left ? pe - first : pe - middle;
  const Node size = left ? middle - first : end - middle;
  std::vector<Node> all;
  const Node their_end = left ? end : middle;
  for (Node giver = (left ? middle : first) + place; giver < their_end; giver += size) {
    all.push_back(giver);
  }
  return all;
}

std::vector<HalvedDomain> domains_of(Node pes, Node pe) {
  std::vector<HalvedDomain> all;
  Node first = 0;
  Node end = pes;
  while (end - first > 1) {
    const HalvedDomain domain{first, first + (end - first + 1) / 2, end};
    all.push_back(domain);
    (domain.left_has(pe) ? end : first) = domain.middle;
  }
  return all;
}

}  // namespace isobar
