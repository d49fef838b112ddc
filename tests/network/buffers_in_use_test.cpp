// SPDX-License-Identifier: Apache-2.0
#include "models/network/buffers_in_use.h"

#include <algorithm>
#include <vector>

#include "tests/support/property.h"

using namespace isobar;

namespace {

/// A buffer in use, by the definition: all are in one list.
struct Listed {
  std::size_t hops;
  Cycle known;  ///< never: a message is in it
};

TEST_CASE("buffers are in use until their sender knows that they are free", "[network]") {
  test::property([] {
    BuffersInUse buffers;
    std::vector<Listed> listed;
    Cycle now = 0;
    for (const int operation : *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 9))) {
      now += operation % 3;
      const auto hops = *rc::gen::inRange<std::size_t>(1, 4);
      if (operation < 5) {
        buffers.take(hops, now);
        listed.push_back({hops, never});
      } else {
        const Cycle known = now + *rc::gen::inRange<Cycle>(1, 6);
        buffers.release(hops, known);
        const auto left = std::find_if(listed.begin(), listed.end(), [&](const Listed& one) {
          return one.hops == hops && one.known == never;
        });
        if (left != listed.end()) left->known = known;
      }
      for (std::size_t of = 1; of < 4; ++of) {
        RC_ASSERT(buffers.of_class(of, now) ==
                  std::count_if(listed.begin(), listed.end(), [&](const Listed& one) {
                    return one.hops == of && one.known > now;
                  }));
      }
      std::optional<Cycle> next;
      for (const auto& one : listed) {
        if (one.known > now && one.known != never && (!next || one.known < *next)) next = one.known;
      }
      RC_ASSERT(buffers.next_free(now) == next);
    }
  });
}

}  // namespace
