// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <systemc>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/experiment/rtl_parameters.h"
#include "models/pe/fabric_model.h"
#include "tb/pins/pin.h"
#include "tb/pins/pin_level_pe.h"

namespace isobar {

/// Puts PEs that are known by their pins alone into the places of a fabric's PEs, beside modelled
/// ones:
///
///     PinBoard board(experiment);
///     PePins<1, 64> pins("pins_3");
///     MyPe pe("mine");            // with sc_in<bool> clk_i, as `verilator --sc` makes it
///     pins.bind(pe);
///     board.put(3, pins);
///     FabricModel fabric("fabric", experiment, {}, nullptr, board.parts());
///     sc_core::sc_start();
class PinBoard {
 public:
  /// `lanes` as in RtlParameters::of, which throws ValueError for what pins cannot have. The
  /// experiment must outlive the board.
  explicit PinBoard(const Experiment& experiment, const std::vector<std::int64_t>& lanes = {});

  /// Widths, links and condition that the PEs need.
  const RtlParameters& parameters() const { return parameters_; }
  /// PE `node` is the one at these pins, which must outlive the fabric. Throws ValueError if there
  /// is no such PE, if place or pins are taken, if the pins have other widths, and after parts().
  void put(Node node, PinSet& pins);

  /// What the PEs that have been put need before cycle 0: a cycle of reset, one for each initial
  /// task of the PE that has the most, and one with run_i low.
  Cycle boot_cycles() const;
  /// The same as a time.
  sc_core::sc_time boot_time() const;
  /// The parts of the fabric, whose cycle 0 begins at boot_time(), or when it is said. There is
  /// one fabric for a board, which must outlive it. Throws ValueError if that is too early, or the
  /// kernel's resolution too coarse for two edges in a cycle.
  FabricParts parts() { return parts(boot_time()); }
  /// The same with a cycle 0 that begins at `begin`.
  FabricParts parts(const sc_core::sc_time& begin);

 private:
  const Experiment& experiment_;
  RtlParameters parameters_;
  std::map<Node, PinSet*> pins_;
  std::unique_ptr<PinFabric> fabric_;
};

}  // namespace isobar
