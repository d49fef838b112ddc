// SPDX-License-Identifier: Apache-2.0
#include "models/network/port_queue.h"

#include <algorithm>
#include <list>

#include "tests/support/property.h"

using namespace isobar;

namespace {

/// A message that waits, by the definition: in a list, looked through from its beginning.
struct Listed {
  Cycle earliest;
  std::uint32_t buffer_class;
  Node number;
};

TEST_CASE("the oldest message that may leave and finds room is taken, whatever waits") {
  test::property([] {
    PortQueue queue;
    std::list<Listed> listed;
    const auto operations = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 12));
    Cycle now = 0;
    Node pushed = 0;
    for (const int operation : operations) {
      ++now;
      if (operation < 7) {
        const auto buffer_class = *rc::gen::element(0U, 1U, 2U, 63U, 64U, 200U);
        const Cycle earliest = now + *rc::gen::inRange(-2, 4);
        auto packet = std::make_unique<Packet>();
        packet->from = pushed;
        queue.push({std::move(packet), earliest, -1, buffer_class});
        listed.push_back({earliest, buffer_class, pushed++});
        continue;
      }
      const auto room = *rc::gen::container<std::vector<std::uint32_t>>(
          rc::gen::element(0U, 1U, 2U, 63U, 64U, 200U));
      const auto has_room = [&](std::uint32_t buffer_class) {
        return std::find(room.begin(), room.end(), buffer_class) != room.end();
      };
      const auto expected = std::find_if(listed.begin(), listed.end(), [&](const Listed& one) {
        return one.earliest <= now && has_room(one.buffer_class);
      });
      const bool any = queue.take(now, has_room, [&](PortQueue::Waiting taken) {
        RC_ASSERT(expected != listed.end());
        RC_ASSERT(taken.packet->from == expected->number);
        RC_ASSERT(taken.earliest == expected->earliest);
        RC_ASSERT(taken.buffer_class == expected->buffer_class);
      });
      RC_ASSERT(any == (expected != listed.end()));
      if (any) listed.erase(expected);
      std::optional<Cycle> next;
      for (const auto& one : listed) {
        if (one.earliest > now && (!next || one.earliest < *next)) next = one.earliest;
      }
      RC_ASSERT(queue.next_earliest(now) == next);
      RC_ASSERT(queue.empty() == listed.empty());
    }
    std::vector<Node> left;
    queue.visit([&](const Packet& packet) { left.push_back(packet.from); });
    std::vector<Node> expected;
    for (const auto& one : listed) expected.push_back(one.number);
    RC_ASSERT(left == expected);
  });
}

}  // namespace
