// SPDX-License-Identifier: Apache-2.0
#include "tb/whole_fabric.h"

#include <fmt/format.h>

#include <chrono>
#include <deque>
#include <numeric>
#include <utility>

#include "models/steps/run_application.h"
#include "models/steps/run_steps.h"
#include "tb/fabric_comparison.h"
#include "tb/rtl_modules.h"
#include "tb/rtl_options.h"

namespace isobar {
namespace {

/// What the model's executors ask of their queues and offer them, in order of cycles, until it is
/// done in the RTL.
class ExecutorJournal final : public Observer {
 public:
  void task_fetched(Cycle cycle, Node node, std::optional<std::uint64_t> task) override {
    uses_.push_back(QueueUse::fetch(cycle, node, task));
  }
  void task_offered(Cycle cycle, Node node, std::uint64_t task, bool accepted) override {
    uses_.push_back(QueueUse::offer(cycle, node, task, accepted));
  }

  /// Takes out those of a cycle.
  std::vector<QueueUse> take(Cycle cycle) {
    std::vector<QueueUse> uses;
    for (; !uses_.empty() && uses_.front().cycle == cycle; uses_.pop_front()) {
      uses.push_back(uses_.front());
    }
    return uses;
  }

 private:
  std::deque<QueueUse> uses_;
};

/// A run, in which the RTL follows the model from step end to step end.
class Comparison : FabricComparison {
 public:
  Comparison(const Experiment& experiment, const RtlParameters& parameters,
             const VerilatedLibrary& library, FabricWatcher* watcher, std::uint64_t mutant)
      : FabricComparison(experiment, parameters, library, mutant),
        watcher_(watcher),
        step_(rtl().port("step_o", 1)) {}

  WholeResult run(const Watch& watch) {
    // The RTL is a step behind the model, because it has to know which step is the last.
    bool behind = false;
    const auto follows = [&](const Progress& p) {
      if (behind) follow(true);
      behind = true;
      at_ = p.at;
      set_step(at_.steps);
      loads_ = p.loads;
      return !differs() && (!watch || watch(p));
    };
    auto model = has_executors() ? run_application(experiment(), follows, &journal_, &left_)
                                 : run_steps(experiment(), follows);
    if (!differs()) follow(false);
    if (!differs()) compare_links(model.links);
    if (!differs()) compare_errors();
    if (!differs()) empty_queues();
    result().pe_cycles = now_ * experiment().fabric.pes();
    if (differs()) {
      result().queues.clear();
    } else {
      result().run = std::move(model);
    }
    return std::move(result());
  }

 private:
  /// Brings the RTL to the model's step end and into the cycle after it, in which it continues to
  /// run if `on` is true.
  void follow(bool on) {
    if (at_.steps == 0) {
      begin(on);
    } else {
      run_step(on);
    }
    for (Node node = 0; node < loads_.size() && !differs(); ++node) {
      same(node, {}, "load", rtl().load(node), static_cast<std::uint64_t>(loads_[node]));
    }
  }

  void begin(bool on) {
    fill();
    if (differs()) return;
    rtl().run(on);
    // Without tasks nothing keeps the run from beginning with the first cycle after a reset.
    if (tasks() == 0 && !has_executors()) {
      rtl().reset();
      watch(0);
      return;
    }
    begin_cycle(0);
  }

  bool has_executors() const { return static_cast<bool>(experiment().application); }

  /// Begins a cycle in the RTL and shows it to who watches.
  void cycle(Cycle now) {
    rtl().cycle();
    watch(now);
  }
  void watch(Cycle now) {
    if (watcher_ == nullptr) return;
    watcher_->cycle(now, now < at_.cycles ? at_.steps - 1 : at_.steps, rtl());
  }

  /// Begins a cycle of the run, and compares what its executors find at their streams.
  void begin_cycle(Cycle cycle_number) {
    if (has_executors()) drive_streams(journal_.take(cycle_number), false);
    cycle(cycle_number);
    if (has_executors()) compare_streams();
  }

  void run_step(bool on) {
    const auto from = std::chrono::steady_clock::now();
    // If the RTL's step is longer than the model's, the mismatch says by how much.
    const auto latest = at_.cycles + (at_.cycles - now_);
    bool ends = false;
    while (!ends && now_ < latest) {
      ends = step_.value() != 0;
      if (ends) rtl().run(on);
      set_cycle(++now_);
      begin_cycle(now_);
      if (differs()) return;
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - from;
    result().seconds += took.count();
    ++result().compared;
    if (ends && now_ == at_.cycles) return;
    found({}, {}, "cycle of the step's end",
          ends ? fmt::format("{}", now_) : fmt::format("none up to {}", now_),
          fmt::format("{}", at_.cycles));
  }

  /// Takes all tasks out of the queues; at a step end there are none on links.
  void empty_queues() {
    const auto nodes = experiment().fabric.pes();
    result().queues.resize(nodes);
    rtl().fetch_all();
    rtl().cycle();
    std::vector<bool> seen(has_executors() ? 0 : tasks(), false);
    std::uint64_t all = 0;
    std::uint64_t before = 0;
    do {
      before = all;
      rtl().cycle();
      for (Node node = 0; node < nodes; ++node) {
        if (!rtl().hands_out(node)) continue;
        ++all;
        if (!take(node, seen)) return;
      }
    } while (all != before);
    const auto held =
        has_executors()
            ? static_cast<std::uint64_t>(std::accumulate(loads_.begin(), loads_.end(), Load{0}))
            : tasks();
    same({}, {}, "tasks in all queues", all, held);
  }

  /// A task that is left in a queue: the one that the model has in that place, where it knows that.
  bool take(Node node, std::vector<bool>& seen) {
    if (has_executors()) {
      auto& queue = result().queues[node];
      if (queue.size() >= static_cast<std::size_t>(loads_[node])) {
        same(node, {}, "tasks in the queue", queue.size() + 1, queue.size());
        return false;
      }
      queue.push_back(left_[node][queue.size()]);
      return is_handed_out(node, queue.back());
    }
    const Task task{identity_at(node)};
    if (task.id >= tasks() || seen[task.id]) {
      found(node, {}, "a task's identity", fmt::format("{}", task.id),
            task.id < tasks() ? "that one was seen before" : "there is no such one");
      return false;
    }
    seen[task.id] = true;
    result().queues[node].push_back(task);
    return is_handed_out(node, task);
  }

  FabricWatcher* watcher_;
  RtlPort step_;
  Instant at_;               ///< a step end of the model
  std::vector<Load> loads_;  ///< its loads
  ExecutorJournal journal_;
  std::vector<std::vector<Task>> left_;  ///< the model's tasks at the end, by node
  Cycle now_ = 0;                        ///< the RTL's cycle of the run
};

}  // namespace

RtlTop rtl_fabric(const RtlParameters& parameters, const OwnRtl& own) {
  return {rtl_modules(parameters).fabric, rtl_fabric_options(parameters), {}, own};
}

WholeResult run_whole_fabric(const Experiment& experiment, const RtlParameters& parameters,
                             const VerilatedLibrary& library, const Watch& watch,
                             FabricWatcher* watcher, std::uint64_t mutant) {
  auto result = Comparison(experiment, parameters, library, watcher, mutant).run(watch);
  library.write_coverage();
  return result;
}

}  // namespace isobar
