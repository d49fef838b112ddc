// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/lueling_monien/simulated_decrease.h"

#include <fmt/format.h>

#include <vector>

#include "models/schemes/lueling_monien/partners.h"

namespace isobar {

std::int64_t simulated_decrease(const DecreaseSetting& setting, SmallRandom& random) {
  constexpr Node self = 0;
  const Partners partners(Fabric::parse(fmt::format("ring:{}", setting.nodes)), self, 0);
  std::vector<VirtualLoad> ledgers;
  for (Node node = 0; node < setting.nodes; ++node) {
    ledgers.emplace_back(node);
    ledgers.back().assign(ClassShare{self, setting.x, false});
  }
  auto& one = ledgers[self];
  one.remember();
  std::int64_t operations = 0;
  for (Load consumed = 0; consumed < setting.c; ++consumed) {
    one.take_own(1);
    if (!one.is_triggered(setting.f)) continue;
    ++operations;
    std::vector<VirtualLoad*> set{&one};
    for (const Node partner : partners.draw(setting.delta, random)) {
      set.push_back(&ledgers[partner]);
    }
    distribute_class(set, self);
    one.remember();
  }
  return operations;
}

}  // namespace isobar
