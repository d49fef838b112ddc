// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <systemc>
#include <vector>

#include "models/pe/fabric_model.h"
#include "models/pe/pe_interface.h"
#include "tb/expected_end.h"
#include "tb/sliced/sliced_fabric.h"
#include "tb/traffic.h"

namespace isobar {

/// The place of a PE in the model's fabric where all PEs are gates (SlicedFabric): a model PE,
/// whose messages leave when their last bit has left the gates.
class SlicedPe final : public sc_core::sc_module, public PeInterface, public SlicedModel {
 public:
  SlicedPe(const sc_core::sc_module_name& name, const PeSite& site, const RtlParameters& parameters,
           SlicedFabric& fabric, const RandomExecutor& traffic);

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

  Streams& streams() override { return streams_; }
  void send(unsigned port) override { ends_[port]->send_to(*out[static_cast<int>(port)]); }

  /// Random work, in a cycle.
  void take_traffic();

 private:
  Node node_;
  const Fabric& shape_;
  const RtlParameters& parameters_;
  SlicedFabric& fabric_;
  RandomExecutor traffic_;
  Streams streams_;
  std::unique_ptr<PeInterface> model_;
  std::vector<std::unique_ptr<ExpectedEnd>> ends_;  ///< by the fabric's port
};

}  // namespace isobar
