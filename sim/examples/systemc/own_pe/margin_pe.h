// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <systemc>

#include "models/pe/fabric_model.h"

/// A Liquid PE of a ring with another rule: it shifts a task to its successor if it has at least
/// `margin` tasks more than the successor said. With margin 0 that is condition C5.
class MarginPe final : public sc_core::sc_module, public isobar::PeInterface {
 public:
  MarginPe(const sc_core::sc_module_name& name, const isobar::PeSite& site, isobar::Load margin)
      : sc_module(name),
        node_(site.node),
        word_bits_(site.experiment.load_bits),
        margin_(margin),
        reports_(site.reports) {
    SC_HAS_PROCESS(MarginPe);
    SC_METHOD(act);
    sensitive << slot;  // its default event is the tick at which all PEs act
    dont_initialize();
  }

  sc_core::sc_port<isobar::LinkSendInterface, 2> out{"out"};
  sc_core::sc_port<isobar::LinkReceiveInterface, 2> in{"in"};
  sc_core::sc_port<isobar::SlotInterface> slot{"slot"};

  // For the fabric.

  void bind_port(isobar::LinkSendInterface& leaves, isobar::LinkReceiveInterface& comes) override {
    out.bind(leaves);
    in.bind(comes);
  }
  void bind_slot(isobar::SlotInterface& counter) override { slot.bind(counter); }
  void fill(isobar::Task task) override { tasks_.push(task); }
  bool can_reset() const override { return true; }
  void reset() override {
    tasks_ = {};
    successor_load_ = 0;
  }
  isobar::Load load() const override { return tasks_.size(); }
  const isobar::TaskQueue& queue() const override { return tasks_; }

  // For an executor, of which this fabric has none.

  void attach(isobar::LandingListener& /*executor*/) override {}
  bool empty() override { return tasks_.empty(); }
  bool full() override { return true; }
  std::optional<isobar::Task> fetch() override { return std::nullopt; }
  bool accept(isobar::Task /*task*/) override { return false; }

 private:
  static constexpr int successor = 0;
  static constexpr int predecessor = 1;

  void act() {
    auto& wires = slot->wires();
    for (const unsigned port : *wires.listening) take_in(static_cast<int>(port), wires.now);
    if (wires.action == isobar::SlotAction::announce) {
      wires.expect(node_, out[predecessor]->send_word(wires.now, load(), word_bits_));
    }
    if (wires.action == isobar::SlotAction::decide && load() > 0 &&
        load() - successor_load_ >= margin_) {
      const auto departure = wires.now + wires.phase->decision;
      wires.expect(node_, out[successor]->send_tasks(departure, tasks_, 1));
      reports_.moved(node_, successor, 1);
      reports_.load_changes(departure, node_, load());
    }
  }

  void take_in(int port, isobar::Cycle now) {
    const auto message = in[port]->receive(now, tasks_);
    if (message.kind == isobar::Message::Kind::word) successor_load_ = message.payload;
    if (message.kind == isobar::Message::Kind::transfer) {
      reports_.load_changes(now, node_, load());
    }
  }

  isobar::Node node_;
  std::int64_t word_bits_;
  isobar::Load margin_;
  isobar::PeReports& reports_;
  isobar::TaskQueue tasks_;
  isobar::Load successor_load_ = 0;
};
