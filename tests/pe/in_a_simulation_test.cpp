// SPDX-License-Identifier: Apache-2.0
// Fabrics as parts of a simulation that is the user's: several of them beside other modules, reset
// while they run, stopped early, and errors as reports.
#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "models/link/reported.h"
#include "models/pe/fabric_model.h"
#include "models/pe/message_driven_fabric.h"
#include "models/pe/run_cycles.h"
#include "models/pe/trace.h"
#include "models/schemes/contract/registry.h"
#include "tests/catch.h"
#include "tests/support/equal.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/support/run_application.h"

using namespace isobar;

namespace {

using Numbers = std::vector<std::int64_t>;

Experiment agents(const std::string& fabric, const std::string& scheme,
                  const std::string& load = "uniform:0..60") {
  auto e = test::experiment(fabric, "de", load);
  e.scheme = nullptr;
  e.agents = SchemeChoice::parse(scheme).make_agents(e.fabric, e.load_bits, 3);
  e.max_cycles = 60'000;
  return e;
}

/// The same with an application that runs on it until it is finished.
Experiment working(Experiment e, const std::string& application) {
  const Node pes = e.fabric.pes();
  e.application = [=] { return test::make_application(application, pes); };
  e.loads = e.application()->initial_loads();
  e.queue_depth = 4096;
  e.max_steps = 4000;
  e.max_cycles = 1'000'000;
  e.goal = {Goal::Kind::finished, 0};
  return e;
}

/// Calls `body` at a time.
class At : public sc_core::sc_module {
 public:
  At(const sc_core::sc_module_name& name, const sc_core::sc_time& time, std::function<void()> body)
      : sc_module(name), time_(time), body_(std::move(body)) {
    SC_HAS_PROCESS(At);
    SC_THREAD(run);
  }

 private:
  void run() {
    wait(time_);
    body_();
  }

  sc_core::sc_time time_;
  std::function<void()> body_;
};

sc_core::sc_time ns(double count) { return {count, sc_core::SC_NS}; }

template <class Fabric>
struct Kind {
  using type = Fabric;
};

/// Follows a fabric that is reset.
struct Follower final : Observer {
  void load_changes(Cycle from, Node /*node*/, std::int64_t /*load*/) override {
    earliest = std::min(earliest, from);
  }
  void decides(Cycle /*cycle*/, Node /*node*/, unsigned /*port*/, std::int64_t /*tasks*/) override {
    decided = sc_core::sc_time_stamp();
  }
  void step_ends(Cycle /*cycle*/, std::int64_t number, bool /*shared*/,
                 bool /*balanced*/) override {
    steps = number;
  }
  bool can_restart() const override { return true; }
  void restarts() override { ++restarted; }

  Cycle earliest = 0;
  sc_core::sc_time decided;  ///< when the latest decision was taken
  std::int64_t restarted = 0;
  std::int64_t steps = 0;  ///< that it was told last
};

/// Resets a fabric at these times in nanoseconds and says whether it then gave the plain result,
/// having begun again that often.
template <class Fabric>
std::int64_t same_after(const Experiment& e, const RunResult& plain,
                        const std::vector<double>& times) {
  Follower follower;
  Fabric fabric("fabric", e, {}, &follower);
  std::vector<std::unique_ptr<At>> resets;
  for (const double time : times) {
    const auto name = "reset_" + std::to_string(resets.size());
    resets.push_back(std::make_unique<At>(name.c_str(), ns(time), [&] { fabric.reset(); }));
  }
  sc_core::sc_start();
  const bool again = follower.restarted == static_cast<std::int64_t>(times.size()) &&
                     follower.decided > ns(times.back()) && follower.earliest == 0;
  return again && follower.steps == plain.run.steps && test::same(e, plain, fabric.finish()) ? 1
                                                                                             : 0;
}

}  // namespace

TEST_CASE("a fabric that is reset gives what it gives from the start") {
  const std::string uts = "uts:t=1,a=3,d=5,b=4,r=19";
  // In the first delta of a cycle, in its middle, just before its end, and several times.
  const auto times = GENERATE(std::vector<double>{4'000}, std::vector<double>{402},
                              std::vector<double>{1'239.999}, std::vector<double>{0, 332, 2'001.5});
  const auto check = [&](const Experiment& e) {
    const auto plain = test::run_forked(e).result;
    INFO(e.fabric.name() << " at " << times.front());
    const auto same = test::in_child([&] {
      return Numbers{e.agents ? same_after<MessageDrivenFabric>(e, plain, times)
                              : same_after<FabricModel>(e, plain, times)};
    });
    CHECK(same == Numbers{1});
  };
  check(test::experiment("ring:8", "lm-c5", "uniform:0..40"));
  check(test::experiment("mesh:3x4", "diffusion", "uniform:0..400"));
  check(test::experiment("hhc:2", "hhc-b", "uniform:0..90"));
  check(working(test::experiment("torus:4x3", "lm-c2", "uniform:0..4"), uts));
  check(agents("torus:3x4", "rid"));
  check(working(agents("torus:4x4", "steal"), uts));
  auto circuits = working(agents("hypercube:3", "gm"), uts);
  circuits.switching = Switching::circuit;
  check(circuits);
  auto cuts = working(agents("hypercube:3", "gm"), uts);
  cuts.switching = Switching::cut_through;
  check(cuts);
}

TEST_CASE("a reset after the end of a run starts another") {
  const auto check = [](const Experiment& e, auto fabric_type) {
    using Fabric = typename decltype(fabric_type)::type;
    const auto plain = test::run_forked(e).result;
    REQUIRE(plain.ending == Ending::goal);
    const double late = 4.0 * static_cast<double>(plain.run.cycles) + 5'000;
    const auto same = test::in_child([&] {
      Follower follower;
      Fabric fabric("fabric", e, {}, &follower);
      int done = 0;
      const At after("after", ns(late), [&] {
        done += fabric.done() ? 1 : 0;
        fabric.reset();
        sc_core::wait(ns(8));
        done += fabric.done() ? 2 : 0;
      });
      sc_core::sc_start();
      return Numbers{done, follower.decided > ns(late) ? 1 : 0,
                     test::same(e, plain, fabric.finish()) ? 1 : 0};
    });
    CHECK(same == Numbers{1, 1, 1});
  };
  check(test::experiment("ring:8", "lm-c5", "spike:2"), Kind<FabricModel>{});
  check(working(agents("torus:4x4", "steal"), "uts:t=1,a=3,d=5,b=4,r=19"),
        Kind<MessageDrivenFabric>{});
}

TEST_CASE("a run that has its goal from the start ends in cycle 0, after a reset as well") {
  auto e = agents("ring:8", "sid");
  e.loads.assign(8, 5);
  e.goal = {Goal::Kind::balanced, 0};
  const auto cycles = test::in_child([&] {
    MessageDrivenFabric fabric("fabric", e);
    sc_core::sc_start(ns(400));
    Numbers ends{fabric.done() ? fabric.finish().run.cycles : -1};
    fabric.reset();
    sc_core::sc_start(ns(400));
    ends.push_back(fabric.done() ? fabric.finish().run.cycles : -1);
    return ends;
  });
  CHECK(cycles == Numbers{0, 0});
}

namespace {

/// What executors did, with the identities of tasks, as one number.
struct Diary final : Observer {
  void activity_changes(Cycle from, ExecutorId executor, Activity activity,
                        std::uint64_t task) override {
    for (const auto part : {static_cast<std::uint64_t>(from), std::uint64_t{executor.node},
                            static_cast<std::uint64_t>(activity), task}) {
      digest = (digest ^ part) * 0x100000001b3;  // FNV-1a
    }
  }

  std::uint64_t digest = 0xcbf29ce484222325;
};

std::int64_t diary_alone(const Experiment& e) {
  return test::in_child([&] {
    Diary diary;
    run_cycles(e, {}, &diary);
    return Numbers{static_cast<std::int64_t>(diary.digest)};
  })[0];
}

/// A module of the user's with a clock, a fabric of each kind, and traffic of its own.
class Soc : public sc_core::sc_module {
 public:
  Soc(const sc_core::sc_module_name& name, const Experiment& left, const Experiment& right,
      const sc_core::sc_time& begin)
      : sc_module(name),
        left_("left", left, {}, nullptr, begins(begin)),
        right_("right", right, {}, &diary_) {
    SC_HAS_PROCESS(Soc);
    SC_METHOD(tick);
    sensitive << clk_.posedge_event();
    dont_initialize();
  }

  FabricModel& left() { return left_; }
  MessageDrivenFabric& right() { return right_; }
  std::int64_t ticks() const { return ticks_; }
  const Diary& diary() const { return diary_; }

 private:
  static FabricParts begins(const sc_core::sc_time& begin) {
    FabricParts parts;
    parts.begin = begin;
    return parts;
  }
  void tick() {
    ++ticks_;
    next_.notify(sc_core::SC_ZERO_TIME);
    if (left_.done() && right_.done()) sc_core::sc_stop();
  }

  sc_core::sc_clock clk_{"clk", 3, sc_core::SC_NS};
  sc_core::sc_event next_{"next"};
  std::int64_t ticks_ = 0;
  Diary diary_;
  FabricModel left_;
  MessageDrivenFabric right_;
};

}  // namespace

TEST_CASE(
    "two fabrics and a user's modules share a simulation, and each gives what it gives alone") {
  const auto scheme = GENERATE(std::string("rid"), std::string("steal"), std::string("sid"));
  const auto left = test::experiment("torus:4x3", "diffusion", "uniform:0..200");
  const auto right = scheme == "steal"
                         ? working(agents("torus:4x4", "steal"), "uts:t=1,a=3,d=5,b=4,r=19")
                         : agents("torus:3x3", scheme);
  const auto left_alone = test::run_forked(left).result;
  const auto right_alone = test::run_forked(right).result;
  const auto same = test::in_child([&] {
    sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
    Soc soc("soc", left, right, ns(1'234.567));
    sc_core::sc_start();
    const bool found = sc_core::sc_find_object("soc.left.pe_3.out") != nullptr &&
                       sc_core::sc_find_object("soc.right.link_3_succ1") != nullptr;
    return Numbers{test::same(left, left_alone, soc.left().finish()) ? 1 : 0,
                   test::same(right, right_alone, soc.right().finish()) ? 1 : 0,
                   soc.ticks() > 100 ? 1 : 0, found ? 1 : 0,
                   static_cast<std::int64_t>(soc.diary().digest)};
  });
  // The names of tasks too do not depend on what else happens in the simulation.
  CHECK(same == Numbers{1, 1, 1, 1, diary_alone(right)});
}

TEST_CASE("a message-driven run that is stopped early ends there") {
  auto e = working(agents("torus:4x4", "steal"), "uts:t=1,a=3,d=6,b=4,r=19");
  const auto result = test::in_child([&] {
    MessageDrivenFabric fabric("fabric", e);
    sc_core::sc_start(ns(4 * 500 - 1));
    const auto ended = fabric.finish();
    return Numbers{ended.ending == Ending::interrupted ? 1 : 0, ended.run.cycles};
  });
  CHECK(result == Numbers{1, 500});
}

TEST_CASE("the watcher of a message-driven run sees cycles, no steps, and can end it") {
  auto e = agents("ring:8", "sid");
  e.goal = {Goal::Kind::cycles, 20'000};
  const auto wrong = test::in_child([&] {
    std::int64_t stepped = 0;
    std::int64_t seen = 0;
    Cycle last = -1;
    const auto r = run_cycles(e, [&](const Progress& p) {
      stepped += p.at.steps + p.at.shifts + (p.at.cycles < last ? 1 : 0);
      last = p.at.cycles;
      return ++seen < 2;
    });
    return Numbers{stepped, r.ending == Ending::interrupted ? 0 : 1};
  });
  CHECK(wrong == Numbers{0, 0});
}

TEST_CASE("a run that is over stays as it was when its limit comes") {
  auto e = working(agents("torus:4x4", "steal"), "uts:t=1,a=3,d=5,b=4,r=19");
  const auto plain = test::run_forked(e).result;
  REQUIRE(plain.ending == Ending::goal);
  REQUIRE(plain.run.cycles < e.max_cycles);
  const auto same = test::in_child([&] {
    MessageDrivenFabric fabric("fabric", e);
    const At later("later", ns(4.0 * static_cast<double>(e.max_cycles) + 100), [] {});
    sc_core::sc_start();
    return Numbers{test::same(e, plain, fabric.finish()) ? 1 : 0};
  });
  CHECK(same == Numbers{1});
}

TEST_CASE("a run that is over keeps no simulation waiting for its limit") {
  const auto e = working(agents("torus:4x4", "steal"), "uts:t=1,a=3,d=5,b=4,r=19");
  const auto cycles = test::in_child([&] {
    MessageDrivenFabric fabric("fabric", e);
    sc_core::sc_start();
    return Numbers{fabric.finish().run.cycles,
                   static_cast<Cycle>(sc_core::sc_time_stamp() / ns(4))};
  });
  CHECK(cycles[1] >= cycles[0]);
  CHECK(cycles[1] < cycles[0] + 1000);
  CHECK(cycles[0] + 1000 < e.max_cycles);
}

TEST_CASE("a run that is stopped as it comes to rest ends there, and reached nothing later") {
  auto e = agents("torus:1x5", "alpha-splitting");
  e.loads = {0, 24, 35, 35, 5};
  e.goal = {Goal::Kind::balanced, 0};
  const auto plain = test::run_forked(e).result;
  REQUIRE(plain.ending == Ending::rest);
  for (Cycle stop = plain.run.cycles - 3; stop < plain.run.cycles + 3; ++stop) {
    INFO(stop);
    const auto ended = test::in_child([&] {
      MessageDrivenFabric fabric("fabric", e);
      sc_core::sc_start(ns(4.0 * static_cast<double>(stop) - 1));
      const auto result = fabric.finish();
      return Numbers{result.run.cycles, result.to_share ? result.to_share->cycles : 0};
    });
    CHECK(ended[0] <= stop);
    CHECK(ended[1] <= ended[0]);
  }
}

TEST_CASE("a lockstep run that has not ended has no result") {
  const auto e = test::experiment("ring:8", "lm-c5", "spike:2");
  const auto found = test::in_child([&] {
    FabricModel fabric("ring_of_8", e);
    sc_core::sc_start(ns(400));
    try {
      (void)fabric.finish();
    } catch (const ValueError& error) {
      return Numbers{std::string(error.what()) == "ring_of_8 has not come to its end" ? 1 : 0};
    }
    return Numbers{};
  });
  CHECK(found == Numbers{1});
}

namespace {

/// Cannot follow a reset, as it does not say that it can.
struct Silent final : Observer {};

/// The id and the text of the error that a simulation ends with.
std::pair<std::string, std::string> report_of(const std::function<void()>& simulate) {
  try {
    simulate();
  } catch (const sc_core::sc_report& report) {
    return {report.get_msg_type(), report.get_msg()};
  }
  return {};
}

}  // namespace

TEST_CASE("what cannot be reset is a report with an id") {
  const auto e = test::experiment("ring:8", "lm-c5", "spike:2");
  const auto found = test::in_child([&] {
    Silent silent;
    FabricModel fabric("fabric", e, {}, &silent);
    const At early("early", ns(400), [&] { fabric.reset(); });
    const auto [id, text] = report_of([] { sc_core::sc_start(); });
    return Numbers{id == report_value ? 1 : 0,
                   text.find("cannot follow a reset") != std::string::npos ? 1 : 0};
  });
  CHECK(found == Numbers{1, 1});
}

TEST_CASE("a law that is broken in a run is a report with an id") {
  auto e = test::experiment("ring:8", "lm-c5", "spike:2");
  e.queue_depth = 3;  // PE 0 holds 16 tasks
  const auto found = test::in_child([&] {
    const FabricModel fabric("fabric", e);
    const auto [id, text] = report_of([] { sc_core::sc_start(); });
    return Numbers{id == report_model ? 1 : 0, text.find("PE 0") != std::string::npos ? 1 : 0};
  });
  CHECK(found == Numbers{1, 1});
}

TEST_CASE("observers are told of a fabric's loads from its cycle 0 on, whenever that is") {
  const auto check = [](const Experiment& e, auto begun) {
    const auto found = test::in_child([&] {
      Follower follower;
      begun(e, &follower);
      return Numbers{follower.earliest};
    });
    CHECK(found == Numbers{0});
  };
  check(test::experiment("ring:8", "lm-c5", "spike:2"),
        [](const Experiment& e, Observer* observer) {
          FabricParts parts;
          parts.begin = ns(1.5);
          const FabricModel fabric("fabric", e, {}, observer, parts);
          sc_core::sc_start();
        });
  check(agents("torus:3x3", "rid"), [](const Experiment& e, Observer* observer) {
    MessageDrivenParts parts;
    parts.begin = ns(1'234.567);
    const MessageDrivenFabric fabric("fabric", e, {}, observer, parts);
    sc_core::sc_start();
  });
}

TEST_CASE("a run that rests waits for its cycles if these are its goal") {
  auto e = agents("torus:3x3", "sid", "uniform:0..20");
  e.goal = {Goal::Kind::balanced, 0};
  const auto rests = test::run_forked(e).result;
  REQUIRE(rests.ending == Ending::rest);
  e.goal = {Goal::Kind::cycles, 40'000};
  CHECK(test::run_forked(e).result.ending == Ending::goal);
  CHECK(test::run_forked(e).result.run.cycles == 40'000);
  e.max_cycles = 30'000;
  CHECK(test::run_forked(e).result.ending == Ending::step_limit);
  CHECK(test::run_forked(e).result.run.cycles == 30'000);
}

TEST_CASE("a task can be fetched in each of a fabric's first cycles, and no two in one") {
  const auto first = GENERATE(0.0, 4.0, 8.0);
  const auto e = test::experiment("ring:8", "lm-c5", "spike:2");
  const auto found = test::in_child([&] {
    FabricModel fabric("fabric", e);
    Numbers fetched;
    const At now("now", ns(first + 1), [&] {
      fetched.push_back(fabric.pe(0).full() ? 1 : 0);
      fetched.push_back(fabric.pe(0).fetch() ? 1 : 0);
      try {
        (void)fabric.pe(0).fetch();
      } catch (const ModelError&) {
        fetched.push_back(2);
      }
    });
    sc_core::sc_start(ns(20));
    return fetched;
  });
  CHECK(found == Numbers{0, 1, 2});
}

TEST_CASE("nothing is fetched before a fabric begins") {
  const auto e = test::experiment("ring:8", "lm-c5", "spike:2");
  const auto found = test::in_child([&] {
    FabricParts parts;
    parts.begin = ns(1'000);
    FabricModel fabric("fabric", e, {}, nullptr, parts);
    std::int64_t refused = 0;
    const At early("early", ns(10), [&] {
      try {
        (void)fabric.pe(0).fetch();
      } catch (const ModelError&) {
        ++refused;
      }
    });
    sc_core::sc_start();
    return Numbers{refused, fabric.finish().balanced ? 1 : 0};
  });
  CHECK(found == Numbers{1, 1});
}

TEST_CASE("what goes over a signal is equal where all that it says is") {
  const Message word{Message::Kind::word, 3};
  CHECK(word == Message{Message::Kind::word, 3});
  CHECK_FALSE(word == Message{Message::Kind::word, 4});
  CHECK_FALSE(word == Message{Message::Kind::transfer, 3});
  CHECK(Arrival{5, word} == Arrival{5, word});
  CHECK_FALSE(Arrival{5, word} == Arrival{6, word});
  CHECK_FALSE(Arrival{5, word} == Arrival{5, Message{Message::Kind::word, 4}});
  CHECK(Task{7} == Task{7});
  CHECK_FALSE(Task{7} == Task{8});
  CHECK(Order{1, 2} == Order{1, 2});
  CHECK_FALSE(Order{1, 2} == Order{1, 3});
  CHECK_FALSE(Order{1, 2} == Order{0, 2});
  CHECK(Word{1, 2, 3} == Word{1, 2, 3});
  CHECK_FALSE(Word{1, 2, 3} == Word{0, 2, 3});
  CHECK_FALSE(Word{1, 2, 3} == Word{1, 0, 3});
  CHECK_FALSE(Word{1, 2, 3} == Word{1, 2, 0});
}
