// SPDX-License-Identifier: Apache-2.0
#include "tb/whole_fabric.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <numeric>

#include "models/errors.h"
#include "models/packed_words.h"
#include "models/steps/run_steps.h"
#include "tb/passage.h"

namespace isobar {
namespace {

constexpr unsigned identity_bits = 32;

/// The ports and the clock of the fabric (tb/abi/isobar_clocked_fabric.sv).
class ClockedFabric {
 public:
  ClockedFabric(const RtlParameters& parameters, std::size_t nodes, const VerilatedLibrary& library)
      : nodes_(nodes),
        task_bits_(static_cast<std::size_t>(parameters.task_bits)),
        load_bits_(static_cast<unsigned>(parameters.load_bits)),
        module_(library.instantiate()) {
    const auto links = nodes * parameters.ports() * rtl_counter_bits;
    require(valid_in_, nodes);
    require(data_in_, nodes * task_bits_);
    require(data_out_, nodes * task_bits_);
    require(load_, nodes * load_bits_);
    require(transfers_, links);
    reset_.set(0);
    cycle();
    cycle();
    reset_.set(1);
    cycle();
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
  std::uint64_t load(Node node) const {
    return load_.read(std::size_t{node} * load_bits_, load_bits_);
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

  /// Lets every PE hand out a task in every cycle, from the next but one on, until it has none.
  void fetch_all() {
    for (Node node = 0; node < nodes_; ++node) {
      fetch_.write(node, 1, 1);
      ready_out_.write(node, 1, 1);
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
  /// Ports have 1, 2, 4 or 8 bytes, or as many words of 32 bits as they need.
  static void require(const RtlPort& port, std::size_t bits) {
    std::size_t bytes = (bits + 31) / 32 * 4;
    if (bits <= 16) bytes = bits <= 8 ? 1 : 2;
    if (port.bytes() != bytes) {
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
  RtlPort transfers_ = module_.port("transfer_cycles_o");
  RtlPort words_ = module_.port("word_cycles_o");
  RtlPort setups_ = module_.port("setup_cycles_o");
};

/// A run, in which the RTL follows the model from step end to step end.
class Comparison {
 public:
  Comparison(const Experiment& experiment, const RtlParameters& parameters,
             const VerilatedLibrary& library)
      : experiment_(experiment),
        parameters_(parameters),
        rtl_(parameters, experiment.fabric.pes(), library) {}

  WholeResult run(const Watch& watch) {
    // The RTL is a step behind the model, because it has to know which step is the last.
    bool behind = false;
    auto model = run_steps(experiment_, [&](const Progress& p) {
      if (behind) follow(true);
      behind = true;
      at_ = p.at;
      loads_ = p.loads;
      return !result_.mismatch && (!watch || watch(p));
    });
    if (!result_.mismatch) follow(false);
    if (!result_.mismatch) compare_links(model.links);
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
    rtl_.cycle();
  }

  void run_step(bool on) {
    const auto from = std::chrono::steady_clock::now();
    // If the RTL's step is longer than the model's, the mismatch says by how much.
    const auto latest = at_.cycles + (at_.cycles - now_);
    bool ends = false;
    while (!ends && now_ < latest) {
      ends = rtl_.step_ends();
      if (ends) rtl_.run(on);
      rtl_.cycle();
      ++now_;
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

  /// Takes all tasks out of the queues; at a step end there are none on links.
  void empty_queues() {
    const auto nodes = experiment_.fabric.pes();
    result_.queues.resize(nodes);
    rtl_.fetch_all();
    rtl_.cycle();
    std::vector<bool> seen(tasks_, false);
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
    same({}, {}, "tasks in all queues", found, tasks_);
  }

  bool take(Node node, std::vector<bool>& seen) {
    rtl_.handed_out(node, payload_);
    const Task task{payload_[0] & ((std::uint64_t{1} << identity_bits) - 1)};
    if (task.id >= tasks_ || seen[task.id]) {
      differs(node, {}, "a task's identity", fmt::format("{}", task.id),
              task.id < tasks_ ? "that one was seen before" : "there is no such one");
      return false;
    }
    seen[task.id] = true;
    result_.queues[node].push_back(task);
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
  ClockedFabric rtl_;
  WholeResult result_;
  Instant at_;               ///< a step end of the model
  std::vector<Load> loads_;  ///< its loads
  Cycle now_ = 0;            ///< the RTL's cycle of the run
  std::uint64_t tasks_ = 0;
  std::vector<std::uint64_t> payload_;
};

}  // namespace

WholeResult run_whole_fabric(const Experiment& experiment, const RtlParameters& parameters,
                             const VerilatedLibrary& library, const Watch& watch) {
  if (parameters.task_bits <= identity_bits) {
    throw ValueError(
        fmt::format("tasks of {} bits; only those of more than {} contain their identity",
                    parameters.task_bits, identity_bits));
  }
  return Comparison(experiment, parameters, library).run(watch);
}

}  // namespace isobar
