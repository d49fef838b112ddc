// SPDX-License-Identifier: Apache-2.0
// A PE of the user's own in the places of ours.
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <systemc>
#include <vector>

#include "models/pe/fabric_model.h"
#include "tests/catch.h"
#include "tests/support/equal.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"

using namespace isobar;

namespace {

using Numbers = std::vector<std::int64_t>;

/// Liquid's condition C5 on a ring, written from scratch: nothing of Pe or of a scheme is used.
class OwnPe : public sc_core::sc_module, public PeInterface {
 public:
  OwnPe(const sc_core::sc_module_name& name, const PeSite& site)
      : sc_module(name),
        node_(site.node),
        word_bits_(site.experiment.load_bits),
        reports_(site.reports) {
    SC_HAS_PROCESS(OwnPe);
    SC_METHOD(act);
    sensitive << slot;
    dont_initialize();
  }

  sc_core::sc_port<LinkSendInterface, 2> out{"out"};
  sc_core::sc_port<LinkReceiveInterface, 2> in{"in"};
  sc_core::sc_port<SlotInterface> slot{"slot"};

  void bind_port(LinkSendInterface& leaves, LinkReceiveInterface& comes) override {
    out.bind(leaves);
    in.bind(comes);
  }
  void bind_slot(SlotInterface& counter) override { slot.bind(counter); }
  void attach(LandingListener& /*executor*/) override {}
  void fill(Task task) override { tasks_.push(task); }
  Load load() const override { return tasks_.size(); }
  const TaskQueue& queue() const override { return tasks_; }

  bool empty() override { return tasks_.empty(); }
  bool full() override { return false; }
  std::optional<Task> fetch() override { return std::nullopt; }
  bool accept(Task /*task*/) override { return false; }

 private:
  static constexpr int successor = 0;
  static constexpr int predecessor = 1;

  void act() {
    auto& wires = slot->wires();
    for (const unsigned port : *wires.listening) {
      const auto message = in[static_cast<int>(port)]->receive(wires.now, tasks_);
      if (message.kind == Message::Kind::word) heard_ = message.payload;
      if (message.kind == Message::Kind::transfer) reports_.load_changes(wires.now, node_, load());
    }
    if (wires.action == SlotAction::announce) {
      wires.expect(node_, out[predecessor]->send_word(wires.now, load(), word_bits_));
    }
    if (wires.action == SlotAction::decide && load() > 0 && heard_ <= load()) {
      const Cycle departure = wires.now + wires.phase->decision;
      wires.expect(node_, out[successor]->send_tasks(departure, tasks_, 1));
      reports_.moved(node_, successor, 1);
      reports_.load_changes(departure, node_, load());
    }
  }

  Node node_;
  std::int64_t word_bits_;
  PeReports& reports_;
  TaskQueue tasks_;
  std::int64_t heard_ = 0;
};

}  // namespace

TEST_CASE("a PE written from scratch, some or all, gives what the built-in one gives") {
  auto e = test::experiment("ring:8", "lm-c5", "uniform:0..20");
  e.links[0] = LinkTiming(LinkClass{125'000'000, 3, 2}, e.clock);
  const auto only = GENERATE(std::vector<Node>{2, 3, 6}, std::vector<Node>{0, 1, 2, 3, 4, 5, 6, 7});
  const auto threads = GENERATE(1U, 3U);  // of the PEs that are the scheme's
  const auto plain = test::run_forked(e).result;
  const auto own = test::in_child([&] {
    FabricParts parts;
    parts.threads = threads;
    std::int64_t made = 0;
    parts.pe = [&](const PeSite& site) -> std::unique_ptr<PeInterface> {
      if (std::find(only.begin(), only.end(), site.node) == only.end()) return nullptr;
      ++made;
      return std::make_unique<OwnPe>(site.name, site);
    };
    FabricModel fabric("fabric", e, {}, nullptr, parts);
    sc_core::sc_start();
    return Numbers{test::same(e, plain, fabric.finish()) ? 1 : 0, made};
  });
  CHECK(own == Numbers{1, static_cast<std::int64_t>(only.size())});
}

namespace {

/// Forgets a port.
class Forgetful final : public OwnPe {
 public:
  using OwnPe::OwnPe;
  void bind_port(LinkSendInterface& leaves, LinkReceiveInterface& /*comes*/) override {
    out.bind(leaves);
  }
};

}  // namespace

TEST_CASE("a port that a PE forgets to bind is named") {
  const auto e = test::experiment("ring:8", "lm-c5", "spike:2");
  const auto found = test::in_child([&] {
    FabricParts parts;
    parts.pe = [](const PeSite& site) -> std::unique_ptr<PeInterface> {
      if (site.node != 2) return nullptr;
      return std::make_unique<Forgetful>(site.name, site);
    };
    const FabricModel fabric("fabric", e, {}, nullptr, parts);
    try {
      sc_core::sc_start();
    } catch (const sc_core::sc_report& report) {
      const std::string text = report.get_msg();
      return Numbers{text.find("fabric.pe_2.in") != std::string::npos ? 1 : 0};
    }
    return Numbers{};
  });
  CHECK(found == Numbers{1});
}

namespace {

/// A link of the user's own: hands on to the usual one, and counts.
class Tap final : public LinkSendInterface, public LinkReceiveInterface {
 public:
  explicit Tap(LinkAccess& link) : link_(link) {}

  Cycle send_word(Cycle start, std::int64_t value, std::int64_t bits) override {
    ++words;
    return link_.send_word(start, value, bits);
  }
  Cycle send_tasks(Cycle start, TaskQueue& tasks, std::int64_t count) override {
    sent += count;
    return link_.send_tasks(start, tasks, count);
  }
  Cycle send_status(Cycle start) override {
    ++words;
    return link_.send_status(start);
  }
  Message receive(Cycle now, TaskQueue& tasks) override {
    const auto message = link_.receive(now, tasks);
    if (message.kind == Message::Kind::transfer) received += message.payload;
    return message;
  }

  std::int64_t words = 0;
  std::int64_t sent = 0;
  std::int64_t received = 0;

 private:
  LinkAccess& link_;
};

}  // namespace

TEST_CASE("a link of one's own sees every message of its ends, and changes nothing by that") {
  const auto scheme = GENERATE(std::string("lm-c5"), std::string("diffusion"));
  const auto e = test::experiment("torus:4x3", scheme, "uniform:0..40");
  const auto plain = test::run_forked(e).result;
  const auto seen = test::in_child([&] {
    std::map<const LinkAccess*, Tap> taps;
    const auto tap = [&](LinkAccess& link) { return &taps.try_emplace(&link, link).first->second; };
    FabricParts parts;
    parts.threads = 3;  // which a link of one's own makes one
    parts.sender = [&](Node node, unsigned port, LinkAccess& link) -> LinkSendInterface* {
      return (node + port) % 2 == 0 ? tap(link) : nullptr;
    };
    parts.receiver = [&](Node node, unsigned /*port*/, LinkAccess& link) -> LinkReceiveInterface* {
      return node % 3 != 0 ? tap(link) : nullptr;
    };
    FabricModel fabric("fabric", e, {}, nullptr, parts);
    sc_core::sc_start();
    std::int64_t wrong = 0;
    std::int64_t all = 0;
    for (const auto& [link, own] : taps) {
      const auto counters = link->counters();
      wrong += own.words == 0 || own.words == counters.words ? 0 : 1;
      wrong += own.sent == 0 || own.sent == counters.tasks ? 0 : 1;
      wrong += own.received == 0 || own.received == counters.tasks ? 0 : 1;
      all += own.words + own.sent + own.received;
    }
    return Numbers{test::same(e, plain, fabric.finish()) ? 1 : 0, wrong, all > 100 ? 1 : 0};
  });
  CHECK(seen == Numbers{1, 0, 1});
}

TEST_CASE("a fabric with a PE that cannot be reset is not reset, and the PE is named") {
  const auto e = test::experiment("ring:8", "lm-c5", "spike:2");
  const auto said = test::in_child([&] {
    FabricParts parts;
    parts.pe = [&](const PeSite& site) -> std::unique_ptr<PeInterface> {
      if (site.node != 7) return nullptr;
      return std::make_unique<OwnPe>(site.name, site);
    };
    FabricModel fabric("fabric", e, {}, nullptr, parts);
    sc_core::sc_start(sc_core::sc_time(400, sc_core::SC_NS));
    std::string report;
    try {
      fabric.reset();
    } catch (const sc_core::sc_report& error) {
      report = error.get_msg();
    }
    return Numbers{report.find("PE 7 of fabric cannot be reset") != std::string::npos ? 1 : 0};
  });
  CHECK(said == Numbers{1});
}
