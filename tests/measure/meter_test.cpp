// SPDX-License-Identifier: Apache-2.0
#include "models/measure/meter.h"

#include <limits>

#include "models/measure/result.h"
#include "tests/catch.h"
#include "tests/support/experiments.h"

using namespace isobar;
using test::experiment;

TEST_CASE("T of a phase is the most to successors plus the most to predecessors") {
  auto e = experiment("ring:3", "lm-c5", std::vector<Load>{9, 9, 9});
  e.goal = {Goal::Kind::steps, 2};
  Meter meter(e, {});
  Phase phase;
  phase.ends_step = true;
  meter.moved(0, 0, 3);
  meter.moved(1, 0, 1);
  meter.moved(2, 1, 2);
  meter.phase_done(phase, {10, 1, 20, 5});
  meter.moved(0, 1, 1);
  meter.phase_done(phase, {10, 1, 20, 5});
  const auto r = meter.finish({});
  CHECK(r.run.shifts == (3 + 2) + 1);
  CHECK(r.run.cycles == 72);
  CHECK(r.spent.barrier == 10);
  CHECK(r.loads == std::vector<Load>{5, 13, 9});
}

TEST_CASE("transfers count at the PE that receives them") {
  const auto fabric = Fabric::parse("ring:4");
  std::vector<LinkCounters> links(fabric.link_slots());
  links[0].transfer(1, 64, 0);  // PE 0 and PE 2 send to PE 1
  links[5].transfer(1, 64, 0);
  CHECK(count_messages(fabric, links).max_per_pe == 2);
}

TEST_CASE("the largest step limit does not overflow") {
  CHECK(default_max_steps(Fabric::parse("ring:2147483648"), {Load{1} << 48, 0}) ==
        std::numeric_limits<std::int64_t>::max());
}
