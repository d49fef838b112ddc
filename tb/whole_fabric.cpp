// SPDX-License-Identifier: Apache-2.0
#include "tb/whole_fabric.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <numeric>

#include "models/errors.h"
#include "models/packed_words.h"
#include "models/steps/run_application.h"
#include "models/steps/run_steps.h"
#include "tb/passage.h"

namespace isobar {
namespace {

constexpr unsigned identity_bits = 32;

/// The ports and the clock of the fabric (tb/abi/isobar_clocked_fabric.sv).
class ClockedFabric final : public FabricOutputs {
 public:
  ClockedFabric(const RtlParameters& parameters, std::size_t nodes, const VerilatedLibrary& library,
                std::uint64_t mutant)
      : nodes_(nodes),
        task_bits_(static_cast<std::size_t>(parameters.task_bits)),
        load_bits_(static_cast<unsigned>(parameters.load_bits)),
        module_(library.instantiate(0)) {
    const auto links = nodes * parameters.ports() * rtl_counter_bits;
    require(valid_in_, nodes);
    require(data_in_, nodes * task_bits_);
    require(data_out_, nodes * task_bits_);
    require(load_, nodes * load_bits_);
    require(transfers_, links);
    require(errors_, nodes * error_bits);
    if (mutant != 0) module_.port("mutant_i").set(mutant);
    reset();
    cycle();
  }

  /// Begins the first cycle after a reset, in which run_i is what was set before.
  void reset() {
    reset_.set(0);
    cycle();
    cycle();
    reset_.set(1);
    module_.eval();
  }

  /// Begins the next cycle, in which the inputs have the values that were set before.
  void cycle() {
    clock_.set(0);
    module_.eval();
    clock_.set(1);
    module_.eval();
  }

  void run(bool on) { run_.set(on ? 1 : 0); }
  bool step_ends() const { return step_.value() != 0; }
  std::uint64_t load(Node node) const override {
    return load_.read(std::size_t{node} * load_bits_, load_bits_);
  }
  std::uint64_t errors(Node node) const override {
    return errors_.read(std::size_t{node} * error_bits, error_bits);
  }
  std::uint64_t counter(Counter kind, std::size_t port) const override {
    switch (kind) {
      case Counter::transfers:
        return transfer_cycles(port);
      case Counter::words:
        return word_cycles(port);
      case Counter::setups:
        break;
    }
    return setup_cycles(port);
  }
  std::uint64_t transfer_cycles(std::size_t port) const { return counter(transfers_, port); }
  std::uint64_t word_cycles(std::size_t port) const { return counter(words_, port); }
  std::uint64_t setup_cycles(std::size_t port) const { return counter(setups_, port); }

  void offer(Node node, const std::vector<std::uint64_t>& payload) {
    for (std::size_t at = 0; at < task_bits_; at += word_bits) {
      data_in_.write(node * task_bits_ + at, part(at), payload[at / word_bits]);
    }
    valid_in_.write(node, 1, 1);
  }
  void offer_none(Node node) { valid_in_.write(node, 1, 0); }
  bool accepts(Node node) const { return ready_in_.read(node, 1) != 0; }

  void ask(Node node, bool on) { fetch_.write(node, 1, on ? 1 : 0); }
  void take(Node node, bool on) { ready_out_.write(node, 1, on ? 1 : 0); }
  /// Lets every PE hand out a task in every cycle, from the next but one on, until it has none.
  void fetch_all() {
    for (Node node = 0; node < nodes_; ++node) {
      take(node, true);
      ask(node, true);
    }
  }
  bool hands_out(Node node) const { return valid_out_.read(node, 1) != 0; }
  void handed_out(Node node, std::vector<std::uint64_t>& payload) const {
    payload.clear();
    for (std::size_t at = 0; at < task_bits_; at += word_bits) {
      payload.push_back(data_out_.read(node * task_bits_ + at, part(at)));
    }
  }

 private:
  static void require(const RtlPort& port, std::size_t bits) {
    if (port.bytes() != RtlPort::bytes_for(bits)) {
      throw ModelError(fmt::format("a port of {} bits in {} bytes: the RTL is of another fabric",
                                   bits, port.bytes()));
    }
  }
  static std::uint64_t counter(const RtlPort& counters, std::size_t port) {
    return counters.read(port * rtl_counter_bits, rtl_counter_bits);
  }
  unsigned part(std::size_t at) const {
    return static_cast<unsigned>(std::min<std::size_t>(word_bits, task_bits_ - at));
  }

  std::size_t nodes_;
  std::size_t task_bits_;
  unsigned load_bits_;
  VerilatedModule module_;
  RtlPort clock_ = module_.port("clk_i");
  RtlPort reset_ = module_.port("rst_ni");
  RtlPort run_ = module_.port("run_i");
  RtlPort valid_in_ = module_.port("sink_tvalid_i");
  RtlPort ready_in_ = module_.port("sink_tready_o");
  RtlPort data_in_ = module_.port("sink_tdata_i");
  RtlPort fetch_ = module_.port("fetch_i");
  RtlPort valid_out_ = module_.port("source_tvalid_o");
  RtlPort ready_out_ = module_.port("source_tready_i");
  RtlPort data_out_ = module_.port("source_tdata_o");
  RtlPort load_ = module_.port("load_o");
  RtlPort step_ = module_.port("step_o");
  RtlPort errors_ = module_.port("error_o");
  RtlPort transfers_ = module_.port("transfer_cycles_o");
  RtlPort words_ = module_.port("word_cycles_o");
  RtlPort setups_ = module_.port("setup_cycles_o");
};

/// What the model's executors ask of their queues and offer them, in order of cycles, until it is
/// done in the RTL.
class ExecutorJournal final : public Observer {
 public:
  struct Entry {
    Cycle cycle;
    Node node;
    bool offers;               ///< a task, else it asks for one
    std::optional<Task> task;  ///< offered, or handed out
    bool accepted;
  };

  void task_fetched(Cycle cycle, Node node, std::optional<std::uint64_t> task) override {
    entries_.push_back(
        {cycle, node, false, task ? std::optional(Task{*task}) : std::nullopt, false});
  }
  void task_offered(Cycle cycle, Node node, std::uint64_t task, bool accepted) override {
    entries_.push_back({cycle, node, true, Task{task}, accepted});
  }

  /// Moves those of a cycle to `entries`.
  void take(Cycle cycle, std::vector<Entry>& entries) {
    entries.clear();
    for (; !entries_.empty() && entries_.front().cycle == cycle; entries_.pop_front()) {
      entries.push_back(entries_.front());
    }
  }

 private:
  std::deque<Entry> entries_;
};

/// A run, in which the RTL follows the model from step end to step end.
class Comparison {
 public:
  Comparison(const Experiment& experiment, const RtlParameters& parameters,
             const VerilatedLibrary& library, FabricWatcher* watcher, std::uint64_t mutant)
      : experiment_(experiment),
        parameters_(parameters),
        watcher_(watcher),
        rtl_(parameters, experiment.fabric.pes(), library, mutant) {}

  WholeResult run(const Watch& watch) {
    // The RTL is a step behind the model, because it has to know which step is the last.
    bool behind = false;
    const auto follows = [&](const Progress& p) {
      if (behind) follow(true);
      behind = true;
      at_ = p.at;
      loads_ = p.loads;
      return !result_.mismatch && (!watch || watch(p));
    };
    auto model = has_executors() ? run_application(experiment_, follows, &journal_, &left_)
                                 : run_steps(experiment_, follows);
    if (!result_.mismatch) follow(false);
    if (!result_.mismatch) compare_links(model.links);
    if (!result_.mismatch) compare_errors();
    if (!result_.mismatch) empty_queues();
    result_.pe_cycles = now_ * experiment_.fabric.pes();
    if (result_.mismatch) {
      result_.queues.clear();
    } else {
      result_.run = std::move(model);
    }
    return std::move(result_);
  }

 private:
  bool same(std::optional<Node> node, std::optional<unsigned> port, const char* quantity,
            std::uint64_t rtl, std::uint64_t model) {
    ++result_.compared;
    if (rtl == model) return true;
    differs(node, port, quantity, fmt::format("{}", rtl), fmt::format("{}", model));
    return false;
  }

  void differs(std::optional<Node> node, std::optional<unsigned> port, const std::string& quantity,
               const std::string& rtl, const std::string& model) {
    result_.mismatch = {at_.steps, now_, node, port, quantity, rtl, model};
  }

  /// Brings the RTL to the model's step end and into the cycle after it, in which it continues to
  /// run if `on` is true.
  void follow(bool on) {
    if (at_.steps == 0) {
      fill(on);
    } else {
      run_step(on);
    }
    for (Node node = 0; node < loads_.size() && !result_.mismatch; ++node) {
      same(node, {}, "load", rtl_.load(node), static_cast<std::uint64_t>(loads_[node]));
    }
  }

  /// Offers every PE its tasks, to all PEs at the same time.
  void fill(bool on) {
    const auto nodes = experiment_.fabric.pes();
    std::vector<Load> left = experiment_.loads;
    std::vector<std::uint64_t> next(nodes);
    std::vector<Node> filling;
    for (Node node = 0; node < nodes; ++node) {
      next[node] = tasks_;
      tasks_ += static_cast<std::uint64_t>(left[node]);
      if (left[node] > 0) filling.push_back(node);
    }
    while (!filling.empty()) {
      for (const Node node : filling) {
        task_payload({next[node]++}, parameters_.task_bits, payload_);
        rtl_.offer(node, payload_);
      }
      rtl_.cycle();
      for (const Node node : filling) {
        if (!rtl_.accepts(node)) {
          const auto load = experiment_.loads[node];
          differs(node, {}, "tasks taken at the start", fmt::format("{}", load - left[node]),
                  fmt::format("{}", load));
          return;
        }
        if (--left[node] == 0) rtl_.offer_none(node);
      }
      const auto filled = [&](Node node) { return left[node] == 0; };
      filling.erase(std::remove_if(filling.begin(), filling.end(), filled), filling.end());
    }
    rtl_.run(on);
    // Without tasks nothing keeps the run from beginning with the first cycle after a reset.
    if (tasks_ == 0 && !has_executors()) {
      rtl_.reset();
      watch(0);
      return;
    }
    begin_cycle(0);
  }

  bool has_executors() const { return static_cast<bool>(experiment_.application); }

  /// Begins a cycle in the RTL and shows it to who watches.
  void cycle(Cycle now) {
    rtl_.cycle();
    watch(now);
  }
  void watch(Cycle now) {
    if (watcher_ == nullptr) return;
    watcher_->cycle(now, now < at_.cycles ? at_.steps - 1 : at_.steps, rtl_);
  }

  /// Begins a cycle of the run, and compares what its executors find at their streams.
  void begin_cycle(Cycle cycle_number) {
    if (!has_executors()) {
      cycle(cycle_number);
      return;
    }
    for (const auto& before : doing_) {
      if (before.offers) {
        rtl_.offer_none(before.node);
      } else {
        rtl_.ask(before.node, false);
      }
    }
    std::vector<std::optional<Task>> due(experiment_.fabric.pes());
    for (const auto& before : doing_) {
      if (!before.offers) due[before.node] = before.task;
    }
    // A PE whose executor waits for nothing would keep what it hands out, and be found out.
    for (Node node = 0; node < due.size(); ++node) rtl_.take(node, due[node].has_value());
    journal_.take(cycle_number, doing_);
    for (const auto& now : doing_) {
      if (now.offers) {
        task_payload(*now.task, parameters_.task_bits, payload_);
        rtl_.offer(now.node, payload_);
      } else {
        rtl_.ask(now.node, true);
      }
    }
    cycle(cycle_number);
    for (const auto& now : doing_) {
      if (!now.offers) continue;
      if (!same(now.node, {}, "a task is accepted", rtl_.accepts(now.node), now.accepted)) return;
    }
    for (Node node = 0; node < due.size(); ++node) {
      if (!same(node, {}, "a task is handed out", rtl_.hands_out(node), due[node].has_value()) ||
          (due[node] && !is_handed_out(node, *due[node]))) {
        return;
      }
    }
  }

  void run_step(bool on) {
    const auto from = std::chrono::steady_clock::now();
    // If the RTL's step is longer than the model's, the mismatch says by how much.
    const auto latest = at_.cycles + (at_.cycles - now_);
    bool ends = false;
    while (!ends && now_ < latest) {
      ends = rtl_.step_ends();
      if (ends) rtl_.run(on);
      begin_cycle(++now_);
      if (result_.mismatch) return;
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - from;
    result_.seconds += took.count();
    ++result_.compared;
    if (ends && now_ == at_.cycles) return;
    differs({}, {}, "cycle of the step's end",
            ends ? fmt::format("{}", now_) : fmt::format("none up to {}", now_),
            fmt::format("{}", at_.cycles));
  }

  void compare_links(const LinkCounts& links) {
    const auto& fabric = experiment_.fabric;
    const auto wrapped = [](Cycle cycles) {
      return static_cast<std::uint64_t>(cycles) & ((std::uint64_t{1} << rtl_counter_bits) - 1);
    };
    for (Node node = 0; node < fabric.pes(); ++node) {
      for (unsigned port = 0; port < fabric.degree(); ++port) {
        const auto at = node * parameters_.ports() + parameters_.port(fabric.ports()[port]);
        const auto& link = links[std::size_t{node} * fabric.degree() + port];
        if (!same(node, port, "transfer cycles", rtl_.transfer_cycles(at),
                  wrapped(link.transfer_cycles)) ||
            !same(node, port, "word cycles", rtl_.word_cycles(at), wrapped(link.word_cycles)) ||
            !same(node, port, "set-up cycles", rtl_.setup_cycles(at), wrapped(link.setup_cycles))) {
          return;
        }
      }
    }
  }

  /// A PE says until the reset what has ever been wrong with what came in.
  void compare_errors() {
    for (Node node = 0; node < experiment_.fabric.pes(); ++node) {
      if (!same(node, {}, "errors", rtl_.errors(node), 0)) return;
    }
  }

  /// Takes all tasks out of the queues; at a step end there are none on links.
  void empty_queues() {
    const auto nodes = experiment_.fabric.pes();
    result_.queues.resize(nodes);
    rtl_.fetch_all();
    rtl_.cycle();
    std::vector<bool> seen(has_executors() ? 0 : tasks_, false);
    std::uint64_t found = 0;
    std::uint64_t before = 0;
    do {
      before = found;
      rtl_.cycle();
      for (Node node = 0; node < nodes; ++node) {
        if (!rtl_.hands_out(node)) continue;
        ++found;
        if (!take(node, seen)) return;
      }
    } while (found != before);
    const auto held =
        has_executors()
            ? static_cast<std::uint64_t>(std::accumulate(loads_.begin(), loads_.end(), Load{0}))
            : tasks_;
    same({}, {}, "tasks in all queues", found, held);
  }

  /// A task that is left in a queue: the one that the model has in that place, where it knows that.
  bool take(Node node, std::vector<bool>& seen) {
    if (has_executors()) {
      auto& queue = result_.queues[node];
      if (queue.size() >= static_cast<std::size_t>(loads_[node])) {
        same(node, {}, "tasks in the queue", queue.size() + 1, queue.size());
        return false;
      }
      queue.push_back(left_[node][queue.size()]);
      return is_handed_out(node, queue.back());
    }
    rtl_.handed_out(node, payload_);
    const Task task{payload_[0] & ((std::uint64_t{1} << identity_bits) - 1)};
    if (task.id >= tasks_ || seen[task.id]) {
      differs(node, {}, "a task's identity", fmt::format("{}", task.id),
              task.id < tasks_ ? "that one was seen before" : "there is no such one");
      return false;
    }
    seen[task.id] = true;
    result_.queues[node].push_back(task);
    return is_handed_out(node, task);
  }

  /// What is at the source is this task, in all of its bits.
  bool is_handed_out(Node node, const Task& task) {
    rtl_.handed_out(node, payload_);
    std::vector<std::uint64_t> sent;
    task_payload(task, parameters_.task_bits, sent);
    ++result_.compared;
    if (payload_ == sent) return true;
    differs(node, {}, fmt::format("task {}, in words of 64 bits", task.id),
            fmt::format("{:x}", fmt::join(payload_, " ")),
            fmt::format("{:x}", fmt::join(sent, " ")));
    return false;
  }

  const Experiment& experiment_;
  const RtlParameters& parameters_;
  FabricWatcher* watcher_;
  ClockedFabric rtl_;
  WholeResult result_;
  Instant at_;               ///< a step end of the model
  std::vector<Load> loads_;  ///< its loads
  ExecutorJournal journal_;
  std::vector<ExecutorJournal::Entry> doing_;  ///< in the RTL's cycle
  std::vector<std::vector<Task>> left_;        ///< the model's tasks at the end, by node
  Cycle now_ = 0;                              ///< the RTL's cycle of the run
  std::uint64_t tasks_ = 0;
  std::vector<std::uint64_t> payload_;
};

}  // namespace

WholeResult run_whole_fabric(const Experiment& experiment, const RtlParameters& parameters,
                             const VerilatedLibrary& library, const Watch& watch,
                             FabricWatcher* watcher, std::uint64_t mutant) {
  if (parameters.task_bits <= identity_bits) {
    throw ValueError(
        fmt::format("tasks of {} bits; only those of more than {} contain their identity",
                    parameters.task_bits, identity_bits));
  }
  auto result = Comparison(experiment, parameters, library, watcher, mutant).run(watch);
  library.write_coverage();
  return result;
}

}  // namespace isobar
