// SPDX-License-Identifier: Apache-2.0
#include "tests/support/unequal_links.h"

#include <rapidcheck.h>

namespace isobar::test {

void give_random_links(Experiment& e) {
  give_links(e, [](std::uint64_t /*slot*/) {
    LinkClass link;
    link.bandwidth = Rational(*rc::gen::inRange<std::int64_t>(50'000'000, 900'000'000));
    link.latency = *rc::gen::inRange<Cycle>(1, 99);
    link.setup = *rc::gen::inRange<Cycle>(0, 9);
    link.energy = Rational(*rc::gen::inRange<std::int64_t>(0, 40), 7);
    link.static_power = Rational(*rc::gen::inRange<std::int64_t>(0, 40), 7);
    return link;
  });
}

void give_random_dimensions(Experiment& e) {
  for (auto& timing : e.links) {
    LinkClass link;
    link.bandwidth = {*rc::gen::inRange<std::int64_t>(1, 3000) * 1'000'000,
                      *rc::gen::inRange<std::int64_t>(1, 13)};
    link.latency = *rc::gen::inRange<Cycle>(1, 9);
    link.setup = *rc::gen::element<Cycle>(0, 0, 1, 5, 40);
    timing = LinkTiming(link, e.clock);
  }
}

Experiment one_by_one(Experiment e) {
  const Experiment uniform = e;
  give_links(e, [&](std::uint64_t slot) {
    const auto one = uniform.link_class(slot);
    const auto& link = uniform.links[one];
    return LinkClass{link.bandwidth(), link.latency(), link.setup(), uniform.link_energy[one],
                     uniform.link_static_power[one]};
  });
  return e;
}

}  // namespace isobar::test
