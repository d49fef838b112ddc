// SPDX-License-Identifier: Apache-2.0
// What happens in one cycle of a message-driven fabric, in which order and in which delta.
#include "models/network/sequencer.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/support/forked_run.h"

using namespace isobar;

namespace {

using Numbers = std::vector<std::int64_t>;

/// Who acted, in which cycle and delta of it, one after the other.
struct Diary {
  const CycleClock& clock;
  Numbers lines;
  Cycle cycle = -1;
  sc_dt::uint64 first = 0;  ///< the delta in which the cycle's first one acted

  void write(std::int64_t who) {
    if (clock.now() != cycle) first = sc_core::sc_delta_count();
    cycle = clock.now();
    lines.insert(lines.end(),
                 {cycle, static_cast<std::int64_t>(sc_core::sc_delta_count() - first), who});
  }
};

// Numbers by which they sign.
constexpr std::int64_t looker = 0;
std::int64_t router(Node node) { return 100 + node; }
std::int64_t pe(Node node) { return 200 + node; }

struct Writer final : Actor, Onlooker {
  Writer(Diary& writes, std::int64_t sign) : diary(writes), who(sign) {}
  void act() override {
    diary.write(who);
    if (then) then();
  }
  void look(Cycle /*cycle*/) override { act(); }

  Diary& diary;
  std::int64_t who;
  std::function<void()> then = {};
};

/// Three routers and three PEs, of which each writes when it acts.
struct Stage {
  Stage() {
    for (Node node = 0; node < 3; ++node) {
      routers.push_back(std::make_unique<Writer>(diary, router(node)));
      pes.push_back(std::make_unique<Writer>(diary, pe(node)));
      router_alarms.push_back(sequencer.router(node, *routers[node]));
      pe_alarms.push_back(sequencer.pe(node, *pes[node]));
    }
  }

  CycleClock clock{Rational(1'000'000'000)};
  Diary diary{clock, {}};
  bool done = false;
  Writer run{diary, looker};
  Sequencer sequencer{"sequencer", clock, done, run};
  std::vector<std::unique_ptr<Writer>> routers;
  std::vector<std::unique_ptr<Writer>> pes;
  std::vector<Alarm> router_alarms;
  std::vector<Alarm> pe_alarms;
};

/// The lines of cycles after the first.
Numbers later(const Numbers& lines) {
  Numbers some;
  for (std::size_t i = 0; i < lines.size(); i += 3) {
    if (lines[i] > 0) some.insert(some.end(), lines.begin() + i, lines.begin() + i + 3);
  }
  return some;
}

}  // namespace

TEST_CASE("in cycle 0 the run is looked at, then PEs act in order of nodes", "[sequencer]") {
  const auto lines = test::in_child([] {
    Stage stage;
    sc_core::sc_start();
    return stage.diary.lines;
  });
  CHECK(lines == Numbers{0, 0, looker, 0, 1, pe(0), 0, 1, pe(1), 0, 1, pe(2)});
}

TEST_CASE("a cycle: a look, routers, PEs that are due, PEs to which something came",
          "[sequencer]") {
  const auto lines = test::in_child([] {
    Stage stage;
    // In cycle 7 router 2 delivers to PE 0, and PE 1, which is due, gives router 0 a message.
    stage.pes[2]->then = [&] {
      if (stage.clock.now() > 0) return;
      stage.router_alarms[2].set(7);
      stage.router_alarms[1].set(7);
      stage.pe_alarms[2].set(7);
      stage.pe_alarms[1].set(7);
      stage.sequencer.look_at(7);
    };
    stage.routers[2]->then = [&] {
      stage.pe_alarms[0].set_now();
      stage.pe_alarms[1].set_now();  // it is due, and has one turn
    };
    stage.pes[1]->then = [&] {
      if (stage.clock.now() > 0) stage.router_alarms[0].set_now();
    };
    sc_core::sc_start();
    return later(stage.diary.lines);
  });
  CHECK(lines == Numbers{7, 0, looker, 7, 0, router(1), 7, 0, router(2), 7, 1, pe(1),  //
                         7, 1, pe(2),  7, 1, router(0), 7, 2, pe(0)});
}

TEST_CASE("of several wakes the earliest counts, and the others are forgotten", "[sequencer]") {
  const auto lines = test::in_child([] {
    Stage stage;
    stage.pes[2]->then = [&] {
      if (stage.clock.now() > 0) return;
      for (const Cycle cycle : {900, 5, 12, 5}) stage.router_alarms[0].set(cycle);
    };
    sc_core::sc_start();
    auto all = later(stage.diary.lines);
    all.push_back(stage.sequencer.active());
    return all;
  });
  CHECK(lines == Numbers{5, 0, router(0), 5});
}

TEST_CASE("nobody acts after the look that ends the run, and a reset begins with cycle 0",
          "[sequencer]") {
  const auto lines = test::in_child([] {
    Stage stage;
    stage.pes[2]->then = [&] {
      if (stage.clock.now() > 0) return;
      stage.router_alarms[0].set(3);
      stage.sequencer.look_at(3);
    };
    stage.run.then = [&] { stage.done = stage.clock.now() == 3; };
    sc_core::sc_start(stage.clock.time(10));
    stage.done = false;
    stage.clock.restart(sc_core::sc_time_stamp() + stage.clock.time(1));
    stage.sequencer.reset();
    stage.diary.write(-1);
    sc_core::sc_start(stage.clock.time(3));
    return stage.diary.lines;
  });
  CHECK(lines == Numbers{0,  0, looker, 0, 1, pe(0), 0, 1, pe(1), 0, 1, pe(2), 3, 0, looker,
                         -1, 0, -1,     0, 0, pe(0), 0, 0, pe(1), 0, 0, pe(2)});
}

TEST_CASE("what reaches another region sooner than the lookahead ends the run") {
  const auto result = [](Cycle reaches) {
    return test::in_child([reaches] {
      struct Post final : Exchange {
        explicit Post(Cycle cycle) : due(cycle) {}
        Cycle turn_over() override { return std::exchange(due, never); }
        void take_in(unsigned /*to*/) override {}
        Cycle due;
      };
      struct Idle final : Actor {
        void act() override {}
      };
      CycleClock clock{Rational(1'000'000'000)};
      bool done = false;
      struct Eternal final : Onlooker {
        void look(Cycle /*cycle*/) override {}
        Cycle unending(Cycle /*begin*/) const override { return 1'000; }
      };
      Eternal run;
      Post post(reaches);
      Sequencer sequencer("sequencer", clock, done, run, {2, 2, 10, &post});
      Idle first;
      Idle second;
      sequencer.pe(0, first);
      sequencer.pe(1, second);
      try {
        sc_core::sc_start();
      } catch (const sc_core::sc_report&) {
        return Numbers{1};
      }
      return Numbers{0};
    });
  };
  CHECK(result(10) == Numbers{0});
  CHECK(result(9) == Numbers{1});
}

TEST_CASE("a PE of the user's own acts by an event, in its place among the others", "[sequencer]") {
  const auto lines = test::in_child([] {
    struct Own final : sc_core::sc_module {
      Own(const sc_core::sc_module_name& name, Diary& writes) : sc_module(name), diary(writes) {
        SC_HAS_PROCESS(Own);
        SC_METHOD(act);
        sensitive << turn;
        dont_initialize();
      }
      void act() { diary.write(pe(1)); }
      Diary& diary;
      sc_core::sc_event turn{"turn"};
    };
    Stage stage;
    Own own("own", stage.diary);
    stage.pes[2]->then = [&] {
      if (stage.clock.now() > 0) return;
      stage.router_alarms[0].set(4);
      stage.pe_alarms[0].set(4);
      stage.pe_alarms[2].set(4);
    };
    stage.routers[0]->then = [&] { stage.sequencer.take_turn(1, own.turn); };
    sc_core::sc_start();
    return later(stage.diary.lines);
  });
  CHECK(lines == Numbers{4, 0, router(0), 4, 1, pe(0), 4, 1, pe(1), 4, 2, pe(2)});
}
