// SPDX-License-Identifier: Apache-2.0
#include "tb/rtl_pe.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "models/errors.h"
#include "models/link/reported.h"
#include "tb/outside_run.h"
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
    : PeBesideRtl(name, site, fabric.parameters, traffic),
      index_(index),
      fabric_(fabric),
      layout_(fabric.scoreboard.layout()),
      inside_(fabric.inside != nullptr && fabric.inside->has(site.node) ? fabric.inside : nullptr),
      module_((inside_ != nullptr ? inside_->library() : library).instantiate(site.node)),
      rtl_(std::make_unique<RtlPorts>(module_)),
      inputs_(module_, fabric.most_input_bytes),
      lines_(fabric.parameters),
      heard_(fabric.wires, fabric.parameters, fabric.experiment.fabric, site.node),
      input_(layout_.size() - layout_.lines()),
      rtl_row_(layout_.size()),
      model_row_(layout_.size()) {
  for (unsigned port = 0; port < ports(); ++port) {
    spoken_.push_back(&fabric.wires.leaving(site.node, port));
    spoken_.back()->follow(lines_, rtl_port(port));
  }
  require_sizes(module_, fabric.parameters);
  if (inside_ != nullptr) inside_->attach(node(), module_);
  if (fabric.tree) rtl_->set_place(fabric.tree->place(site.node));
  if (fabric.mutant != 0) module_.port("mutant_i").set(fabric.mutant);
  SC_HAS_PROCESS(RtlPe);
  SC_METHOD(act);
  sensitive << fabric.tick;
  dont_initialize();
}

RtlPe::~RtlPe() = default;

/// Resets the RTL and hands it its initial tasks, before cycle 0.
void RtlPe::start_of_simulation() {
  rtl_->rst_n.set(0);
  module_.eval();
  clock();
  rtl_->rst_n.set(1);
  module_.eval();
  compare_waiting();
  const auto& tasks = queue();
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

void RtlPe::compare_waiting() {
  isobar::compare_waiting(fabric_.scoreboard, fabric_.parameters, fabric_.now, node(),
                          [this](const char* port) { return module_.port(port).value(); });
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
  if (inside_ != nullptr) inside_->sample(node(), now);
  read_model(now);
  if (!fabric_.scoreboard.compare(now, index_, model_row_.data(), rtl_row_.data())) {
    inputs_.take();
    return;
  }
  send(now);
  lines_.put(now, rtl_row_[RowLayout::valid], rtl_row_.data() + layout_.lines());
  streams().next();
  clock();
}

void RtlPe::drive_lines(Cycle now) {
  rtl_->valid_in.set(heard_.read(now, input_));
  rtl_->line_in.write_all(input_.data());
}

void RtlPe::drive_streams() {
  rtl_->sink_valid.set(streams().offered ? 1 : 0);
  if (streams().offered) {
    task_payload(*streams().offered, fabric_.parameters.task_bits, payload_);
    rtl_->sink_data.write_all(payload_.data());
  }
  rtl_->fetch.set(streams().asks ? 1 : 0);
  rtl_->source_ready.set(streams().ready ? 1 : 0);
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
  row[RowLayout::load] = load() + (streams().fetched ? 1 : 0) - (streams().accepted ? 1 : 0);
  const auto lanes = static_cast<std::size_t>(fabric_.parameters.max_lanes());
  for (unsigned port = 0; port < ports(); ++port) {
    const auto& sent = this->sent(port);
    const auto bit = std::uint64_t{1} << rtl_port(port);
    const auto& status = sent_status(port);
    const auto& on_line = status.has_bits(now) ? status : sent;
    if (on_line.has_bits(now)) {
      row[RowLayout::valid] |= bit;
      on_line.put_beat(now, link(port), row + layout_.lines(), rtl_port(port) * lanes);
    }
    if (sent.kind == Message::Kind::transfer && now < sent.end) {
      if (sent.start == now) row[RowLayout::starts] |= bit;
      if (sent.end == now + 1) row[RowLayout::ends] |= bit;
      if (sent.start == now + 1) {
        const auto place = layout_.place(rtl_port(port));
        row[layout_.gives(place)] = sent.tasks.size();
        put_task(sent.tasks.front(), layout_.leaving(place));
      }
      // All of them have left the model's queue with the decision.
      row[RowLayout::load] += sent.tasks.size() - static_cast<std::uint64_t>(sent.begun(now));
    }
    const auto& comes = heard_.wire(port);
    if (const auto* task = comes.landing(now)) {
      const auto place = layout_.place(rtl_port(port));
      row[RowLayout::lands] |= std::uint64_t{1} << place;
      put_task(*task, layout_.landed(place));
    }
    // The model takes them in when the phase is over.
    row[RowLayout::load] +=
        static_cast<std::uint64_t>(comes.landed(fabric_.scoreboard.begin(), now));
  }
  if (streams().held) {
    row[RowLayout::holds] = 1;
    put_task(*streams().held, layout_.held());
  }
  row[RowLayout::accepts] = streams().accepted ? 1 : 0;
  if (streams().fetched) fabric_.scoreboard.count(1);
}

void RtlPe::send(Cycle now) {
  for (unsigned port = 0; port < ports(); ++port) {
    if (sent(port).end == now + 1) {
      PeBesideRtl::send(port);
      fabric_.scoreboard.count(1);
    }
    if (sent_status(port).end == now + 1) {
      send_status(port);
      fabric_.scoreboard.count(1);
    }
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
  const auto& e = fabric_.experiment;
  fabric_.scoreboard.compare_number(fabric_.now, node(), "load", queue().size(),
                                    rtl_->load.value());
  compare_counters(fabric_.scoreboard, e.fabric, fabric_.parameters, fabric_.now, node(),
                   link_counters, [this](const char* counters, std::size_t port) {
                     return module_.port(counters).read(port * rtl_counter_bits, rtl_counter_bits);
                   });
}

}  // namespace isobar
