// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/experiment/rtl_parameters.h"
#include "models/fabric/fabric.h"
#include "tb/sliced/line_carrier.h"
#include "tb/sliced/sliced_module.h"

namespace isobar {

/// The links between PEs of a netlist: what leaves a port comes in at the other end, as many cycles
/// later as the link's latency says.
class SlicedLinks {
 public:
  /// Every PE of the fabric is one of `module`.
  SlicedLinks(const Fabric& fabric, const RtlParameters& parameters, const SlicedModule& module);

  /// Sets the PEs' inputs of the next cycle.
  void deliver();
  /// Takes the PEs' outputs of this cycle, once they have settled.
  void take();

  /// Writes to `to` what reaches the other ends of the links that leave at one of the RTL's ports,
  /// of a line of what leaves there.
  void carry(std::size_t rtl_port, const std::uint64_t* from, std::uint64_t* to) const;

 private:
  /// Those that come in at one of the RTL's ports.
  struct Incoming {
    std::size_t port;
    std::size_t from;  ///< the port that they left
    std::size_t latency;
    LineCarrier carrier;
    std::size_t next = 0;                  ///< the oldest of what is kept
    std::vector<std::uint64_t> kept = {};  ///< cycle by cycle, lines of valid and of each lane
    std::vector<bool> any = {};            ///< whether there is a valid bit in that cycle
    bool silent = false;                   ///< the inputs are 0
  };

  std::size_t words_;
  std::size_t lanes_;
  SlicedPort valid_in_, line_in_, valid_out_, line_out_;
  std::vector<Incoming> links_;
  std::vector<std::size_t> leaving_;  ///< by the RTL's port: the links that leave there
};

}  // namespace isobar
