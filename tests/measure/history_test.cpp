// SPDX-License-Identifier: Apache-2.0
#include "models/measure/history.h"

#include <map>

#include "models/steps/run_steps.h"
#include "tests/catch.h"
#include "tests/support/experiments.h"
#include "tests/support/frame_use.h"
#include "tests/support/level_law.h"
#include "tests/support/property.h"

using namespace isobar;
using test::experiment;

namespace {

struct Recorded {
  std::vector<PhaseEntry> phases;
  RunResult result;
};

Recorded record(const Experiment& e, History& history) {
  Recorded recorded;
  PhaseLog log(e, [&](const PhaseEntry& entry) {
    recorded.phases.push_back(entry);
    history.add(entry);
  });
  recorded.result = run_steps_generic(e, {}, &log);
  log.finish(recorded.result.run.cycles);
  return recorded;
}

}  // namespace

TEST_CASE("a short run's history has every phase") {
  const auto e = experiment("torus:4x3", "lm-c5", "spike:3");
  History history(e, 10'000);
  const auto recorded = record(e, history);
  REQUIRE(history.grain() == 0);
  REQUIRE(history.frames().size() == recorded.phases.size());
  for (std::size_t i = 0; i < recorded.phases.size(); ++i) {
    CHECK(history.frames()[i].loads == recorded.phases[i].after);
    CHECK(history.frames()[i].to == recorded.phases[i].to);
  }
  CHECK(history.frames().back().shifts == recorded.result.run.shifts);
}

TEST_CASE("a bounded history is the same run, seen at fewer step ends") {
  test::property([] {
    const auto e = test::random_experiment({"lm-c5", "nna", "de", "dem", "multilevel"},
                                           {"torus:2x2", "hypercube:3", "hypercube:4"});
    const auto most = *rc::gen::inRange<std::size_t>(1, 12);
    History history(e, most);
    const auto recorded = record(e, history);
    const auto& frames = history.frames();
    RC_ASSERT(frames.size() <= most);
    RC_ASSERT(frames.empty() == recorded.phases.empty());
    // Each frame ends where a phase does, with its loads, and no frame's tasks are lost.
    std::map<Cycle, const PhaseEntry*> ends;
    for (const auto& phase : recorded.phases) ends[phase.to] = &phase;
    auto loads = e.loads;
    Cycle from = 0;
    for (const auto& frame : frames) {
      RC_ASSERT(frame.from == from);
      from = frame.to;
      RC_ASSERT(frame.loads == ends.at(frame.to)->after);
      // Phases of no cycle end where the one before them does.
      const auto& last = history.grain() == 0
                             ? recorded.phases[static_cast<std::size_t>(&frame - frames.data())]
                             : *ends.at(frame.to);
      RC_ASSERT(frame.step == last.step);
      RC_ASSERT(frame.phase == last.phase);
      for (std::size_t i = 1; i < frame.flows.size(); ++i) {
        RC_ASSERT(frame.flows[i - 1].link < frame.flows[i].link);
      }
      for (const auto& flow : frame.flows) {
        const auto link = *e.fabric.link(flow.link);
        loads[link.from] -= flow.tasks;
        loads[link.to] += flow.tasks;
      }
      RC_ASSERT(loads == frame.loads);
      if (history.grain() == 0 || &frame == &frames.back()) continue;
      RC_ASSERT(frame.step_end);
      RC_ASSERT((frame.step + 1) % history.grain() == 0);
    }
    RC_ASSERT(from == recorded.result.run.cycles);
  });
}

TEST_CASE("links are busy in a history for as long as the result counts") {
  test::property([] {
    const auto e =
        *rc::gen::arbitrary<bool>()
            ? test::random_experiment({"lm-c1", "lm-c5", "nna-portions", "de"},
                                      {"ring:5", "torus:2x2", "torus:3x4", "hypercube:4"})
            : test::random_experiment({"nna", "diffusion"}, {"mesh:3x2", "torus:3x4"});
    History history(e, *rc::gen::element<std::size_t>(1, 5, 10'000));
    const auto recorded = record(e, history);
    std::vector<Cycle> busy(e.fabric.link_slots(), 0);
    for (const auto& frame : history.frames()) {
      const auto more = test::busy_links(e.fabric, frame.use);
      for (std::size_t slot = 0; slot < busy.size(); ++slot) {
        RC_ASSERT(more[slot] >= 0);
        RC_ASSERT(more[slot] <= frame.to - frame.from);
        busy[slot] += more[slot];
      }
    }
    for (std::size_t slot = 0; slot < busy.size(); ++slot) {
      RC_ASSERT(busy[slot] == recorded.result.links[slot].busy());
    }
  });
}
