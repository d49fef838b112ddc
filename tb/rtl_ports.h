// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/experiment/rtl_parameters.h"
#include "tb/row.h"
#include "tb/rtl_port.h"
#include "tb/tree_places.h"
#include "tb/verilated_library.h"

namespace isobar {

/// The ports of a PE of the RTL (rtl/liquid/isobar_pe.sv, rtl/exchange/isobar_exchange_pe.sv,
/// rtl/averaging/isobar_averaging_pe.sv, rtl/hhc/isobar_hhc_pe.sv).
struct RtlPorts {
  /// The module must outlive them. Throws ModelError if it lacks one.
  explicit RtlPorts(const VerilatedModule& module);

  /// Reads what the PE shows in this cycle, as it has been evaluated, into a row.
  void read_row(const RowLayout& layout, std::uint64_t* row) const;

  /// Reads what goes and comes at each of several places.
  void read_places(const RowLayout& layout, std::uint64_t* row) const;

  /// Sets the inputs that say where the PE is in the spanning tree and in its triangle. Throws
  /// ModelError if it has none.
  void set_place(const RtlTreePlace& place) const;

  const VerilatedModule& module_;
  RtlPort clk, rst_n, run;
  RtlPort valid_out, line_out, valid_in, line_in;
  RtlPort sink_valid, sink_ready, sink_data, fetch, source_valid, source_ready, source_data;
  RtlPort transfer_cycles, word_cycles, setup_cycles;
  RtlPort errors;
  RtlPort dimension, cycle, part, load, shift, head, starts, ends, landing, landed;
};

struct RtlPortSize {
  const char* name;
  std::size_t bits;
};

/// The ports of a PE whose bits the parameters say.
std::vector<RtlPortSize> rtl_port_sizes(const RtlParameters& parameters);

}  // namespace isobar
