// SPDX-License-Identifier: Apache-2.0
// Applications on RTL: its streams serve executors as the model's queues do, task by task and cycle
// by cycle, and the run is that of the level `steps`.
#include <string>
#include <vector>

#include "models/fabric/pe_set.h"
#include "models/steps/run_application.h"
#include "models/steps/run_steps.h"
#include "sim/input/application_file.h"
#include "tb/rtl_options.h"
#include "tb/whole_fabric.h"
#include "tests/catch.h"
#include "tests/support/equal.h"
#include "tests/support/experiments.h"
#include "tests/support/external_spans.h"
#include "tests/support/forked_run.h"
#include "tests/support/property_of_cases.h"
#include "tests/support/random_application.h"
#include "tests/support/refusal.h"
#include "tests/support/scratch.h"

using namespace isobar;
using test::RandomTrees;
using test::same;

namespace {

constexpr Load depth = 8;

/// Half of them in a fabric that is full now and then, with links of their own each.
struct Shape {
  std::string fabric;
  std::string scheme;
  std::int64_t lanes;
  Cycle latency;
};

const std::vector<Shape> shapes = {
    {"ring:5", "lm-c5", 1, 1},    {"torus:3x2", "lm-c4", 2, 3}, {"hypercube:3", "lm-c3", 8, 1},
    {"torus:4x3", "lm-c1", 4, 2}, {"hhc:1", "lm-c2", 1, 2},     {"ring:2", "lm-c0", 16, 1},
};

Experiment on(const Shape& shape) {
  auto e = test::experiment(shape.fabric, shape.scheme, "uniform:0..0");
  for (auto& link : e.links) {
    link = LinkTiming({e.clock * shape.lanes, shape.latency, 0}, e.clock);
  }
  e.queue_depth = depth;
  e.goal = {Goal::Kind::finished, 0};
  e.max_steps = 5000;
  return e;
}

void put(Experiment& e, const RandomTrees& trees) {
  e.loads = NarrowArray(trees.roots);
  e.application = [trees] { return test::random_application(trees); };
}

/// An application, machines and a goal, of which the RTL's parameters know nothing.
void draw(Experiment& e) {
  const auto nodes = e.fabric.nodes();
  RandomTrees trees;
  trees.roots = *rc::gen::container<std::vector<Load>>(nodes, rc::gen::inRange<Load>(0, 6));
  trees.size = *rc::gen::element<std::int64_t>(1, 7, 40);
  trees.most_work = *rc::gen::element<Cycle>(1, 5, 90);
  trees.most_children = *rc::gen::element<std::int64_t>(1, 3, 12);
  trees.seed = *rc::gen::arbitrary<std::uint64_t>();
  put(e, trees);
  for (Node node = 0; node < nodes; ++node) {
    e.speeds.emplace_back(*rc::gen::inRange<std::int64_t>(1, 9), 4);
    e.executors.push_back(*rc::gen::inRange(1U, 4U));
    if (*rc::gen::arbitrary<bool>()) e.external.emplace_back(test::any_spans(200, 500));
  }
  e.external.resize(e.external.size() == nodes ? nodes : 0);
  e.goal = *rc::gen::element(Goal{Goal::Kind::finished, 0}, Goal{Goal::Kind::steps, 7},
                             Goal{Goal::Kind::balanced, 0});
}

CosimSetting all_rtl(const Experiment& e) {
  CosimSetting setting;
  setting.parameters = RtlParameters::of(e);
  setting.nodes = PeSet::all(e.fabric).nodes();
  return setting;
}

std::string description(const std::optional<FabricMismatch>& m) {
  return m ? m->quantity + ": RTL " + m->rtl + ", model " + m->model : "";
}

/// Of an application as it is written, whose work is short: its times are cycles of a slow clock.
Experiment written(const std::string& application) {
  auto e = on({"ring:4", "lm-c5", 1, 1});
  auto maker = application_from(application, e.fabric.pes(), 1, e.clock / 20,
                                std::string(ISOBAR_SOURCE_DIR) + "/sim/examples");
  e.loads = maker.initial_loads;
  e.application = maker.make;
  e.queue_depth = 64;
  return e;
}

/// The source of the release's PE with one text in place of another.
std::string broken(const std::string& text, const std::string& by) {
  auto source = test::contents(std::string(ISOBAR_SOURCE_DIR) + "/rtl/liquid/isobar_pe.sv");
  REQUIRE(test::count(source, text) == 1);
  return source.replace(source.find(text), text.size(), by);
}

}  // namespace

TEST_CASE("random applications come to the same on RTL", "[rtl]") {
  for (const auto& shape : shapes) {
    const auto idle = on(shape);
    const auto setting = all_rtl(idle);
    const VerilatedLibrary pe({"isobar_pe", rtl_pe_options(setting.parameters)});
    const VerilatedLibrary fabric({"isobar_fabric", rtl_fabric_options(setting.parameters)});
    INFO(shape.scheme << " on " << shape.fabric);
    test::property_of_cases(20, [&] {
      auto e = on(shape);
      draw(e);
      std::vector<std::vector<Task>> left;
      const auto model = run_application(e, {}, nullptr, &left);
      auto some = setting;
      if (*rc::gen::arbitrary<bool>()) some.nodes.erase(some.nodes.begin());
      const auto rtl = test::run_rtl_forked(e, some, pe);
      RC_ASSERT(rtl.mismatch == "");
      RC_ASSERT(same(e, rtl.result, model));
      const auto whole = run_whole_fabric(e, setting.parameters, fabric);
      RC_ASSERT(description(whole.mismatch) == "");
      RC_ASSERT(same(e, *whole.run, model));
      for (Node node = 0; node < e.fabric.nodes(); ++node) {
        RC_ASSERT(static_cast<Load>(whole.queues[node].size()) == model.loads[node]);
      }
    });
  }
}

TEST_CASE("a tree, a replay, loops and time steps on RTL", "[rtl]") {
  for (const auto* application : {"uts:t=1,a=3,d=5,b=3,r=19", "replay:lbdatafile",
                                  "loops:g=6,mean=3000,h=100", "phases:steps=40,step=200"}) {
    INFO(application);
    const auto e = written(application);
    const auto setting = all_rtl(e);
    const auto rtl = test::run_rtl_forked(
        e, setting, VerilatedLibrary({"isobar_pe", rtl_pe_options(setting.parameters)}));
    CHECK(rtl.mismatch == "");
    CHECK(same(e, rtl.result, test::run_forked(e).result));
    CHECK(rtl.result.application->executed > 0);
    CHECK(rtl.result.application->executed == rtl.result.application->created);
    const auto whole = run_whole_fabric(
        e, setting.parameters,
        VerilatedLibrary({"isobar_fabric", rtl_fabric_options(setting.parameters)}));
    CHECK(description(whole.mismatch) == "");
  }
}

TEST_CASE("where RTL serves its executor otherwise than the model it is seen", "[rtl]") {
  const test::Scratch scratch;
  struct Break {
    std::string text;
    std::string by;
    std::string pe;     ///< what differs beside the model
    std::string whole;  ///< and in a whole fabric
  };
  const std::vector<Break> breaks = {
      {"sink_tready_o = !landing && load", "sink_tready_o = load", "accepts", "a task is accepted"},
      {"fetch = fetch_i && !deciding", "fetch = fetch_i", "load", "a task is handed out"},
      {"fetch ? head : source_data_q", "fetch ? ~head : source_data_q", "held", "task 0"},
      {"landed ? arrived : sink_tdata_i", "landed ? arrived : ~sink_tdata_i", "held", "task 0"},
  };
  auto e = on({"ring:5", "lm-c5", 1, 1});
  RandomTrees trees;
  trees.roots.assign(5, 1);
  trees.size = 100;
  trees.most_work = 30;
  trees.most_children = 3;
  put(e, trees);
  const auto setting = all_rtl(e);
  for (std::size_t i = 0; i < breaks.size(); ++i) {
    const auto folder = std::to_string(i);
    scratch.write(folder + "/isobar_pe.sv", broken(breaks[i].text, breaks[i].by));
    OwnRtl own;
    own.folder = (scratch / folder).string();
    INFO(breaks[i].text);
    const auto rtl = test::run_rtl_forked(
        e, setting, VerilatedLibrary({"isobar_pe", rtl_pe_options(setting.parameters), {}, own}));
    CHECK_THAT(rtl.mismatch, Catch::Contains(breaks[i].pe));
    const auto whole = run_whole_fabric(
        e, setting.parameters,
        VerilatedLibrary({"isobar_fabric", rtl_fabric_options(setting.parameters), {}, own}));
    REQUIRE(whole.mismatch);
    CHECK_THAT(description(whole.mismatch), Catch::Contains(breaks[i].whole));
  }
}

TEST_CASE("the RTL's queue hands out its oldest task only", "[rtl]") {
  auto e = written("uts:t=1,a=3,d=5,b=3,r=19");
  e.fetch = QueueEnd::newest;
  CHECK(test::contains(test::refusal([&] { RtlParameters::of(e); }), "fetch = oldest"));
}
