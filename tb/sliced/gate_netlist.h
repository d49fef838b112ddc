// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "models/experiment/cosim_setting.h"
#include "models/experiment/rtl_parameters.h"

namespace isobar {

/// A signal of one bit. The first two are constants.
using Net = std::uint32_t;
inline constexpr Net net_0 = 0;
inline constexpr Net net_1 = 1;

struct Gate {
  std::string type;  ///< as Yosys names its gates: `$_AND_`
  Net a = net_0;
  Net b = net_0;
  Net s = net_0;  ///< of `$_MUX_`, which is b where it is 1
  Net y = net_0;
};

/// A register of one bit, clocked by the rising clk_i.
struct Register {
  Net d = net_0;
  Net q = net_0;
  std::optional<Net> enable;
  std::optional<bool> reset;  ///< its value while rst_ni is 0; none: it is not reset
};

/// A memory that is read without a clock and written by the rising clk_i.
struct GateMemory {
  struct Port {
    std::vector<Net> address;  ///< these have the lowest bits first
    std::vector<Net> data;
    Net enable = net_1;  ///< of writing
  };

  std::size_t width = 0;  ///< bits of a word
  std::size_t size = 0;   ///< words
  std::vector<Port> reads;
  std::vector<Port> writes;
};

/// A PE of the RTL as gates, registers and memories.
struct GateNetlist {
  std::vector<Gate> gates;  ///< in no order
  std::vector<Register> registers;
  std::vector<GateMemory> memories;
  std::map<std::string, std::vector<Net>> inputs;  ///< without clk_i and rst_ni
  std::map<std::string, std::vector<Net>> outputs;
  Net nets = 2;  ///< all are below it
};

/// Makes a PE of gates with Yosys, or finds it in the cache (host/cache.h). What the RTL leaves
/// undefined is 0. `said` is called before it is made, which takes seconds. Throws ValueError if
/// Yosys is not installed, and with what it says of RTL of a user's own; ModelError if it fails or
/// the RTL has another clock or reset, or memories of another kind.
GateNetlist make_gate_netlist(const RtlParameters& parameters, const OwnRtl& own,
                              void (*said)(const std::string& what) = nullptr);

}  // namespace isobar
