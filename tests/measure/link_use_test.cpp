// SPDX-License-Identifier: Apache-2.0
#include "models/measure/link_use.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "models/measure/time_slices.h"
#include "models/schemes/contract/registry.h"
#include "tests/catch.h"
#include "tests/support/experiments.h"
#include "tests/support/frame_use.h"
#include "tests/support/property.h"

using namespace isobar;
using test::busy_links;

namespace {

/// Frames of what is told to a log, in as many as `most` of them.
template <class Tell>
std::vector<std::vector<Cycle>> frames(const Experiment& e, std::size_t most, Cycle end,
                                       Tell tell) {
  TimeSlices slices(e, most);
  CycleLog log(e, [&](const RunEvent& event) { slices.add(event); });
  tell(log);
  log.finish(end);
  slices.finish(end);
  std::vector<std::vector<Cycle>> all;
  for (const auto& frame : slices.frames()) all.push_back(busy_links(e.fabric, frame.use));
  return all;
}

}  // namespace

TEST_CASE(
    "what happens is told in the order of cycles, loads first in each, and loads at the end") {
  const auto e = test::experiment("ring:4", "nna", "spike:2");
  std::vector<std::tuple<Cycle, RunEvent::Kind, std::uint64_t, std::int64_t>> told;
  CycleLog log(e, [&](const RunEvent& event) {
    told.emplace_back(event.cycle, event.kind, event.place, event.value);
  });
  log.phase_begins(0, 0, 0);
  log.transfer_sent(2, 3, 7, 5);
  log.load_changes(3, 1, 9);
  log.load_changes(3, 0, 8);
  log.phase_begins(3, 0, 0);
  CHECK(told.empty());
  log.load_changes(12, 2, 4);
  log.load_changes(10, 3, 1);
  log.word_sent(1, 12, 20, 0);
  log.finish(12);
  using Kind = RunEvent::Kind;
  CHECK(told == decltype(told){{3, Kind::load, 1, 9},
                               {3, Kind::load, 0, 8},
                               {3, Kind::transfer, 2, 5},
                               {3, Kind::use, 2, 1},
                               {7, Kind::use, 2, -1},
                               {10, Kind::load, 3, 1},
                               {12, Kind::load, 2, 4}});
}

TEST_CASE("what message-driven PEs do is told as soon as nothing before it can come") {
  auto e = test::experiment("ring:4", "nna", "spike:2");
  e.agents = SchemeChoice::parse("sid").make_agents(e.fabric, 16, 1);
  std::vector<Cycle> told;
  CycleLog log(e, [&](const RunEvent& event) { told.push_back(event.cycle); });
  log.load_changes(5, 1, 9);
  CHECK(told.empty());
  log.load_changes(7, 0, 9);
  CHECK(told == std::vector<Cycle>{5});
  log.activity_changes(9, {0, 0}, Activity::work, 0);
  CHECK(told == std::vector<Cycle>{5, 7});
}

TEST_CASE("a sum of link use is what was added, in few entries") {
  test::property([] {
    const auto fabric =
        Fabric::parse(*rc::gen::element<std::string>("mesh:3x4", "torus:3x3", "hypercube:3"));
    LinkUseSum sum(fabric);
    LinkUse both;
    std::vector<Cycle> expected(fabric.link_slots(), 0);
    for (int part = 0; part < 2; ++part) {
      const auto word = *rc::gen::inRange<Cycle>(0, 3);
      for (std::uint64_t slot = 0; slot < fabric.link_slots(); ++slot) {
        if (!fabric.link(slot)) continue;
        const auto cycles = word + *rc::gen::element<Cycle>(0, 0, 0, 5);
        sum.add(slot, cycles);
        expected[slot] += cycles;
      }
      both += sum.take();
    }
    RC_ASSERT(busy_links(fabric, both) == expected);
    for (std::size_t i = 1; i < both.links.size(); ++i) {
      RC_ASSERT(both.links[i - 1].link < both.links[i].link);
    }
  });
  const auto fabric = Fabric::parse("mesh:3x4");
  LinkUseSum sum(fabric);
  for (std::uint64_t slot = 0; slot < fabric.link_slots(); ++slot) {
    if (fabric.link(slot)) sum.add(slot, 16);
  }
  const auto use = sum.take();
  CHECK(use.ports == std::vector<Cycle>(fabric.degree(), 16));
  CHECK(use.links.empty());
}

TEST_CASE("a transfer keeps its link busy in each frame that it spans, and in no other") {
  const auto e = test::experiment("ring:3", "lm-c5", "spike:2");
  const auto tell = [](Observer& log) {
    log.word_sent(0, 1, 3, 9);
    log.transfer_sent(0, 3, 8, 2);
    log.transfer_sent(2, 9, 99, 2);
  };
  const auto all = frames(e, 8, 12, tell);  // of 2 cycles each
  REQUIRE(all.size() == 6);
  std::vector<Cycle> first;
  std::vector<Cycle> third;
  for (const auto& busy : all) {
    first.push_back(busy[0]);
    third.push_back(busy[2]);
  }
  CHECK(first == std::vector<Cycle>{1, 2, 2, 2, 0, 0});
  CHECK(third == std::vector<Cycle>{0, 0, 0, 0, 1, 2});
}

TEST_CASE("a circuit keeps its link busy from when it takes it on, also if the run ends before") {
  const auto e = test::experiment("ring:3", "lm-c5", "spike:2");
  const auto tell = [](Observer& log) {
    log.link_taken(0, 1);
    log.phase_begins(4, 0, 0);  // all before is told
    log.transfer_sent(0, 1, 6, 1);
    log.link_taken(0, 7);
  };
  const auto all = frames(e, 100, 9, tell);
  std::vector<Cycle> first;
  first.reserve(all.size());
  for (const auto& busy : all) first.push_back(busy[0]);
  CHECK(first == std::vector<Cycle>{0, 1, 1, 1, 1, 1, 0, 1, 1});
}

TEST_CASE("a slice is told of when it is complete, and none is joined before it has to be") {
  const auto e = test::experiment("ring:3", "lm-c5", "spike:2");
  TimeSlices slices(e, 4);
  const auto add = [&](Cycle cycle) { return slices.add({cycle, RunEvent::Kind::transfer, 0, 1}); };
  CHECK_FALSE(add(0));
  CHECK(add(1));
  CHECK_FALSE(add(1));
  CHECK(add(3));
  slices.finish(4);
  CHECK(slices.frames().size() == 4);
  CHECK(slices.grain() == 1);
}

TEST_CASE("frames have each transfer once, in the frame in which it begins, whatever their grain") {
  test::property([] {
    const auto e = test::experiment("ring:3", "lm-c5", "spike:2");
    TimeSlices slices(e, *rc::gen::inRange<std::size_t>(1, 6));
    std::vector<RunEvent> told;
    Cycle cycle = 0;
    for (int i = *rc::gen::inRange(0, 20); i > 0; --i) {
      cycle += *rc::gen::inRange<Cycle>(0, 4);
      told.push_back({cycle, RunEvent::Kind::transfer, *rc::gen::inRange<std::uint64_t>(0, 6),
                      *rc::gen::inRange<std::int64_t>(1, 9)});
      slices.add(told.back());
    }
    slices.finish(cycle + *rc::gen::inRange<Cycle>(1, 5));
    for (const auto& frame : slices.frames()) {
      std::map<std::uint64_t, Load> expected;
      for (const auto& event : told) {
        if (event.cycle >= frame.from && event.cycle < frame.to) {
          expected[event.place] += event.value;
        }
      }
      std::map<std::uint64_t, Load> flows;
      for (const auto& flow : frame.flows) {
        if (!flows.empty()) RC_ASSERT(flows.rbegin()->first < flow.link);
        flows[flow.link] = flow.tasks;
      }
      RC_ASSERT(flows == expected);
    }
  });
}

TEST_CASE(
    "frames have the loads at their end and what executors did in them, whatever their grain") {
  test::property([] {
    const auto e = test::experiment("ring:3", "lm-c5", std::vector<Load>{4, 0, 7});
    TimeSlices slices(e, *rc::gen::inRange<std::size_t>(1, 6));
    std::vector<RunEvent> told;
    Cycle cycle = 0;
    for (int i = *rc::gen::inRange(0, 12); i > 0; --i) {
      cycle += *rc::gen::inRange<Cycle>(1, 5);
      for (const auto kind : {RunEvent::Kind::load, RunEvent::Kind::activity}) {
        if (*rc::gen::arbitrary<bool>()) continue;
        const auto place = *rc::gen::inRange<std::uint64_t>(0, 3);
        told.push_back({cycle, kind, place, *rc::gen::inRange<std::int64_t>(0, 4)});
        slices.add(told.back());
      }
    }
    const Cycle end = cycle + *rc::gen::inRange<Cycle>(1, 5);
    slices.finish(end);
    // This is the last value that was told of this kind and place up to cycle `at`; `first` stands
    // for what was never told.
    const auto known = [&](RunEvent::Kind kind, std::uint64_t place, Cycle at, std::int64_t first) {
      for (const auto& event : told) {
        if (event.kind == kind && event.place == place && event.cycle <= at) first = event.value;
      }
      return first;
    };
    Cycle from = 0;
    for (const auto& frame : slices.frames()) {
      RC_ASSERT(frame.from == from);
      from = frame.to;
      for (Node node = 0; node < 3; ++node) {
        const auto load = known(RunEvent::Kind::load, node, frame.to, e.loads[node]);
        RC_ASSERT(frame.loads[node] == load);
        std::vector<Cycle> expected(4, 0);
        for (Cycle at = frame.from; at < frame.to; ++at) {
          ++expected[static_cast<std::size_t>(known(RunEvent::Kind::activity, node, at, 0))];
        }
        for (std::size_t kind = 1; kind < 4; ++kind) {
          RC_ASSERT(frame.activity[3 * node + kind - 1] == expected[kind]);
        }
      }
    }
    RC_ASSERT(from == end);
  });
}
