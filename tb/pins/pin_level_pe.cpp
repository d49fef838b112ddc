// SPDX-License-Identifier: Apache-2.0
#include "tb/pins/pin_level_pe.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "models/errors.h"
#include "models/link/link_channel.h"
#include "models/link/reported.h"

namespace isobar {
namespace {

std::string bit_pattern(const std::vector<std::uint64_t>& words) {
  std::string digits = "0x";
  for (auto word = words.rbegin(); word != words.rend(); ++word) {
    digits += fmt::format("{:016x}", *word);
  }
  return digits;
}

}  // namespace

PinLevelPe::Pins::Pins(const PinSet& set)
    : clk(set.pin("clk_i")),
      rst_n(set.pin("rst_ni")),
      run(set.pin("run_i")),
      valid_out(set.pin("valid_o")),
      line_out(set.pin("line_o")),
      valid_in(set.pin("valid_i")),
      line_in(set.pin("line_i")),
      sink_valid(set.pin("sink_tvalid_i")),
      sink_ready(set.pin("sink_tready_o")),
      sink_data(set.pin("sink_tdata_i")),
      fetch(set.pin("fetch_i")),
      source_valid(set.pin("source_tvalid_o")),
      source_ready(set.pin("source_tready_i")),
      source_data(set.pin("source_tdata_o")) {}

PinLevelPe::PinLevelPe(const sc_core::sc_module_name& name, const PeSite& site, PinFabric& fabric,
                       PinSet& pins)
    : sc_module(name),
      node_(site.node),
      fabric_(fabric),
      reports_(site.reports),
      pins_(pins),
      mirror_(site.node, fabric.parameters.task_bits, fabric.parameters.depth, site.reports),
      lines_(fabric.parameters),
      heard_(fabric.wires, fabric.parameters, fabric.experiment.fabric, site.node),
      cycle_(-fabric.boot),
      line_in_(words_for(pins_.line_in.bits())),
      line_out_(words_for(pins_.line_out.bits())),
      task_(words_for(pins_.sink_data.bits())) {
  const auto& ports = fabric.experiment.fabric.ports();
  for (unsigned port = 0; port < ports.size(); ++port) {
    rtl_port_.push_back(fabric.parameters.port(ports[port]));
    fabric.wires.leaving(node_, port).follow(lines_, rtl_port(port));
    listeners_.emplace_back(link(port));
    linked_ |= std::uint64_t{1} << rtl_port(port);
  }
  SC_HAS_PROCESS(PinLevelPe);
  SC_METHOD(act);
  sensitive << slot;
  dont_initialize();
  SC_METHOD(beat);
}

void PinLevelPe::bind_port(LinkSendInterface& leaves, LinkReceiveInterface& comes) {
  out.bind(leaves);
  in.bind(comes);
}

void PinLevelPe::attach(LandingListener& /*executor*/) {
  throw ValueError(fmt::format(
      "PE {} is at pins: its executor drives the pins of its streams, and no application can run",
      node_));
}

std::optional<Task> PinLevelPe::fetch() {
  throw ModelError(fmt::format("PE {} is at pins: its tasks are fetched at fetch_i", node_));
}

bool PinLevelPe::accept(Task /*task*/) {
  throw ModelError(fmt::format("PE {} is at pins: new tasks come at sink_tvalid_i", node_));
}

const RtlLink& PinLevelPe::link(unsigned port) const {
  return fabric_.parameters.link(rtl_port(port));
}

void PinLevelPe::act() {
  reported([this] { tick(); });
}

void PinLevelPe::tick() {
  wires_ = &slot->wires();
  if (wires_->now != cycle_) refuse_beginning();
  take_in();
  switch (wires_->action) {
    case SlotAction::announce:
      await_words();
      break;
    case SlotAction::decide:
      await_tasks();
      break;
    case SlotAction::grant:
      throw ModelError(fmt::format("PE {} is at pins: it has no credits", node_));
    case SlotAction::settle:
      over_ = true;
      break;
  }
}

void PinLevelPe::take_in() {
  for (const unsigned port : *wires_->listening) {
    const auto message = in[static_cast<int>(port)]->receive(wires_->now, mirror_.landing());
    if (message.kind == Message::Kind::transfer) mirror_.landed(wires_->now);
  }
}

void PinLevelPe::await_words() {
  for (auto& listener : listeners_) listener.await_none();
  for (const unsigned port : fabric_.experiment.fabric.far_ports(wires_->phase->hears)) {
    listeners_[port].await(Message::Kind::word, wires_->now, fabric_.parameters.load_bits);
  }
}

void PinLevelPe::await_tasks() {
  for (unsigned port = 0; port < listeners_.size(); ++port) {
    auto& listener = listeners_[port];
    if (listener.message().kind == Message::Kind::word && !listener.there()) {
      refuse_port(port, fmt::format("has not risen for the word from cycle {} on",
                                    listener.message().valid));
    }
    listener.await_none();
  }
  const Cycle departure = wires_->now + wires_->phase->decision;
  for (const unsigned port : fabric_.experiment.fabric.far_ports(wires_->phase->receives)) {
    listeners_[port].await(Message::Kind::transfer, departure, fabric_.parameters.task_bits);
    first_bits_ = listeners_[port].message().valid;
  }
  mirror_.decides(departure);
}

void PinLevelPe::beat() {
  reported([this] { next_edge(); });
}

void PinLevelPe::next_edge() {
  if (!fabric_.clock.has_begun()) {
    next_trigger(fabric_.clock.until(0));
    return;
  }
  switch (edge_) {
    case Edge::rising:
      pins_.clk.set(1);
      edge_ = Edge::inputs;
      next_trigger(sc_core::SC_ZERO_TIME);
      break;
    case Edge::inputs:
      if (over_) return;  // nothing is triggered any more
      if (cycle_ < 0) {
        drive_boot();
      } else {
        drive_lines();
      }
      edge_ = Edge::falling;
      next_trigger(sc_core::sc_time::from_value(fabric_.clock.time(1).value() / 2));
      break;
    case Edge::falling:
      pins_.clk.set(0);
      edge_ = Edge::outputs;
      next_trigger(fabric_.clock.until(cycle_ + 1 + fabric_.boot) -
                   sc_core::sc_get_time_resolution());
      break;
    case Edge::outputs:
      if (cycle_ < 0) {
        watch_boot();
      } else {
        if (wires_ == nullptr) refuse_beginning();
        watch_lines();
        watch_streams();
      }
      ++cycle_;
      edge_ = Edge::rising;
      next_trigger(sc_core::sc_get_time_resolution());
      break;
  }
}

void PinLevelPe::drive_boot() {
  if (cycle_ > -fabric_.boot) pins_.rst_n.set(1);
  const auto& tasks = mirror_.queue();
  offers_ = cycle_ > -fabric_.boot && filled_ < tasks.size();
  if (offers_ && cycle_ == -1) {
    refuse(fmt::format("{} was low: only {} of {} initial tasks are taken",
                       pins_.sink_ready.full_name(), filled_, tasks.size()));
  }
  pins_.sink_valid.set(offers_ ? 1 : 0);
  if (!offers_) return;
  task_payload(tasks[filled_], fabric_.parameters.task_bits, task_);
  pins_.sink_data.put(task_.data());
}

void PinLevelPe::watch_boot() {
  const auto driven = [&](const Pin& pin) {
    refuse(fmt::format("{} is driven before run_i is high", pin.full_name()));
  };
  if ((pins_.sink_valid.first() != 0) != offers_) driven(pins_.sink_valid);
  if (pins_.fetch.first() != 0) driven(pins_.fetch);
  if (!offers_) return;
  const auto offered = task_;
  if (read_task(pins_.sink_data) != offered) driven(pins_.sink_data);
  if (pins_.sink_ready.first() != 0) ++filled_;
}

void PinLevelPe::drive_lines() {
  if (cycle_ == 0) pins_.run.set(1);
  pins_.valid_in.set(heard_.read(cycle_, line_in_));
  pins_.line_in.put(line_in_.data());
}

void PinLevelPe::watch_lines() {
  const auto valid = pins_.valid_out.first();
  pins_.line_out.get(line_out_.data());
  lines_.put(cycle_, valid, line_out_.data());
  if ((valid & ~linked_) != 0) {
    refuse(fmt::format("{} is {:#x}; links leave at {:#x}", pins_.valid_out.full_name(), valid,
                       linked_));
  }
  const auto lanes = static_cast<std::size_t>(fabric_.parameters.max_lanes());
  for (unsigned port = 0; port < listeners_.size(); ++port) {
    const auto at = rtl_port(port);
    const auto wrong =
        listeners_[port].hear(cycle_, ((valid >> at) & 1U) != 0, line_out_.data(), at * lanes);
    if (!wrong.empty()) refuse_port(port, wrong);
  }
  if (first_bits_ == cycle_) watch_departure();
  for (unsigned port = 0; port < listeners_.size(); ++port) {
    if (listeners_[port].ends(cycle_)) message_ends(port);
  }
}

void PinLevelPe::watch_departure() {
  first_bits_.reset();
  const auto sender =
      std::find_if(listeners_.begin(), listeners_.end(),
                   [&](const LineListener& listener) { return listener.begins(cycle_); });
  const bool leaves = sender != listeners_.end();
  const auto port = static_cast<unsigned>(sender - listeners_.begin());
  if (!mirror_.decided(leaves)) refuse_port(port, "rises for a task, and the PE holds none");
  if (!leaves) return;
  reports_.moved(node_, port, 1);
  reports_.decides(sender->message().start - 1, node_, port, 1);
}

void PinLevelPe::message_ends(unsigned port) {
  const auto& message = listeners_[port].message();
  auto& link = *out[static_cast<int>(port)];
  if (message.kind == Message::Kind::word) {
    link.send_word(message.start, static_cast<std::int64_t>(message.payload[0]), message.bits);
    return;
  }
  const auto task = mirror_.sent(message.payload);
  if (!task) {
    refuse_port(port, fmt::format("has carried {}, which no task has that the PE holds",
                                  bit_pattern(message.payload)));
  }
  TaskQueue one;
  one.push(*task);
  link.send_tasks(message.start, one, 1);
}

void PinLevelPe::watch_streams() {
  watch_source();
  const Load before = mirror_.load();
  if (pins_.sink_valid.first() != 0 && pins_.sink_ready.first() != 0) {
    const auto& bits = read_task(pins_.sink_data);
    const auto task = task_of(bits, fabric_.parameters.task_bits);
    if (!task) {
      refuse(fmt::format("{} is {}, which no task has (task_payload)", pins_.sink_data.full_name(),
                         bit_pattern(bits)));
    }
    reports_.changed(node_, 1);
    mirror_.accepted(cycle_ + 1, *task);
  }
  if (pins_.fetch.first() == 0 || held_ || slot->deciding(cycle_)) return;
  if (mirror_.undecided()) {
    fetched_ = Fetched::perhaps;
  } else if (before > 0) {
    fetched_ = Fetched::yes;
    reports_.changed(node_, -1);
    mirror_.fetched(cycle_ + 1);
  }
}

void PinLevelPe::watch_source() {
  const bool there = pins_.source_valid.first() != 0;
  const bool comes = there && !held_;
  held_ = there && pins_.source_ready.first() == 0;
  const auto fetched = std::exchange(fetched_, Fetched::no);
  const auto& name = pins_.source_valid.full_name();
  if (!comes) {
    if (fetched == Fetched::yes) {
      refuse(fmt::format("{} is low after fetch_i has asked for one of its tasks", name));
    }
    return;
  }
  if (fetched == Fetched::no) {
    refuse(fmt::format("{} rises for a task that was not asked for", name));
  }
  if (fetched == Fetched::perhaps) {
    if (mirror_.load() == 0) refuse(fmt::format("{} rises, and the PE holds no task", name));
    reports_.changed(node_, -1);
    mirror_.fetched(cycle_);
  }
  const auto& bits = read_task(pins_.source_data);
  if (mirror_.handed_out(bits)) return;
  refuse(fmt::format("{} is {}, which no task has that the PE holds", pins_.source_data.full_name(),
                     bit_pattern(bits)));
}

const std::vector<std::uint64_t>& PinLevelPe::read_task(const Pin& data) {
  data.get(task_.data());
  return task_;
}

void PinLevelPe::refuse_beginning() const {
  throw ModelError(
      fmt::format("PE {} is at pins: its cycle 0 is another than the fabric's, whose beginning "
                  "PinBoard::parts says",
                  node_));
}

void PinLevelPe::refuse(const std::string& what) const {
  throw ModelError(fmt::format("PE {} is at pins, cycle {}: {}", node_, cycle_, what));
}

void PinLevelPe::refuse_port(unsigned port, const std::string& what) const {
  refuse(fmt::format("{}[{}] ({}) {}", pins_.valid_out.full_name(), rtl_port(port),
                     link_name(fabric_.experiment.fabric, node_, port), what));
}

}  // namespace isobar
