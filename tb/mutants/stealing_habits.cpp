// SPDX-License-Identifier: Apache-2.0
#include "tb/mutants/stealing_habits.h"

#include <initializer_list>

namespace isobar {

StealingHabits StealingHabits::draw(Random& random, Manners manners, bool routed) {
  const auto one_of = [&](std::initializer_list<std::uint64_t> of) {
    return of.begin()[random() % of.size()];
  };
  StealingHabits h;
  h.manners = manners;
  h.asks = one_of({1, 60});
  h.replies = one_of({1, 20, 200});
  h.goes_on = one_of({1, 1, 100});
  h.still = static_cast<Cycle>(one_of({0, 150}));
  h.promises = one_of({0, 1, 1, 2});
  h.together = static_cast<Cycle>(one_of({1, 1, 16}));
  h.offers = one_of({1, 2, 3, 40, 300});
  h.burst = static_cast<Cycle>(one_of({0, 0, 4, 16}));
  if (h.burst > 0) h.offers = 300;
  h.fetches = one_of({1, 2, 3, 12, 100});
  h.takes = one_of({0, 3});
  h.works = one_of({2, 30});
  if (once_in(random, 4)) {  // what the PE asks for it does not get, and so it waits
    h.promises = 0;
    h.replies = 1;
    h.offers = 40;
    h.fetches = one_of({1, 3});
  }
  // A task that has come is asked for by several while the executor keeps it from being written.
  if (manners == Manners::calm && once_in(random, 4)) {
    h = StealingHabits();
    h.asks = h.replies = h.fetches = 1;
    h.still = 0;
    h.together = 16;
    h.late = 4;
    h.offers = 300;
    h.burst = 16;
    h.bursts_on_tasks = true;
    h.takes = 0;
    h.works = 2;
  }
  h.resets = manners == Manners::calm ? 0 : one_of({100, 400});
  h.stops = manners == Manners::garbled ? 200 : 0;
  if (routed) {
    // Many ask at once, some a cycle later than others.
    if (manners == Manners::calm && once_in(random, 4)) {
      h = StealingHabits();
      h.asks = 1;
      h.replies = one_of({1, 20});
      h.promises = one_of({0, 1});
      h.together = static_cast<Cycle>(one_of({8, 16}));
      h.late = one_of({2, 4});
      h.offers = one_of({2, 10, 40});
      h.fetches = one_of({1, 3, 12});
      if (const auto port = one_of({0, 0, 1, 2, 3}); port > 0) h.late_port = port - 1;
    } else if (manners == Manners::calm && once_in(random, 4)) {
      // It is asked for more than the links take, and lines grow.
      h = StealingHabits();
      h.asks = h.replies = h.offers = 1;
      h.promises = 2;
      h.fetches = 300;
    } else if (manners == Manners::calm && once_in(random, 3)) {
      // It asks in vain and waits; has tasks for some cycles, is asked, and has none when it has
      // given.
      h = StealingHabits();
      h.asks = one_of({1, 20});
      h.replies = 1;
      h.promises = 0;
      h.offers = 300;
      h.burst = static_cast<Cycle>(one_of({2, 4}));
      h.bursts = one_of({5, 20});
      h.fetches = one_of({1, 2});
      h.takes = 0;
      h.works = one_of({2, 30});
    }
    if (manners == Manners::rude) {
      // What comes meanwhile waits.
      h.stops = one_of({0, 50});
      h.resumes = one_of({10, 200});
    }
    h.passes = one_of({1, 20, 200});
    h.releases = one_of({1, 20, 300});
  }
  return h;
}

std::uint64_t StealingHabits::promise(Random& random, std::uint64_t most) const {
  const auto any = random() % (most + (manners == Manners::rude ? 3 : 1));
  if (promises == 1 || once_in(random, 10)) return any;
  return promises == 0 ? 0 : most;
}

}  // namespace isobar
