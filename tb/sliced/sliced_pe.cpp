// SPDX-License-Identifier: Apache-2.0
#include "tb/sliced/sliced_pe.h"

namespace isobar {

SlicedPe::SlicedPe(const sc_core::sc_module_name& name, const PeSite& site,
                   const RtlParameters& parameters, SlicedFabric& fabric,
                   const RandomExecutor& traffic)
    : sc_module(name),
      node_(site.node),
      shape_(site.experiment.fabric),
      parameters_(parameters),
      fabric_(fabric),
      traffic_(traffic),
      model_(site.usual("model")) {
  fabric.add(node_, *this);
}

void SlicedPe::bind_port(LinkSendInterface& leaves, LinkReceiveInterface& comes) {
  out.bind(leaves);
  const auto port = static_cast<unsigned>(ends_.size());
  const auto& link = parameters_.link(parameters_.port(shape_.ports()[port]));
  ends_.push_back(std::make_unique<ExpectedEnd>(
      link, parameters_.task_bits,
      [this, port](const Passage& passage) { fabric_.expect(node_, port, passage); }));
  model_->bind_port(*ends_.back(), comes);
}

std::optional<Task> SlicedPe::fetch() {
  fabric_.touch(node_);
  streams_.asks = true;
  return streams_.fetched = model_->fetch();
}

bool SlicedPe::accept(Task task) {
  fabric_.touch(node_);
  streams_.offered = task;
  return streams_.accepted = model_->accept(task);
}

void SlicedPe::take_traffic() {
  traffic_.begin_cycle();
  traffic_.act(*this);
  streams_.asks = traffic_.asks();
  streams_.ready = traffic_.ready();
  fabric_.touch(node_);
}

}  // namespace isobar
