// SPDX-License-Identifier: Apache-2.0
#include "tests/support/messages.h"

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <utility>

#include "models/pe/kernel.h"
#include "models/pe/run_cycles.h"
#include "tests/catch.h"
#include "tests/support/forked_run.h"
#include "tests/support/task_count.h"

namespace isobar::test {
namespace {

/// When links are busy, in the order in which it is told.
class Spans final : public Observer {
 public:
  void word_sent(std::uint64_t link, Cycle from, Cycle to, std::int64_t /*value*/) override {
    spans_[link].emplace_back(from, to);
  }
  void transfer_sent(std::uint64_t link, Cycle from, Cycle to, std::int64_t /*tasks*/) override {
    spans_[link].emplace_back(from, to);
  }

  bool are_apart_and_add_up(const LinkCounts& links) const {
    for (std::uint64_t link = 0; link < links.size(); ++link) {
      Cycle busy = 0;
      Cycle end = 0;
      const auto spans = spans_.find(link);
      if (spans != spans_.end()) {
        for (const auto& [from, to] : spans->second) {
          if (from < end || to <= from) return false;
          busy += to - from;
          end = to;
        }
      }
      if (busy != links[link].busy()) return false;
    }
    return true;
  }

 private:
  std::map<std::uint64_t, std::vector<std::pair<Cycle, Cycle>>> spans_;
};

}  // namespace

Experiment chat(const Fabric& fabric, std::vector<Load> loads, Switching switching, Script script) {
  Experiment e(fabric);
  e.loads = std::move(loads);
  e.loads.resize(e.fabric.nodes(), 0);
  e.queue_depth = 1 << 20;
  e.switching = switching;
  e.balancer.handling = 0;
  e.goal = {Goal::Kind::cycles, Cycle{1} << 40};
  e.max_cycles = Cycle{1} << 40;
  e.agents = std::make_shared<Chatter>(std::move(script));
  return e;
}

void set_links(Experiment& experiment, const LinkClass& link) {
  for (auto& timing : experiment.links) timing = LinkTiming(link, experiment.clock);
}

Cycle time_of_message(Experiment e, Node to, Load tasks) {
  auto heard = std::make_shared<Cycle>(-1);
  Script script;
  script.start = [=](AgentPe& pe) {
    if (pe.node() != 0) return;
    if (tasks > 0) {
      pe.send_tasks(to, tasks);
    } else {
      pe.send_word(to, {});
    }
  };
  script.word = [=](AgentPe& pe, Node from, const AgentWord&) {
    CHECK(from == 0);
    *heard = pe.now();
  };
  script.tasks = [=](AgentPe& pe, Node from, Load, std::int64_t) {
    CHECK(from == 0);
    *heard = pe.now();
  };
  e.loads[0] = tasks;
  e.agents = std::make_shared<Chatter>(std::move(script));
  run_cycles(e);
  return *heard;
}

const std::vector<Target>& targets() {
  static const std::vector<Target> all = {
      [](const Fabric& f, Node, Random& random) { return static_cast<Node>(random() % f.nodes()); },
      [](const Fabric& f, Node node, Random&) { return (node + f.nodes() / 2) % f.nodes(); },
      [](const Fabric&, Node, Random&) { return Node{0}; },
  };
  return all;
}

Storm storm(const Fabric& shape, Switching switching, int count, std::int64_t buffers,
            const Target& target, const std::vector<LinkTiming>& links,
            const MessageDrivenParts& parts, Routing routing) {
  std::vector<Random> randoms;
  for (Node node = 0; node < shape.nodes(); ++node) {
    randoms.push_back(random_stream(node, "storm"));
  }
  std::vector<int> left(shape.nodes(), count);
  Script script;
  script.start = [&](AgentPe& pe) {
    auto& n = left[pe.node()];
    while (n > 0) {
      --n;
      const Node to = target(pe.fabric(), pe.node(), randoms[pe.node()]);
      if (to == pe.node()) continue;
      if (n % 2 == 0 || pe.send_tasks(to, 1 + n % 5) == 0) pe.send_word(to, {});
    }
  };
  auto e = chat(shape, std::vector<Load>(shape.nodes(), Load{3} * count), switching, script);
  e.buffers = buffers;
  e.routing = routing;
  if (!links.empty()) e.links = links;
  e.goal = {Goal::Kind::finished, 0};  // never: it rests when all has come
  const auto seen = in_child([&]() -> std::vector<std::int64_t> {
    Spans spans;
    MessageDrivenFabric fabric("fabric", e, {}, &spans, parts);
    run_kernel();
    const auto result = fabric.finish();
    const auto& routed = *result.routed;
    const auto sum = [](const auto& list) {
      return std::accumulate(list.begin(), list.end(), std::int64_t{0});
    };
    const auto there = count_tasks(fabric.tasks());
    const bool fit =
        std::all_of(result.links.begin(), result.links.end(), [&](const LinkCounters& link) {
          return link.busy() <= result.run.cycles && link.setup_cycles >= 0;
        });
    return {sum(routed.sent),
            sum(routed.received),
            there.all_differ && there.tasks == sum(e.loads),
            fit,
            spans.are_apart_and_add_up(result.links),
            result.ending == Ending::rest};
  });
  return {seen[0], seen[1], seen[2] == 1, seen[3] == 1, seen[4] == 1, seen[5] == 1};
}

}  // namespace isobar::test
