// SPDX-License-Identifier: Apache-2.0
// What links counted, put together when it is asked for, against the same numbers one by one.
#include "models/measure/link_counts.h"

#include <algorithm>
#include <vector>

#include "models/measure/result.h"
#include "models/steps/run_steps.h"
#include "tests/catch.h"
#include "tests/support/experiments.h"
#include "tests/support/property.h"
#include "tests/support/unequal_links.h"

using namespace isobar;

namespace {

using Counted = std::vector<LinkCounters>;

Cycle busiest_cycles(const Counted& counted) {
  Cycle most = 0;
  for (const auto& counters : counted) most = std::max(most, counters.busy());
  return most;
}

/// Every message is one of its sender's and one of its receiver's.
MessageCounters messages_by_definition(const Fabric& fabric, const Counted& counted) {
  MessageCounters sums;
  std::vector<std::int64_t> of_pes(fabric.nodes());
  for (std::uint64_t slot = 0; slot < counted.size(); ++slot) {
    const auto link = fabric.link(slot);
    if (!link) continue;
    const auto messages = counted[slot].words + counted[slot].transfers;
    sums.words += counted[slot].words;
    sums.transfers += counted[slot].transfers;
    sums.tasks += counted[slot].tasks;
    sums.per_pe_total += 2 * messages;
    of_pes[link->from] += messages;
    of_pes[link->to] += messages;
  }
  sums.max_per_pe = *std::max_element(of_pes.begin(), of_pes.end());
  return sums;
}

}  // namespace

TEST_CASE("the counts of a Liquid run are those that each link would have by itself") {
  test::property([] {
    const auto name = *rc::gen::element<std::string>("ring:2", "ring:9", "torus:2x5", "torus:4x3x2",
                                                     "hypercube:4", "hhc:2", "torus:1x6");
    const auto scheme = "lm-c" + std::to_string(*rc::gen::inRange(0, 6));
    const auto pes = Fabric::parse(name).pes();
    auto e = test::experiment(
        name, scheme, *rc::gen::container<std::vector<Load>>(pes, rc::gen::inRange<Load>(0, 1000)));
    for (auto& link : e.links) link = LinkTiming({e.clock, 1, 3}, e.clock);
    if (*rc::gen::arbitrary<bool>()) test::give_random_links(e);
    e.goal = {Goal::Kind::steps, *rc::gen::inRange(0, 400)};
    e.max_steps = e.goal.count;
    const auto links = run_steps(e).links;
    const Counted counted(links.begin(), links.end());
    const LinkCounts plain = counted;
    RC_ASSERT(counted.size() == e.fabric.link_slots());
    RC_ASSERT(links == plain);
    const auto degree = e.fabric.degree();
    Counted by_port(degree);
    std::uint64_t next = 0;
    links.for_each([&](std::uint64_t slot, const LinkCounters& counters) {
      RC_ASSERT(slot == next++);
      RC_ASSERT(counters == counted[slot]);
      by_port[slot % degree] += counters;
    });
    RC_ASSERT(next == counted.size());
    const auto expected = messages_by_definition(e.fabric, counted);
    for (const auto* each : {&links, &plain}) {
      RC_ASSERT(each->by_port(degree) == by_port);
      RC_ASSERT(counted[each->busiest()].busy() == busiest_cycles(counted));
      RC_ASSERT(each->busiest() == plain.busiest());
      const auto found = count_messages(e.fabric, *each);
      RC_ASSERT(found.words == expected.words);
      RC_ASSERT(found.transfers == expected.transfers);
      RC_ASSERT(found.tasks == expected.tasks);
      RC_ASSERT(found.max_per_pe == expected.max_per_pe);
      RC_ASSERT(found.per_pe_total == expected.per_pe_total);
    }
  });
}

TEST_CASE("the largest fabric has more link slots than 32 bits count") {
  const auto fabric = Fabric::parse("torus:65536x32768");
  CHECK(fabric.nodes() == Node{1} << 31);
  CHECK(fabric.link_slots() == std::uint64_t{1} << 33);
  CHECK(fabric.link_count() == std::uint64_t{1} << 33);
  const auto last = fabric.link(fabric.link_slots() - 1);
  REQUIRE(last.has_value());
  CHECK(last->from == fabric.nodes() - 1);
  CHECK(last->port == 3);
  CHECK(last->to == fabric.nodes() - 1 - 65'536);
  CHECK(fabric.link(fabric.link_slots() - 2)->to == 65'535);

  ShiftedLinks links;
  links.nodes = fabric.nodes();
  links.class_of_port = {0, 0, 1, 1};
  links.classes = 2;
  links.words.resize(8);
  links.words[7].words = 5;  // of port 3, class 1
  links.words[7].word_cycles = 50;
  links.serial = {64, 64};
  links.setup = {0, 0};
  links.sent.resize(4);
  const LinkCounts counts(links);
  CHECK(counts.size() == std::uint64_t{1} << 33);
  CHECK(counts[counts.size() - 1].words == 5);
  CHECK(counts[counts.size() - 2].words == 0);
  CHECK(counts.busiest() == 3);
  CHECK(counts.by_port(4)[3].words == std::int64_t{5} << 31);
  CHECK(counts.by_port(4)[3].word_cycles == std::int64_t{50} << 31);
}
