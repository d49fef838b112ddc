// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "tb/mutants/noise_inputs.h"
#include "tb/rtl_port.h"
#include "tb/verilated_library.h"

namespace isobar {

/// A PE of a netlist of mutants, behind the ports that PEs of all schemes have.
class NoisePe {
 public:
  std::uint64_t valid() const { return valid_.value(); }
  std::uint64_t line() const { return line_.value(); }

  void eval(const NoiseInputs& inputs) {
    reset_.set(inputs.reset ? 0 : 1);
    run_.set(inputs.runs ? 1 : 0);
    valid_in_.set(inputs.valid);
    line_in_.set(inputs.line);
    sink_valid_.set(inputs.offers ? 1 : 0);
    sink_data_.set(inputs.task);
    fetch_.set(inputs.asks ? 1 : 0);
    source_ready_.set(inputs.takes ? 1 : 0);
    module_.eval();
  }
  void clock() {
    clock_.set(1);
    module_.eval();
    clock_.set(0);
  }

 protected:
  NoisePe(const VerilatedLibrary& library, std::uint64_t mutant, std::uint32_t wake_up = 1)
      : module_(library.instantiate(wake_up)) {
    module_.port("mutant_i").set(mutant);
  }

  RtlPort port(const char* name) { return module_.port(name); }

 private:
  VerilatedModule module_;
  RtlPort clock_ = module_.port("clk_i");
  RtlPort reset_ = module_.port("rst_ni");
  RtlPort run_ = module_.port("run_i");
  RtlPort valid_in_ = module_.port("valid_i");
  RtlPort line_in_ = module_.port("line_i");
  RtlPort sink_valid_ = module_.port("sink_tvalid_i");
  RtlPort sink_data_ = module_.port("sink_tdata_i");
  RtlPort fetch_ = module_.port("fetch_i");
  RtlPort source_ready_ = module_.port("source_tready_i");
  RtlPort valid_ = module_.port("valid_o");
  RtlPort line_ = module_.port("line_o");
};

}  // namespace isobar
