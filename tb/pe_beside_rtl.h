// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <systemc>
#include <vector>

#include "models/pe/fabric_model.h"
#include "models/pe/pe_interface.h"
#include "tb/expected_end.h"
#include "tb/streams.h"
#include "tb/traffic.h"

namespace isobar {

/// A PE of the RTL as the model's fabric sees it: the scheme's PE, which it has inside as its
/// model, and whose messages are what is expected of the RTL. What the PE holds, it says by its
/// model.
class PeBesideRtl : public sc_core::sc_module, public PeInterface {
 public:
  /// The links that leave, in the order of the fabric's ports.
  sc_core::sc_port<LinkSendInterface, 0, sc_core::SC_ZERO_OR_MORE_BOUND> out{"out"};

  void bind_port(LinkSendInterface& leaves, LinkReceiveInterface& comes) override;
  void bind_slot(SlotInterface& slot) override { model_->bind_slot(slot); }
  void attach(LandingListener& executor) override { model_->attach(executor); }
  void fill(Task task) override { model_->fill(task); }
  Load load() const override { return model_->load(); }
  const TaskQueue& queue() const override { return model_->queue(); }
  SchemeStatistics statistics() const override { return model_->statistics(); }
  bool empty() override { return model_->empty(); }
  bool full() override { return model_->full(); }
  std::optional<Task> fetch() override;
  bool accept(Task task) override;
  LinkSendInterface& status_sender(unsigned port, LinkSendInterface& /*usual*/) override {
    return *ends_[port];
  }

  /// What is on its streams in this cycle.
  Streams& streams() { return streams_; }
  /// Random work of this cycle, if there is any.
  void take_traffic();
  /// Sends the message at a port on, once its last bit has left the RTL.
  void send(unsigned port) { ends_[port]->send_to(*out[static_cast<int>(port)]); }
  void send_status(unsigned port) {
    out[static_cast<int>(port)]->send_status(ends_[port]->status().start);
  }

 protected:
  /// `parameters` must outlive it.
  PeBesideRtl(const sc_core::sc_module_name& name, const PeSite& site,
              const RtlParameters& parameters, const RandomExecutor& traffic);

  /// The model's message at a port of the fabric, as it is sent.
  virtual void model_sends(unsigned /*port*/, const Passage& /*passage*/) {}
  /// Something is on the streams in this cycle.
  virtual void streams_are_used() {}

  Node node() const { return node_; }
  /// The RTL's port that corresponds to one of the fabric, and the link there.
  std::size_t rtl_port(unsigned port) const { return rtl_ports_[port]; }
  const RtlLink& link(unsigned port) const { return parameters_.link(rtl_port(port)); }
  unsigned ports() const { return static_cast<unsigned>(rtl_ports_.size()); }
  /// The word or transfer that the model sent last at a port, and the status word.
  const Passage& sent(unsigned port) const { return ends_[port]->passage(); }
  const Passage& sent_status(unsigned port) const { return ends_[port]->status(); }

 private:
  Node node_;
  const RtlParameters& parameters_;
  std::vector<std::size_t> rtl_ports_;
  RandomExecutor traffic_;
  Streams streams_;
  std::unique_ptr<PeInterface> model_;
  std::vector<std::unique_ptr<ExpectedEnd>> ends_;
};

}  // namespace isobar
