// SPDX-License-Identifier: Apache-2.0
#include "tb/pins/pin_board.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/errors.h"
#include "tb/pins/pin_widths.h"

namespace isobar {
namespace {

/// Rising edge, falling edge and the instant before the next one, in the kernel's smallest times.
constexpr sc_dt::uint64 min_cycle = 3;

}  // namespace

PinBoard::PinBoard(const Experiment& experiment, const std::vector<std::int64_t>& lanes)
    : experiment_(experiment), parameters_(RtlParameters::of(experiment, lanes)) {
  if (parameters_.design != RtlDesign::liquid) {
    throw ValueError("the pins of a PE are those of a Liquid PE: lm-c0 to lm-c5");
  }
}

void PinBoard::put(Node node, PinSet& pins) {
  if (fabric_) {
    throw ValueError(fmt::format("the pins of PE {} must be put before the fabric is made", node));
  }
  if (node >= experiment_.fabric.pes()) {
    throw ValueError(fmt::format("there is no PE {} to put pins at; the fabric has PEs 0 to {}",
                                 node, experiment_.fabric.pes() - 1));
  }
  for (const auto& [taken, by] : pins_) {
    if (taken == node) throw ValueError(fmt::format("PE {} has its pins already", node));
    if (by == &pins) {
      throw ValueError(fmt::format("the pins of PE {} cannot be those of PE {} too", taken, node));
    }
  }
  require_widths(node, pins, parameters_);
  pins_.emplace(node, &pins);
}

Cycle PinBoard::boot_cycles() const {
  Load most = 0;
  for (const auto& [node, pins] : pins_) most = std::max(most, experiment_.loads[node]);
  return 1 + most + 1;
}

sc_core::sc_time PinBoard::boot_time() const {
  return CycleClock(experiment_.clock).time(boot_cycles());
}

FabricParts PinBoard::parts(const sc_core::sc_time& begin) {
  if (fabric_) throw ValueError("a PinBoard has the parts of one fabric");
  const auto boot = boot_time();
  if (begin < boot) {
    throw ValueError(fmt::format("cycle 0 cannot begin at {}: the PEs at pins need {} before it",
                                 begin.to_string(), boot.to_string()));
  }
  const auto cycle = CycleClock(experiment_.clock).time(1);
  if (cycle.value() < min_cycle) {
    throw ValueError(fmt::format(
        "a cycle of {} is too short for the edges of clk_i; SystemC's time resolution asks for {}",
        cycle.to_string(), sc_core::sc_time::from_value(min_cycle).to_string()));
  }
  std::vector<Node> nodes;
  for (const auto& [node, pins] : pins_) nodes.push_back(node);
  fabric_ =
      std::make_unique<PinFabric>(experiment_, parameters_, nodes, boot_cycles(), begin - boot);
  FabricParts parts;
  parts.begin = begin;
  parts.pe = [this](const PeSite& site) -> std::unique_ptr<PeInterface> {
    const auto found = pins_.find(site.node);
    if (found == pins_.end()) return nullptr;
    return std::make_unique<PinLevelPe>(site.name, site, *fabric_, *found->second);
  };
  parts.sender = [this](Node node, unsigned port, LinkSendInterface& usual) {
    return pins_.count(node) != 0 ? nullptr : fabric_->wires.sender(node, port, usual);
  };
  return parts;
}

}  // namespace isobar
