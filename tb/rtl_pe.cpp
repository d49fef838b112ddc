// SPDX-License-Identifier: Apache-2.0
#include "tb/rtl_pe.h"

#include <algorithm>

#include "models/errors.h"
#include "models/link/reported.h"

namespace isobar {

/// Takes what the model PE sends as what is expected from the RTL.
class RtlPe::ModelEnd final : public LinkSendInterface {
 public:
  ModelEnd(RtlPe& pe, unsigned port) : pe_(pe), port_(port) {}

  Cycle send_word(Cycle start, std::int64_t value, std::int64_t bits) override {
    return expect(Passage::of_word(start, pe_.link(port_), value, bits));
  }
  Cycle send_tasks(Cycle start, TaskQueue& queue, std::int64_t count) override {
    if (count != 1) throw ModelError("a PE of the RTL shifts one task at a time");
    const auto bits = pe_.fabric_.parameters.task_bits;
    return expect(Passage::of_task(start, pe_.link(port_), queue.pop(), bits));
  }

 private:
  Cycle expect(Passage passage) {
    auto& expected = pe_.expected_[port_];
    if (passage.start < expected.end) throw ModelError("the model's PE sends over a busy link");
    expected = std::move(passage);
    return expected.end + pe_.link(port_).latency;
  }

  RtlPe& pe_;
  unsigned port_;
};

struct RtlPe::RtlPorts {
  explicit RtlPorts(const VerilatedModule& module)
      : clk(module.port("clk_i")),
        rst_n(module.port("rst_ni")),
        run(module.port("run_i")),
        valid_out(module.port("valid_o")),
        line_out(module.port("line_o")),
        valid_in(module.port("valid_i")),
        line_in(module.port("line_i")),
        sink_valid(module.port("sink_tvalid_i")),
        sink_ready(module.port("sink_tready_o")),
        sink_data(module.port("sink_tdata_i")),
        fetch(module.port("fetch_i")),
        source_valid(module.port("source_tvalid_o")),
        source_ready(module.port("source_tready_i")),
        source_data(module.port("source_tdata_o")),
        transfer_cycles(module.port("transfer_cycles_o")),
        word_cycles(module.port("word_cycles_o")),
        setup_cycles(module.port("setup_cycles_o")),
        errors(module.port("error_o")),
        dimension(module.port("obs_dimension_o")),
        cycle(module.port("obs_cycle_o")),
        part(module.port("obs_part_o")),
        load(module.port("obs_load_o")),
        shift(module.port("obs_shift_o")),
        head(module.port("obs_head_o")),
        starts(module.port("obs_transfer_start_o")),
        ends(module.port("obs_transfer_end_o")),
        landing(module.port("obs_landing_o")),
        landed(module.port("obs_landed_o")) {}

  RtlPort clk, rst_n, run;
  RtlPort valid_out, line_out, valid_in, line_in;
  RtlPort sink_valid, sink_ready, sink_data, fetch, source_valid, source_ready, source_data;
  RtlPort transfer_cycles, word_cycles, setup_cycles;
  RtlPort errors;
  RtlPort dimension, cycle, part, load, shift, head, starts, ends, landing, landed;
};

RtlPe::RtlPe(const sc_core::sc_module_name& name, const PeSite& site, std::size_t index,
             RtlFabric& fabric, const VerilatedLibrary& library, const RandomExecutor& traffic)
    : sc_module(name),
      node_(site.node),
      index_(index),
      fabric_(fabric),
      layout_(fabric.scoreboard.layout()),
      module_(library.instantiate(site.node)),
      rtl_(std::make_unique<RtlPorts>(module_)),
      traffic_(traffic),
      lines_(fabric.parameters),
      model_(site.usual("model")),
      heard_(fabric.wires, fabric.parameters, fabric.experiment.fabric, site.node),
      expected_(fabric.experiment.fabric.degree()),
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
  ends_.push_back(std::make_unique<ModelEnd>(*this, static_cast<unsigned>(ends_.size())));
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
  read_rtl();
  read_model(now);
  if (!fabric_.scoreboard.compare(now, index_, model_row_.data(), rtl_row_.data())) return;
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

void RtlPe::read_rtl() {
  auto* row = rtl_row_.data();
  const auto task = [&](bool there, const RtlPort& from, std::size_t to) {
    if (there) {
      from.read_all(row + to);
    } else {
      std::fill_n(row + to, layout_.task_numbers(), 0);
    }
  };
  row[RowLayout::dimension] = rtl_->dimension.value();
  row[RowLayout::part] = rtl_->part.value();
  row[RowLayout::load] = rtl_->load.value();
  row[RowLayout::shift] = rtl_->shift.value();
  row[RowLayout::starts] = rtl_->starts.value();
  row[RowLayout::ends] = rtl_->ends.value();
  row[RowLayout::valid] = rtl_->valid_out.value();
  row[RowLayout::lands] = rtl_->landing.value();
  row[RowLayout::accepts] = rtl_->sink_valid.value() & rtl_->sink_ready.value();
  row[RowLayout::holds] = rtl_->source_valid.value();
  row[RowLayout::errors] = rtl_->errors.value();
  task(row[RowLayout::shift] != 0, rtl_->head, layout_.leaving());
  task(row[RowLayout::lands] != 0, rtl_->landed, layout_.landed());
  task(row[RowLayout::holds] != 0, rtl_->source_data, layout_.held());
  rtl_->line_out.read_all(row + layout_.lines());
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
  for (unsigned port = 0; port < expected_.size(); ++port) {
    const auto& sent = expected_[port];
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
  for (unsigned port = 0; port < expected_.size(); ++port) {
    const auto& sent = expected_[port];
    if (sent.end != now + 1) continue;
    if (sent.kind == Message::Kind::word) {
      out[static_cast<int>(port)]->send_word(sent.start, sent.value, sent.bits);
    } else {
      TaskQueue one;
      one.push(sent.task);
      out[static_cast<int>(port)]->send_tasks(sent.start, one, 1);
    }
    fabric_.scoreboard.count(1);
    spoken_[port]->carry(sent);
  }
}

void RtlPe::clock() {
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
