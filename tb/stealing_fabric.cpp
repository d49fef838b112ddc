// SPDX-License-Identifier: Apache-2.0
#include "tb/stealing_fabric.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "models/errors.h"
#include "models/link/observer_group.h"
#include "models/packed_words.h"
#include "models/pe/run_cycles.h"
#include "models/schemes/contract/stealing_rule.h"
#include "tb/fabric_comparison.h"
#include "tb/message_lines.h"

namespace isobar {
namespace {

/// What happens in the model in a cycle, until the RTL has it too.
struct CycleEvents {
  struct LoadChange {
    Node node;
    Load load;
  };

  std::vector<LoadChange> loads;
  std::vector<QueueUse> uses;
};

/// A run, in which the RTL follows the model: what happens in a cycle is known when the model tells
/// of a later one.
class StealingComparison final : FabricComparison, Observer {
 public:
  StealingComparison(const Experiment& experiment, const RtlParameters& parameters,
                     const VerilatedLibrary& library, FabricWatcher* watcher, std::uint64_t mutant,
                     Observer* observer, InsideWaves* inside)
      : FabricComparison(experiment, parameters, library, mutant),
        watcher_(watcher),
        inside_(inside),
        lines_(experiment, parameters),
        lanes_(static_cast<std::size_t>(parameters.max_lanes())),
        seeds_(rtl().port("seed_i", experiment.fabric.pes() * seed_bits)),
        works_(rtl().port("works_i", experiment.fabric.pes())),
        valid_(rtl().port("valid_o", lines_.links())),
        line_(rtl().port("line_o", lines_.links() * lanes_)),
        loads_(static_cast<std::vector<Load>>(experiment.loads)),
        valid_shown_(words_for(valid_.bytes() * bits_of_byte)),
        lines_shown_(words_for(line_.bytes() * bits_of_byte)) {
    set_seeds();
    observers_.add(this);
    observers_.add(observer);
  }

  WholeResult run(const Watch& watch) {
    fill();
    if (inside_ != nullptr) inside_->attach(rtl().module());
    rtl().run(true);
    std::vector<std::vector<Task>> left;
    const auto asked = [&](const Progress& p) { return !differs() && (!watch || watch(p)); };
    auto model = run_cycles(experiment(), asked, observers_.observer(), &left);
    if (now_ > model.run.cycles) {
      throw ModelError(fmt::format("the model tells of cycle {}, and ended before cycle {}", now_,
                                   model.run.cycles));
    }
    follow_to(model.run.cycles);
    if (!differs()) stop();
    if (!differs()) compare_links(model.links);
    if (!differs()) empty_queues(left);
    result().pe_cycles = now_ * experiment().fabric.pes();
    if (differs()) {
      result().queues.clear();
    } else {
      result().run = std::move(model);
    }
    return std::move(result());
  }

 private:
  static constexpr unsigned seed_bits = 32;

  /// What each PE's draws begin with.
  void set_seeds() {
    for (Node node = 0; node < experiment().fabric.pes(); ++node) {
      const auto xorshift = thief_xorshift(experiment().agents.get(), node);
      if (xorshift) seeds_.write(node * seed_bits, seed_bits, xorshift->number());
    }
  }

  // What the model tells.

  void load_changes(Cycle from, Node node, std::int64_t load) override {
    if (is_told(from)) told_.loads.push_back({node, load});
  }
  void activity_changes(Cycle from, ExecutorId executor, Activity activity,
                        std::uint64_t /*task*/) override {
    if (is_told(from)) works_.write(executor.node, 1, activity == Activity::work ? 1 : 0);
  }
  void task_fetched(Cycle cycle, Node node, std::optional<std::uint64_t> task) override {
    if (is_told(cycle)) add(QueueUse::fetch(cycle, node, task));
  }
  void task_offered(Cycle cycle, Node node, std::uint64_t task, bool accepted) override {
    if (is_told(cycle)) add(QueueUse::offer(cycle, node, task, accepted));
  }
  void message_sent(std::uint64_t /*link*/, Cycle from, Cycle to,
                    const MessageLabel& label) override {
    if (!is_told(from)) return;
    from_ = from;
    to_ = to;
    label_ = label;
    ++result().events;
  }
  void word_sent(std::uint64_t link, Cycle from, Cycle to, std::int64_t value) override {
    if (is_told(from)) lines_.begin_word(link, from, to, label_, value);
  }
  void task_sent(std::uint64_t link, Cycle /*from*/, std::uint64_t task) override {
    if (!differs()) lines_.begin_transfer(link, from_, to_, label_, {task});
  }

  void add(QueueUse use) {
    told_.uses.push_back(std::move(use));
    ++result().events;
  }

  /// Something happens in `cycle`: brings the RTL to it. Returns whether the comparison goes on.
  bool is_told(Cycle cycle) {
    if (cycle < now_) {
      throw ModelError(fmt::format("the model tells of cycle {} after cycle {}", cycle, now_));
    }
    follow_to(cycle);
    return !differs();
  }

  /// Brings the RTL to the beginning of `cycle`.
  void follow_to(Cycle cycle) {
    const auto from = std::chrono::steady_clock::now();
    while (now_ < cycle && !differs()) {
      go_through();
      if (!differs()) set_cycle(++now_);
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - from;
    result().seconds += took.count();
  }

  /// Goes through cycle now_, in which what was told happens.
  void go_through() {
    begin_cycle();
    if (differs()) return;
    lines_.show(now_);
    compare_lines();
    for (const auto& change : told_.loads) loads_[change.node] = change.load;
    told_.loads.clear();
  }

  /// Compares what does not depend on what the model's links do in this cycle.
  void begin_cycle() {
    drive_streams(std::exchange(told_.uses, {}), true);
    rtl().cycle();
    if (inside_ != nullptr) inside_->sample(now_);
    if (watcher_ != nullptr) watcher_->cycle(now_, 0, rtl());
    for (Node node = 0; node < loads_.size(); ++node) {
      if (!same(node, {}, "load", rtl().load(node), static_cast<std::uint64_t>(loads_[node]))) {
        return;
      }
    }
    if (compare_streams()) compare_errors();
  }

  void compare_lines() {
    valid_.read_all(valid_shown_.data());
    line_.read_all(lines_shown_.data());
    const auto links = lines_.links();
    result().compared += static_cast<std::int64_t>(2 * links);
    const auto is_alike = [](const auto& shown, const auto& model) {
      return std::equal(model.begin(), model.end(), shown.begin());
    };
    if (is_alike(valid_shown_, lines_.valid()) && is_alike(lines_shown_, lines_.lines())) return;
    for (std::size_t at = 0; at < links; ++at) {
      const auto by_rtl = shown(valid_shown_, lines_shown_, at);
      const auto by_model = shown(lines_.valid(), lines_.lines(), at);
      if (by_rtl == by_model) continue;
      found(lines_.node(at), lines_.port(at),
            fmt::format("valid and lanes, {}", lines_.description(at)), by_rtl, by_model);
      return;
    }
    throw ModelError("the lines of the RTL have bits beyond its links");
  }

  /// What a link shows: whether it is valid, and its lanes, the lowest last.
  std::string shown(const std::vector<std::uint64_t>& valid,
                    const std::vector<std::uint64_t>& lines, std::size_t at) const {
    const auto bit = [](const std::vector<std::uint64_t>& words, std::size_t i) {
      return (words[i / word_bits] >> (i % word_bits)) & 1U;
    };
    std::string text = fmt::format("{} ", bit(valid, at));
    for (auto lane = lanes_; lane > 0; --lane) {
      text += bit(lines, at * lanes_ + lane - 1) != 0 ? '1' : '0';
    }
    return text;
  }

  /// The cycle after the run's last one, in which nothing begins any more.
  void stop() {
    told_.uses.clear();
    rtl().run(false);
    begin_cycle();
  }

  /// Takes the tasks of the model's queues out of the RTL's.
  void empty_queues(const std::vector<std::vector<Task>>& left) {
    const auto nodes = experiment().fabric.pes();
    const bool newest = parameters().fetch_newest;
    result().queues.resize(nodes);
    for (Node node = 0; node < nodes; ++node) {
      const auto& tasks = left[node];
      result().queues[node].assign(tasks.begin(), tasks.begin() + loads_[node]);
    }
    // None are asked for besides those that are there, as others may be on links.
    std::vector<Load> fetched(nodes, 0);
    std::vector<Node> waiting;  // for what they have asked for
    const auto asks_again = [&](Node node) {
      return fetched[node] < loads_[node] &&
             std::find(waiting.begin(), waiting.end(), node) == waiting.end();
    };
    do {
      std::vector<QueueUse> uses;
      std::vector<Node> asking;
      for (Node node = 0; node < nodes; ++node) {
        if (!asks_again(node)) continue;
        const auto& queue = result().queues[node];
        const auto place = static_cast<std::size_t>(fetched[node]++);
        uses.push_back(
            QueueUse::fetch(now_, node, queue[newest ? queue.size() - 1 - place : place].id));
        asking.push_back(node);
      }
      waiting = std::move(asking);
      drive_streams(std::move(uses), true);
      rtl().cycle();
      if (!compare_streams()) return;
    } while (!waiting.empty() || fetched != loads_);
  }

  FabricWatcher* watcher_;
  InsideWaves* inside_;
  ObserverGroup observers_;  ///< of the model
  MessageLines lines_;
  std::size_t lanes_;
  RtlPort seeds_;
  RtlPort works_;
  RtlPort valid_;
  RtlPort line_;
  std::vector<Load> loads_;  ///< the model's, as cycle now_ begins
  std::vector<std::uint64_t> valid_shown_;
  std::vector<std::uint64_t> lines_shown_;
  Cycle now_ = 0;       ///< the cycle of which the model tells, and which the RTL has not begun
  CycleEvents told_;    ///< of it
  MessageLabel label_;  ///< of the message that is told of, and when it keeps its link busy
  Cycle from_ = 0;
  Cycle to_ = 0;
};

}  // namespace

WholeResult run_stealing_fabric(const Experiment& experiment, const RtlParameters& parameters,
                                const VerilatedLibrary& library, const Watch& watch,
                                FabricWatcher* watcher, std::uint64_t mutant, Observer* observer,
                                InsideWaves* inside) {
  auto result =
      StealingComparison(experiment, parameters, library, watcher, mutant, observer, inside)
          .run(watch);
  library.write_coverage();
  return result;
}

InsideWaves::Place stealing_place(const RtlParameters& parameters) {
  return [kind = parameters.asks_neighbours() ? "g_neighbours" : "g_routed"](Node node) {
    return std::vector<std::string>{fmt::format("g_node[{}]", node), kind, "u_pe"};
  };
}

}  // namespace isobar
