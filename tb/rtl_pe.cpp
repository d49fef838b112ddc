// SPDX-License-Identifier: Apache-2.0
#include "tb/rtl_pe.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "models/errors.h"
#include "models/link/reported.h"
#include "tb/rtl_ports.h"

namespace isobar {

namespace {

/// A netlist has the sizes that it was made for. Throws ValueError if the run has others.
void require_sizes(const VerilatedModule& module, const RtlParameters& parameters) {
  for (const auto& [name, bits] : rtl_port_sizes(parameters)) {
    const auto has = module.port(name).bytes();
    if (has == RtlPort::bytes_for(bits)) continue;
    throw ValueError(fmt::format(
        "the RTL is made for other sizes: its port {} has {} bytes, and this run's has {} bits",
        name, has, bits));
  }
}

}  // namespace

RtlPe::RtlPe(const sc_core::sc_module_name& name, const PeSite& site, std::size_t index,
             RtlFabric& fabric, const VerilatedLibrary& library, const RandomExecutor& traffic)
    : sc_module(name),
      node_(site.node),
      index_(index),
      fabric_(fabric),
      layout_(fabric.scoreboard.layout()),
      inside_(fabric.inside != nullptr && fabric.inside->has(site.node) ? fabric.inside : nullptr),
      module_((inside_ != nullptr ? inside_->library() : library).instantiate(site.node)),
      rtl_(std::make_unique<RtlPorts>(module_)),
      inputs_(module_, fabric.most_input_bytes),
      traffic_(traffic),
      lines_(fabric.parameters),
      model_(site.usual("model")),
      heard_(fabric.wires, fabric.parameters, fabric.experiment.fabric, site.node),
      input_(layout_.size() - layout_.lines()),
      rtl_row_(layout_.size()),
      model_row_(layout_.size()) {
  for (const auto& port : fabric.experiment.fabric.ports()) {
    rtl_port_.push_back(fabric.parameters.port(port));
  }
  for (unsigned port = 0; port < rtl_port_.size(); ++port) {
    spoken_.push_back(&fabric.wires.leaving(node_, port));
    spoken_.back()->follow(lines_, rtl_port(port));
  }
  require_sizes(module_, fabric.parameters);
  if (inside_ != nullptr) inside_->attach(node_, module_);
  if (fabric.mutant != 0) module_.port("mutant_i").set(fabric.mutant);
  SC_HAS_PROCESS(RtlPe);
  SC_METHOD(act);
  sensitive << fabric.tick;
  dont_initialize();
}

RtlPe::~RtlPe() = default;

const RtlLink& RtlPe::link(unsigned port) const { return fabric_.parameters.link(rtl_port(port)); }

void RtlPe::bind_port(LinkSendInterface& leaves, LinkReceiveInterface& comes) {
  out.bind(leaves);
  const auto port = static_cast<unsigned>(ends_.size());
  ends_.push_back(std::make_unique<ExpectedEnd>(link(port), fabric_.parameters.task_bits));
  model_->bind_port(*ends_.back(), comes);
}

/// Resets the RTL and hands it its initial tasks, before cycle 0.
void RtlPe::start_of_simulation() {
  rtl_->rst_n.set(0);
  module_.eval();
  clock();
  rtl_->rst_n.set(1);
  module_.eval();
  compare_waiting();
  const auto& tasks = model_->queue();
  for (std::uint32_t i = 0; i < tasks.size(); ++i) {
    task_payload(tasks[i], fabric_.parameters.task_bits, payload_);
    rtl_->sink_valid.set(1);
    rtl_->sink_data.write_all(payload_.data());
    module_.eval();
    clock();
  }
  rtl_->sink_valid.set(0);
  module_.eval();
  clock();
  compare_waiting();
  rtl_->run.set(1);
  inputs_.begin_run();
}

/// While run_i is low the slot stands at its beginning, from the reset on.
void RtlPe::compare_waiting() {
  const auto condition = fabric_.parameters.condition;
  const bool hears = hears_predecessor(condition) || hears_successor(condition);
  const auto part = static_cast<std::uint64_t>(hears ? PhasePart::words : PhasePart::decision);
  const auto compare = [&](const char* signal, std::uint64_t model, const RtlPort& rtl) {
    fabric_.scoreboard.compare_number(fabric_.now, node_, signal, model, rtl.value());
  };
  compare("phase, waiting", 0, rtl_->dimension);
  compare("cycle of the slot, waiting", 0, rtl_->cycle);
  compare("phase_part, waiting", part, rtl_->part);
}

void RtlPe::act() {
  if (!fabric_.scoreboard.mismatch()) reported([this] { run_cycle(); });
}

void RtlPe::run_cycle() {
  const Cycle now = fabric_.now;
  take_traffic();
  drive_lines(now);
  drive_streams();
  module_.eval();
  rtl_->read_row(layout_, rtl_row_.data());
  if (inside_ != nullptr) inside_->sample(node_, now);
  read_model(now);
  if (!fabric_.scoreboard.compare(now, index_, model_row_.data(), rtl_row_.data())) {
    inputs_.take();
    return;
  }
  send(now);
  lines_.put(now, rtl_row_[RowLayout::valid], rtl_row_.data() + layout_.lines());
  streams_.next();
  clock();
}

std::optional<Task> RtlPe::fetch() {
  streams_.asks = true;
  return streams_.fetched = model_->fetch();
}

bool RtlPe::accept(Task task) {
  streams_.offered = task;
  return streams_.accepted = model_->accept(task);
}

/// Random work, if there is any.
void RtlPe::take_traffic() {
  if (!traffic_.any()) return;
  traffic_.begin_cycle();
  traffic_.act(*this);
  streams_.asks = traffic_.asks();
  streams_.ready = traffic_.ready();
}

void RtlPe::drive_lines(Cycle now) {
  rtl_->valid_in.set(heard_.read(now, input_));
  rtl_->line_in.write_all(input_.data());
}

void RtlPe::drive_streams() {
  rtl_->sink_valid.set(streams_.offered ? 1 : 0);
  if (streams_.offered) {
    task_payload(*streams_.offered, fabric_.parameters.task_bits, payload_);
    rtl_->sink_data.write_all(payload_.data());
  }
  rtl_->fetch.set(streams_.asks ? 1 : 0);
  rtl_->source_ready.set(streams_.ready ? 1 : 0);
}

void RtlPe::read_model(Cycle now) {
  auto* row = model_row_.data();
  const auto task_bits = fabric_.parameters.task_bits;
  const auto put_task = [&](const Task& task, std::size_t to) {
    task_payload(task, task_bits, payload_);
    std::copy(payload_.begin(), payload_.end(), row + to);
  };
  std::fill(model_row_.begin(), model_row_.end(), 0);
  const auto part = fabric_.scoreboard.part(now);
  row[RowLayout::dimension] = fabric_.scoreboard.ring();
  row[RowLayout::part] = static_cast<std::uint64_t>(part);
  // The executor has changed the model's queue, which the RTL's does at the cycle's end.
  row[RowLayout::load] = model_->load() + (streams_.fetched ? 1 : 0) - (streams_.accepted ? 1 : 0);
  const auto lanes = static_cast<std::size_t>(fabric_.parameters.max_lanes());
  for (unsigned port = 0; port < ends_.size(); ++port) {
    const auto& sent = ends_[port]->passage();
    const auto bit = std::uint64_t{1} << rtl_port(port);
    if (sent.has_bits(now)) {
      row[RowLayout::valid] |= bit;
      sent.put_beat(now, link(port), row + layout_.lines(), rtl_port(port) * lanes);
    }
    if (sent.kind == Message::Kind::transfer) {
      if (sent.start == now) row[RowLayout::starts] |= bit;
      if (sent.end == now + 1) row[RowLayout::ends] |= bit;
      if (sent.start == now + 1) {  // the task has already left the model's queue
        row[RowLayout::shift] = 1;
        ++row[RowLayout::load];
        put_task(sent.task, layout_.leaving());
      }
    }
    if (const auto* landing = heard_.wire(port).landing(now)) {
      row[RowLayout::lands] = 1;
      put_task(landing->task, layout_.landed());
    }
  }
  if (streams_.held) {
    row[RowLayout::holds] = 1;
    put_task(*streams_.held, layout_.held());
  }
  row[RowLayout::accepts] = streams_.accepted ? 1 : 0;
  if (streams_.fetched) fabric_.scoreboard.count(1);
}

void RtlPe::send(Cycle now) {
  for (unsigned port = 0; port < ends_.size(); ++port) {
    const auto& sent = ends_[port]->passage();
    if (sent.end != now + 1) continue;
    ends_[port]->send_to(*out[static_cast<int>(port)]);
    fabric_.scoreboard.count(1);
    spoken_[port]->carry(sent);
  }
}

void RtlPe::clock() {
  inputs_.take();
  rtl_->clk.set(1);
  module_.eval();
  rtl_->clk.set(0);
}

void RtlPe::compare_totals(const std::vector<LinkCounters>& link_counters) {
  module_.eval();
  const auto compare = [&](const std::string& signal, Cycle model, std::uint64_t rtl) {
    constexpr std::uint64_t mask = (std::uint64_t{1} << rtl_counter_bits) - 1;
    fabric_.scoreboard.compare_number(fabric_.now, node_, signal,
                                      static_cast<std::uint64_t>(model) & mask, rtl);
  };
  compare("load", model_->queue().size(), rtl_->load.value());
  for (unsigned port = 0; port < link_counters.size(); ++port) {
    const auto counter = [&](const RtlPort& counters) {
      return counters.read(rtl_port(port) * rtl_counter_bits, rtl_counter_bits);
    };
    const auto& name = layout_.links()[rtl_port(port)];
    compare(name + ".transfer_cycles", link_counters[port].transfer_cycles,
            counter(rtl_->transfer_cycles));
    compare(name + ".word_cycles", link_counters[port].word_cycles, counter(rtl_->word_cycles));
    compare(name + ".setup_cycles", link_counters[port].setup_cycles, counter(rtl_->setup_cycles));
  }
  for (std::size_t port = 0; port < layout_.links().size(); ++port) {
    if (std::find(rtl_port_.begin(), rtl_port_.end(), port) != rtl_port_.end()) continue;
    for (const auto* counters : {&rtl_->transfer_cycles, &rtl_->word_cycles, &rtl_->setup_cycles}) {
      compare(layout_.links()[port] + ".cycles", 0,
              counters->read(port * rtl_counter_bits, rtl_counter_bits));
    }
  }
}

}  // namespace isobar
