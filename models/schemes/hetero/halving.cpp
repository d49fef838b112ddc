// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/hetero/halving.h"

namespace isobar {

Node HalvedDomain::partner(Node pe) const {
  return left_has(pe) ? middle + (pe - first) % (end - middle)
                      : first + (pe - middle) % (middle - first);
}

std::vector<Node> HalvedDomain::givers(Node pe) const {
  std::vector<Node> all;
  const Node from = left_has(pe) ? middle : first;
  const Node to = left_has(pe) ? end : middle;
  for (Node giver = from; giver < to; ++giver) {
    if (partner(giver) == pe) all.push_back(giver);
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
