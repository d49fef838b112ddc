// SPDX-License-Identifier: Apache-2.0
// Links as SystemC sees them: named channels, whose arrivals any process can wait for.
#include "models/link/link_channel.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <tuple>
#include <vector>

#include "models/pe/fabric_model.h"
#include "models/pe/message_driven_fabric.h"
#include "models/schemes/contract/registry.h"
#include "tests/catch.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"

using namespace isobar;

namespace {

using Numbers = std::vector<std::int64_t>;

/// A message at the far end of a link: slot, first cycle in which it can be used, whether it is a
/// transfer, payload.
struct Seen {
  std::uint64_t slot;
  Cycle cycle;
  bool transfer;
  std::int64_t payload;

  auto key() const { return std::tie(slot, cycle, transfer, payload); }
  bool operator<(const Seen& other) const { return key() < other.key(); }
  bool operator==(const Seen& other) const { return key() == other.key(); }
};

/// Waits for every message on one link.
template <class Channel>
class Onlooker : public sc_core::sc_module {
 public:
  Onlooker(const sc_core::sc_module_name& name, Channel& link, std::uint64_t slot,
           const CycleClock& clock, std::vector<Seen>& seen)
      : sc_module(name), link_(link), slot_(slot), clock_(clock), seen_(seen) {
    SC_HAS_PROCESS(Onlooker);
    SC_THREAD(look);
  }

 private:
  void look() {
    for (;;) {
      wait(link_.default_event());
      const auto& [cycle, message] = link_.arrival();
      if (cycle != clock_.now()) continue;  // it is then missing
      seen_.push_back({slot_, cycle, message.kind == Message::Kind::transfer, message.payload});
    }
  }

  Channel& link_;
  std::uint64_t slot_;
  const CycleClock& clock_;
  std::vector<Seen>& seen_;
};

/// The same from the record of the run.
struct Record final : Observer {
  explicit Record(const Experiment& of) : experiment(of) {}

  void word_sent(std::uint64_t link, Cycle /*from*/, Cycle to, std::int64_t value) override {
    add(link, to, false, value);
  }
  void transfer_sent(std::uint64_t link, Cycle /*from*/, Cycle to, std::int64_t tasks) override {
    add(link, to, true, tasks);
  }
  void add(std::uint64_t link, Cycle to, bool transfer, std::int64_t payload) {
    seen.push_back({link, to + experiment.link_of_slot(link).latency(), transfer, payload});
  }

  const Experiment& experiment;
  std::vector<Seen> seen;
};

/// Waits on all links of a run: the messages that were seen before cycle `end`, whether these are
/// the recorded ones, the run's cycles and steps, and whether a link is found by its name.
template <class Fabric, class Channel>
Numbers watch_all(const Experiment& e, Cycle end) {
  return test::in_child([&] {
    Record record(e);
    Fabric model("fabric", e, {}, &record);
    const CycleClock clock(e.clock);
    std::vector<Seen> seen;
    std::vector<std::unique_ptr<Onlooker<Channel>>> onlookers;
    for (std::uint64_t slot = 0; slot < e.fabric.link_slots(); ++slot) {
      const auto link = e.fabric.link(slot);
      if (!link) continue;
      const auto name = "onlooker_" + std::to_string(slot);
      onlookers.push_back(std::make_unique<Onlooker<Channel>>(
          name.c_str(), *model.channel(link->from, link->port), slot, clock, seen));
    }
    sc_core::sc_start();
    const auto result = model.finish();
    for (auto* list : {&seen, &record.seen}) {
      const auto is_late = [&](const Seen& one) { return one.cycle >= end; };
      list->erase(std::remove_if(list->begin(), list->end(), is_late), list->end());
      std::sort(list->begin(), list->end());
    }
    return Numbers{static_cast<std::int64_t>(seen.size()), seen == record.seen ? 1 : 0,
                   result.run.cycles, result.run.steps,
                   sc_core::sc_find_object("fabric.link_0_succ1") != nullptr ? 1 : 0};
  });
}

std::vector<std::string> names_below(const sc_core::sc_object& parent, const std::string& kind) {
  std::vector<std::string> names;
  for (const auto* child : parent.get_child_objects()) {
    if (child->kind() == kind) names.emplace_back(child->basename());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

TEST_CASE("the hierarchy of a ring lists its PEs and its links") {
  const auto e = test::experiment("ring:8", "lm-c5", "spike:2");
  const auto found = test::in_child([&] {
    const FabricModel fabric("fabric", e);
    const auto tops = sc_core::sc_get_top_level_objects();
    const auto links = names_below(fabric, "isobar::LinkChannel");
    const auto* link = sc_core::sc_find_object("fabric.link_3_succ1");
    const bool leads_there = dynamic_cast<const LinkChannel*>(link) != nullptr;
    int pes = 0;
    for (Node node = 0; node < 8; ++node) {
      const auto name = "fabric.pe_" + std::to_string(node);
      pes += sc_core::sc_find_object(name.c_str()) != nullptr ? 1 : 0;
    }
    return Numbers{static_cast<std::int64_t>(tops.size()), static_cast<std::int64_t>(links.size()),
                   leads_there ? 1 : 0, pes};
  });
  CHECK(found == Numbers{1, 16, 1, 8});
}

TEST_CASE("a fabric's links have no names if these are not wanted") {
  const auto e = test::experiment("torus:4x4", "lm-c5", "spike:2");
  const auto found = test::in_child([&] {
    FabricParts parts;
    parts.names = false;
    FabricModel fabric("fabric", e, {}, nullptr, parts);
    const auto links = names_below(fabric, "isobar::LinkChannel");
    sc_core::sc_start();
    return Numbers{static_cast<std::int64_t>(links.size()), fabric.finish().balanced ? 1 : 0};
  });
  CHECK(found == Numbers{0, 1});
}

TEST_CASE("a module that waits for arrivals sees every message in its cycle, and changes nothing") {
  const auto [fabric_name, scheme] =
      GENERATE(table<std::string, std::string>({{"ring:8", "lm-c5"},
                                                {"torus:4x3", "lm-c2"},
                                                {"mesh:3x4", "diffusion"},
                                                {"hhc:2", "hhc-b"},
                                                {"hypercube:3", "de"}}));
  INFO(fabric_name << " " << scheme);
  auto e = test::experiment(fabric_name, scheme, "uniform:0..40");
  e.links[0] = LinkTiming(LinkClass{125'000'000, 3, 2}, e.clock);
  const auto plain = test::run_forked(e).result;
  const auto counts = watch_all<FabricModel, LinkAccess>(e, plain.run.cycles + 1);
  CHECK(counts[0] > 20);
  CHECK(counts[1] == 1);
  CHECK(counts[2] == plain.run.cycles);
  CHECK(counts[3] == plain.run.steps);
}

TEST_CASE("arrivals at routers are seen as well, with and without circuits") {
  const auto switching =
      GENERATE(Switching::store_and_forward, Switching::cut_through, Switching::circuit);
  const auto [fabric_name, scheme] = GENERATE(table<std::string, std::string>(
      {{"torus:3x4", "rid"}, {"mesh:3x3", "sid"}, {"hypercube:3", "hbm"}}));
  INFO(fabric_name << " " << scheme);
  auto e = test::experiment(fabric_name, "de", "uniform:0..60");
  e.scheme = nullptr;
  e.agents = SchemeChoice::parse(scheme).make_agents(e.fabric, e.load_bits, 3);
  e.switching = switching;
  e.max_cycles = 30'000;
  e.goal = {Goal::Kind::cycles, 20'000};
  const auto plain = test::run_forked(e).result;
  // What arrives after the end nobody sees.
  const auto counts = watch_all<MessageDrivenFabric, RoutedLink>(e, 20'000);
  CHECK(counts[0] > 20);
  CHECK(counts[1] == 1);
  CHECK(counts[2] == plain.run.cycles);
  CHECK(counts[4] == 1);
}

TEST_CASE("a link says through its interface what it says itself") {
  const auto said = test::in_child([] {
    const CycleClock clock(Rational(250'000'000));
    Arrivals arrivals("arrivals", clock);
    LinkKind kind{LinkTiming({250'000'000, 3, 2}, 250'000'000), 64, nullptr, nullptr, 0, 1};
    Link link(&kind);
    kind.first = &link;
    LinkAccess access(link, arrivals);
    LinkSendInterface& send = access;
    LinkReceiveInterface& receive = access;
    TaskQueue tasks;
    tasks.push({7});
    TaskQueue landed;
    // Each takes its bits and two cycles of set-up, and can be used three cycles later.
    Numbers numbers = {send.send_word(0, 9, 16), send.send_tasks(18, tasks, 1),
                       send.send_credit(84, 5, 8), send.send_status(94)};
    for (const Cycle now : {20, 21, 86, 87, 96, 97}) {
      const auto message = receive.receive(now, landed);
      numbers.push_back(message.payload);
    }
    numbers.push_back(static_cast<std::int64_t>(landed.size()));
    numbers.push_back(access.counters().busy());
    return numbers;
  });
  CHECK(said == Numbers{21, 87, 97, 100, 0, 9, 0, 1, 0, 5, 1, 18 + 66 + 10 + 3});
}

namespace {

/// When messages arrived on a link, in cycles since the simulation began.
class Arrived : public sc_core::sc_module {
 public:
  Arrived(const sc_core::sc_module_name& name, const sc_core::sc_event& event)
      : sc_module(name), event_(event) {
    SC_HAS_PROCESS(Arrived);
    SC_THREAD(look);
  }

  Numbers cycles;

 private:
  void look() {
    for (;;) {
      wait(event_);
      cycles.push_back(std::llround(sc_core::sc_time_stamp().to_seconds() * 250e6));
    }
  }

  const sc_core::sc_event& event_;
};

/// Returns the cycles, up to `end`, in which messages arrive on the first link of PE 0. The fabric
/// is reset in cycle `reset`; where that is 0 it is not reset at all.
template <class Fabric>
Numbers arrivals_of(const Experiment& e, Cycle reset, Cycle end) {
  return test::in_child([&] {
    Fabric fabric("fabric", e);
    auto& link = *fabric.channel(0, 0);
    const Arrived arrived("arrived", link.default_event());
    const auto until = [](Cycle cycle) {
      const sc_core::sc_time now(4.0 * static_cast<double>(cycle) + 1, sc_core::SC_NS);
      sc_core::sc_start(now - sc_core::sc_time_stamp());
    };
    if (reset > 0) {
      until(reset);
      fabric.reset();
    }
    until(end);
    return arrived.cycles;
  });
}

/// After a reset everything arrives as it did from the start, and nothing else.
template <class Fabric>
void check_arrivals_after_reset(const Experiment& e) {
  constexpr Cycle end = 4000;
  const auto plain = arrivals_of<Fabric>(e, 0, end);
  INFO(e.fabric.name() << (e.agents ? " of messages" : ""));
  REQUIRE(plain.size() > 3);
  for (const Cycle reset : {plain[0] - 3, plain[1] - 2, plain[2] - 5}) {
    INFO(reset);
    Numbers expected;
    for (const auto cycle : plain) {
      if (cycle <= reset) expected.push_back(cycle);
    }
    for (const auto cycle : plain) expected.push_back(reset + 1 + cycle);
    CHECK(arrivals_of<Fabric>(e, reset, reset + 1 + end) == expected);
  }
}

}  // namespace

TEST_CASE("what was under way when a fabric was reset arrives nowhere") {
  check_arrivals_after_reset<FabricModel>(test::experiment("ring:8", "lm-c5", "spike:2"));
  auto e = test::experiment("torus:3x4", "de", "uniform:0..60");
  e.scheme = nullptr;
  e.agents = SchemeChoice::parse("nna-async").make_agents(e.fabric, e.load_bits, 3);
  e.max_cycles = 30'000;
  e.goal = {Goal::Kind::cycles, 20'000};
  check_arrivals_after_reset<MessageDrivenFabric>(e);
}
