// SPDX-License-Identifier: Apache-2.0
// A PE and a link of the user's own in a message-driven fabric.
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <systemc>
#include <utility>
#include <vector>

#include "models/experiment/message_header.h"
#include "models/pe/message_driven_fabric.h"
#include "models/schemes/contract/registry.h"
#include "tests/catch.h"
#include "tests/support/chatter.h"
#include "tests/support/equal.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/support/run_application.h"

using namespace isobar;

namespace {

using Numbers = std::vector<std::int64_t>;

/// Each PE tells its load to the next one, once. Who hears of a lower load gives half of what it
/// has more.
test::Script tell_and_give() {
  test::Script script;
  script.start = [](AgentPe& pe) {
    pe.send_word((pe.node() + 1) % pe.fabric().pes(), {0, pe.load()});
  };
  script.word = [](AgentPe& pe, Node from, const AgentWord& word) {
    if (pe.load() > word.value) pe.send_tasks(from, (pe.load() - word.value) / 2, 5);
  };
  return script;
}

/// The same, written from scratch: nothing of MessageDrivenPe or of an agent is used.
class OwnPe final : public sc_core::sc_module, public MessageDrivenPeInterface {
 public:
  OwnPe(const sc_core::sc_module_name& name, const MessageDrivenSite& site)
      : sc_module(name),
        node_(site.node),
        run_(site.run),
        handling_(run_.experiment().balancer.handling) {
    const Load load = run_.experiment().loads[node_];
    for (Load i = 0; i < load; ++i) tasks_.push({site.first_task + static_cast<TaskId>(i)});
    run_.watch_load(node_, load);
    SC_HAS_PROCESS(OwnPe);
    SC_METHOD(act);
    sensitive << wake_;
  }

  sc_core::sc_port<RouterInterface> router{"router"};

  void bind_router(RouterInterface& its_router) override { router.bind(its_router); }
  void deliver(PacketPtr packet) override {
    run_.received(node_);
    inbox_.push_back(std::move(packet));
    wake_.notify(sc_core::SC_ZERO_TIME);
  }
  Load load() const override { return tasks_.size(); }
  std::vector<Task> tasks() const override {
    std::vector<Task> all;
    tasks_.list(all);
    for (const auto& packet : inbox_) packet->list(all);
    if (handled_) handled_->list(all);
    for (const auto& [at, packet] : outbox_) packet->list(all);
    return all;
  }
  bool is_resting() const override { return inbox_.empty() && !handled_ && outbox_.empty(); }
  ExecutorCounters executor_counters(Cycle end) const override {
    ExecutorCounters counters;
    counters.idle = end;
    return counters;
  }
  std::size_t most_waiting() const override { return most_; }

 private:
  void act() {
    if (run_.done()) return;
    settling_ = !settling_;
    if (settling_) {
      next_trigger(sc_core::SC_ZERO_TIME);  // routers act in a cycle's first delta
      return;
    }
    most_ = std::max(most_, inbox_.size());
    const Cycle now = run_.clock().now();
    if (!std::exchange(started_, true)) {
      sends_ = 0;
      word(now, (node_ + 1) % run_.experiment().fabric.pes());
      busy_until_ = now + sends_ * handling_;
    }
    while (serve(now)) {
    }
    while (!outbox_.empty() && outbox_.front().first <= now) {
      router->inject(std::move(outbox_.front().second));
      outbox_.pop_front();
    }
    run_.pe_acted();
    if (!outbox_.empty()) wake_.notify(run_.clock().until(outbox_.front().first));
    if (busy_until_ > now) wake_.notify(run_.clock().until(busy_until_));
  }

  bool serve(Cycle now) {
    if (busy_until_ > now) return false;
    if (handled_) {
      react(now, *std::exchange(handled_, nullptr));
      return true;
    }
    if (inbox_.empty()) return false;
    handled_ = std::move(inbox_.front());
    inbox_.pop_front();
    busy_until_ = now + handling_;
    return true;
  }

  void react(Cycle now, const Packet& packet) {
    sends_ = 0;
    const auto load = static_cast<Load>(tasks_.size());
    if (packet.is_transfer()) {
      for (const Task task : packet.tasks) tasks_.push(task);
      run_.tasks_landed(static_cast<Load>(packet.tasks.size()));
      run_.load_changes(node_, tasks_.size());
    } else if (const Load more = (load - packet.word.value) / 2; more > 0) {
      const Load most = run_.experiment().balancer.tasks_per_message;
      for (Load left = more; left > 0;) {
        const Load count = most > 0 ? std::min(left, most) : left;
        give(now, packet.from, count);
        left -= count;
      }
      run_.tasks_left(more);
      run_.load_changes(node_, tasks_.size());
      run_.decides(node_, router->route_port(packet.from), more);
    }
    busy_until_ = now + sends_ * handling_;
  }

  void word(Cycle now, Node to) {
    auto packet = std::make_unique<Packet>();
    packet->word = {0, static_cast<std::int64_t>(tasks_.size())};
    packet->bits = header_bits(run_.experiment()) + run_.experiment().agents->words()[0].bits;
    run_.word(0);
    post(now, to, std::move(packet));
  }
  void give(Cycle now, Node to, Load count) {
    auto packet = std::make_unique<Packet>();
    for (Load i = 0; i < count; ++i) packet->tasks.push_back(tasks_.pop());
    packet->note() = 5;
    packet->bits = header_bits(run_.experiment()) + run_.experiment().agents->note_bits() +
                   count * run_.experiment().task_bits;
    run_.transfer();
    post(now, to, std::move(packet));
  }
  void post(Cycle now, Node to, PacketPtr packet) {
    run_.sent(node_);
    packet->from = node_;
    packet->to = to;
    packet->determined = now;
    outbox_.emplace_back(now + ++sends_ * handling_, std::move(packet));
  }

  Node node_;
  RunSide run_;
  Cycle handling_;
  TaskQueue tasks_;
  std::deque<PacketPtr> inbox_;
  PacketPtr handled_;
  std::deque<std::pair<Cycle, PacketPtr>> outbox_;
  Cycle busy_until_ = 0;
  std::int64_t sends_ = 0;
  std::size_t most_ = 0;
  bool started_ = false;
  bool settling_ = false;
  sc_core::sc_event wake_{"wake"};
};

/// The scheme's own PE behind a PE of the user's, which counts what it is handed.
class Wrapper final : public sc_core::sc_module, public MessageDrivenPeInterface {
 public:
  Wrapper(const sc_core::sc_module_name& name, const MessageDrivenSite& site)
      : sc_module(name), inside_(site.usual("inside")) {}

  void bind_router(RouterInterface& router) override { inside_->bind_router(router); }
  void deliver(PacketPtr packet) override {
    ++delivered;
    inside_->deliver(std::move(packet));
  }
  bool can_reset() const override { return inside_->can_reset(); }
  void reset() override { inside_->reset(); }
  Load load() const override { return inside_->load(); }
  QueueSide* outside() override { return inside_->outside(); }
  std::vector<Task> tasks() const override { return inside_->tasks(); }
  bool is_resting() const override { return inside_->is_resting(); }
  ExecutorCounters executor_counters(Cycle end) const override {
    return inside_->executor_counters(end);
  }
  std::size_t most_waiting() const override { return inside_->most_waiting(); }
  SchemeStatistics statistics() const override { return inside_->statistics(); }

  std::int64_t delivered = 0;

 private:
  std::unique_ptr<MessageDrivenPeInterface> inside_;
};

Experiment by_agents(const std::string& fabric) {
  auto e = test::experiment(fabric, "de", "uniform:0..60");
  e.scheme = nullptr;
  e.max_cycles = 60'000;
  return e;
}

}  // namespace

TEST_CASE(
    "a message-driven PE written from scratch, some or all, gives what the built-in one does") {
  auto e = by_agents(GENERATE(as<std::string>(), "ring:8", "torus:3x3", "mesh:2x4"));
  e.agents = std::make_shared<test::Chatter>(tell_and_give());
  e.balancer.handling = GENERATE(0, 3);
  e.balancer.tasks_per_message = GENERATE(0, 4);
  const auto plain = test::run_forked(e).result;
  REQUIRE(plain.routed->transfers > 0);
  for (const Node every : {1U, 2U, 3U}) {
    const auto own = test::in_child([&] {
      MessageDrivenParts parts;
      std::int64_t made = 0;
      parts.pe = [&](const MessageDrivenSite& site) -> std::unique_ptr<MessageDrivenPeInterface> {
        if (site.node % every != 0) return nullptr;
        ++made;
        return std::make_unique<OwnPe>(site.name, site);
      };
      MessageDrivenFabric fabric("fabric", e, {}, nullptr, parts);
      sc_core::sc_start();
      return Numbers{test::same(e, plain, fabric.finish()) ? 1 : 0, made > 0 ? 1 : 0};
    });
    INFO(e.fabric.name() << ", each PE whose number is a multiple of " << every);
    CHECK(own == Numbers{1, 1});
  }
}

TEST_CASE("a PE that has the scheme's inside changes nothing") {
  auto e = by_agents("torus:4x4");
  e.agents = SchemeChoice::parse("steal").make_agents(e.fabric, e.load_bits, 3);
  e.application = [] { return test::make_application("uts:t=1,a=3,d=5,b=4,r=19", 16); };
  e.loads = e.application()->initial_loads();
  e.queue_depth = 4096;
  e.goal = {Goal::Kind::finished, 0};
  const auto plain = test::run_forked(e).result;
  const auto wrapped = test::in_child([&] {
    std::vector<Wrapper*> wrappers;
    MessageDrivenParts parts;
    parts.pe = [&](const MessageDrivenSite& site) {
      auto made = std::make_unique<Wrapper>(site.name, site);
      wrappers.push_back(made.get());
      return made;
    };
    MessageDrivenFabric fabric("fabric", e, {}, nullptr, parts);
    sc_core::sc_start();
    const auto result = fabric.finish();
    std::int64_t wrong = 0;
    for (Node node = 0; node < wrappers.size(); ++node) {
      wrong += wrappers[node]->delivered == plain.routed->received[node] ? 0 : 1;
    }
    return Numbers{test::same(e, plain, result) ? 1 : 0, wrong};
  });
  CHECK(wrapped == Numbers{1, 0});
}

namespace {

/// A link of the user's own, which hands on to the usual one, and counts.
class Tap final : public RoutedSendInterface, public RoutedReceiveInterface {
 public:
  explicit Tap(RoutedLink& link) : link_(link) {}

  void wakes_sender(WakeInterface& sender) override {
    if (hands_on) link_.wakes_sender(sender);
  }
  const LinkTiming& timing() const override { return link_.timing(); }
  Cycle free_from() const override { return link_.free_from(); }
  bool has_room(std::size_t hops, Cycle now) override { return link_.has_room(hops, now); }
  std::optional<Cycle> next_room(Cycle now) const override { return link_.next_room(now); }
  void send(PacketPtr packet, Cycle now, bool stays) override {
    ++sent;
    link_.send(std::move(packet), now, stays);
  }
  bool is_taken() const override { return link_.is_taken(); }
  void take(CircuitPtr circuit, Cycle now, Cycle at) override {
    ++sent;
    link_.take(std::move(circuit), now, at);
  }
  void hold(const Packet& packet, Cycle from, Cycle to, Cycle serial) override {
    link_.hold(packet, from, to, serial);
  }
  void wakes_receiver(WakeInterface& receiver) override { link_.wakes_receiver(receiver); }
  PacketPtr receive(Cycle now) override { return link_.receive(now); }
  std::optional<Cycle> next_arrival() const override { return link_.next_arrival(); }
  void release(std::size_t hops, Cycle left, Cycle latency) override {
    link_.release(hops, left, latency);
  }
  CircuitPtr receive_header(Cycle now) override { return link_.receive_header(now); }
  std::optional<Cycle> next_header() const override { return link_.next_header(); }

  std::int64_t sent = 0;
  bool hands_on = true;  ///< who is to be woken

 private:
  RoutedLink& link_;
};

}  // namespace

TEST_CASE("a link of one's own between routers sees every message, and changes nothing by that") {
  auto e = by_agents("torus:4x3");
  e.switching = GENERATE(Switching::store_and_forward, Switching::cut_through, Switching::circuit);
  e.agents = SchemeChoice::parse("rid").make_agents(e.fabric, e.load_bits, 3);
  e.goal = {Goal::Kind::cycles, 20'000};
  const auto plain = test::run_forked(e).result;
  const auto seen = test::in_child([&] {
    std::map<RoutedLink*, Tap> taps;
    const auto tap = [&](RoutedLink& link) { return &taps.try_emplace(&link, link).first->second; };
    MessageDrivenParts parts;
    parts.sender = [&](Node node, unsigned /*port*/, RoutedLink& link) -> RoutedSendInterface* {
      return node % 2 == 0 ? tap(link) : nullptr;
    };
    parts.receiver = [&](Node node, unsigned /*port*/,
                         RoutedLink& link) -> RoutedReceiveInterface* {
      return node % 3 == 0 ? tap(link) : nullptr;
    };
    MessageDrivenFabric fabric("fabric", e, {}, nullptr, parts);
    sc_core::sc_start();
    std::int64_t sent = 0;
    for (const auto& [link, own] : taps) sent += own.sent;
    return Numbers{test::same(e, plain, fabric.finish()) ? 1 : 0, sent > 20 ? 1 : 0};
  });
  CHECK(seen == Numbers{1, 1});
}

TEST_CASE("a link of one's own that keeps to itself who is to be woken is refused, by its name") {
  auto e = by_agents("torus:4x3");
  e.agents = SchemeChoice::parse("rid").make_agents(e.fabric, e.load_bits, 3);
  const auto refused = test::in_child([&] {
    std::unique_ptr<Tap> tap;
    MessageDrivenParts parts;
    parts.sender = [&](Node node, unsigned port, RoutedLink& link) -> RoutedSendInterface* {
      if (node != 5 || port != 0) return nullptr;
      tap = std::make_unique<Tap>(link);
      tap->hands_on = false;
      return tap.get();
    };
    MessageDrivenFabric fabric("fabric", e, {}, nullptr, parts);
    try {
      sc_core::sc_start();
    } catch (const std::exception& error) {
      const std::string said = error.what();
      return Numbers{said.find("fabric.link_5_succ1: a link of your own has not handed on") !=
                             std::string::npos
                         ? 1
                         : 0};
    }
    return Numbers{};
  });
  CHECK(refused == Numbers{1});
}
