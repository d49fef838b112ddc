// SPDX-License-Identifier: Apache-2.0
#include "tb/bench.h"

#include <fmt/format.h>

#include <limits>
#include <numeric>

#include "models/errors.h"

namespace isobar {
namespace {

/// The end of a model PE's link whose other end is RTL, to which it shows the bits of messages.
class WiredEnd final : public LinkEndInterface {
 public:
  WiredEnd(LinkEndInterface& link, Wire& wire, const RtlLink& kind, std::int64_t task_bits)
      : link_(link), wire_(wire), kind_(kind), task_bits_(task_bits) {}

  Cycle send_word(Cycle start, std::int64_t value, std::int64_t bits) override {
    wire_.carry(Passage::of_word(start, kind_, value, bits));
    return link_.send_word(start, value, bits);
  }
  Cycle send_tasks(Cycle start, TaskQueue& queue, std::int64_t count) override {
    if (count != 1) throw ModelError("a PE of the RTL hears one task at a time");
    wire_.carry(Passage::of_task(start, kind_, queue.front(), task_bits_));
    return link_.send_tasks(start, queue, count);
  }
  Message receive(Cycle now, TaskQueue& queue) override { return link_.receive(now, queue); }

 private:
  LinkEndInterface& link_;
  Wire& wire_;
  const RtlLink& kind_;
  std::int64_t task_bits_;
};

}  // namespace

Bench::Bench(const sc_core::sc_module_name& name, const Experiment& experiment,
             const RtlParameters& parameters, const std::vector<Node>& nodes,
             const VerilatedLibrary& library, Scoreboard& scoreboard, const Traffic& traffic)
    : sc_module(name),
      experiment_(experiment),
      fabric_{experiment, parameters, scoreboard},
      clock_(experiment.clock),
      place_(experiment.fabric.pes(), std::numeric_limits<std::uint32_t>::max()) {
  const auto& fabric = experiment.fabric;
  const auto total = static_cast<std::uint64_t>(
      std::accumulate(experiment.loads.begin(), experiment.loads.end(), Load{0}));
  for (std::size_t i = 0; i < nodes.size(); ++i) place_[nodes[i]] = static_cast<std::uint32_t>(i);
  for (Node node = 0; node < fabric.pes(); ++node) {
    for (unsigned port = 0; port < fabric.degree(); ++port) {
      const auto& ring = parameters.rings[parameters.port(fabric.ports()[port]) / 2];
      wires_.emplace_back(ring.link, parameters.max_lanes());
    }
    const RandomExecutor executor(traffic, node, total + node, fabric.pes());
    if (place_[node] >= nodes.size()) {
      if (!traffic.any()) continue;
      others_.push_back(node);
      executors_.push_back(executor);
    }
  }
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const RandomExecutor executor(traffic, nodes[i], total + nodes[i], fabric.pes());
    pes_.push_back(std::make_unique<RtlPe>(fmt::format("pe_{}", nodes[i]).c_str(), nodes[i], i,
                                           fabric_, library, executor));
  }
  for (const Node node : nodes) {
    for (unsigned port = 0; port < fabric.degree(); ++port) {
      const Node there = *fabric.neighbour(node, port);
      rtl(node)->listen(port, wire(there, fabric.far_port(node, port)));
      rtl(node)->speak(port, wire(node, port));
    }
  }
  SC_HAS_PROCESS(Bench);
  SC_METHOD(advance);
}

Wire& Bench::wire(Node node, unsigned port) {
  return wires_[std::size_t{node} * experiment_.fabric.degree() + port];
}

EndMaker Bench::end_maker() {
  return [this](Node node, unsigned port, Link& out, Link& in) {
    return make_end(node, port, out, in);
  };
}

LinkEndInterface* Bench::make_end(Node node, unsigned port, Link& out, Link& in) {
  const Node there = *experiment_.fabric.neighbour(node, port);
  if (auto* pe = rtl(node)) {
    auto& link = ends_.emplace_back(out, in);
    pe->ports.bind(link);
    return &pe->shadow_end(port, link);
  }
  if (rtl(there) == nullptr) return nullptr;
  auto& link = ends_.emplace_back(out, in);
  const auto& parameters = fabric_.parameters;
  const auto& ring = parameters.rings[parameters.port(experiment_.fabric.ports()[port]) / 2];
  made_.push_back(
      std::make_unique<WiredEnd>(link, wire(node, port), ring.link, parameters.task_bits));
  return made_.back().get();
}

void Bench::attach(FabricModel& model, std::uint64_t mutant) {
  model_ = &model;
  for (Node node = 0; node < place_.size(); ++node) {
    auto* pe = rtl(node);
    if (pe == nullptr) continue;
    if (mutant != 0) pe->choose(mutant);
    pe->attach(model.pe(node));
    pe->fill(model.queue(node));
  }
}

void Bench::advance() {
  // The model acts in the first delta of a cycle, and the bench in the second.
  settled_ = !settled_;
  if (settled_) {
    ++fabric_.now;
    next_trigger(sc_core::SC_ZERO_TIME);
    return;
  }
  if (model_->done()) return;
  if (fabric_.scoreboard.mismatch()) {
    sc_core::sc_stop();
    return;
  }
  run_cycle();
  next_trigger(clock_.time(1));
}

void Bench::run_cycle() {
  for (std::size_t i = 0; i < others_.size(); ++i) {
    executors_[i].begin_cycle();
    executors_[i].act(model_->pe(others_[i]));
  }
  fabric_.tick.notify();
}

void Bench::compare_totals() {
  for (Node node = 0; node < place_.size(); ++node) {
    auto* pe = rtl(node);
    if (pe == nullptr) continue;
    std::vector<LinkCounters> link_counters;
    for (unsigned port = 0; port < experiment_.fabric.degree(); ++port) {
      link_counters.push_back(model_->counters(node, port));
    }
    pe->compare_totals(model_->queue(node), link_counters);
  }
}

}  // namespace isobar
