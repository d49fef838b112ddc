// SPDX-License-Identifier: Apache-2.0
#include "tb/pe_beside_rtl.h"

namespace isobar {

PeBesideRtl::PeBesideRtl(const sc_core::sc_module_name& name, const PeSite& site,
                         const RtlParameters& parameters, const RandomExecutor& traffic)
    : sc_module(name),
      node_(site.node),
      parameters_(parameters),
      traffic_(traffic),
      model_(site.usual("model")) {
  for (const auto& port : site.experiment.fabric.ports()) {
    rtl_ports_.push_back(parameters.port(port));
  }
}

void PeBesideRtl::bind_port(LinkSendInterface& leaves, LinkReceiveInterface& comes) {
  out.bind(leaves);
  const auto port = static_cast<unsigned>(ends_.size());
  ends_.push_back(std::make_unique<ExpectedEnd>(
      link(port), parameters_.task_bits,
      [this, port](const Passage& passage) { model_sends(port, passage); }));
  model_->bind_port(*ends_.back(), comes);
}

std::optional<Task> PeBesideRtl::fetch() {
  streams_are_used();
  streams_.asks = true;
  return streams_.fetched = model_->fetch();
}

bool PeBesideRtl::accept(Task task) {
  streams_are_used();
  streams_.offered = task;
  return streams_.accepted = model_->accept(task);
}

void PeBesideRtl::take_traffic() {
  if (!traffic_.any()) return;
  streams_are_used();
  traffic_.begin_cycle();
  traffic_.act(*this);
  streams_.asks = traffic_.asks();
  streams_.ready = traffic_.ready();
}

}  // namespace isobar
