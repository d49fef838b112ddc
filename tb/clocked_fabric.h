// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "models/experiment/rtl_parameters.h"
#include "tb/verilated_library.h"
#include "tb/whole_fabric.h"

namespace isobar {

/// The clock, and the ports that whole fabrics of all kinds of PE have (tb/abi/isobar_clocked_…).
/// What is set is an input of the cycle that begins next.
class ClockedFabric final : public FabricOutputs {
 public:
  /// It is reset. `mutant` is as in run_whole_fabric. Throws ModelError if the library is of
  /// another fabric.
  ClockedFabric(const RtlParameters& parameters, std::size_t nodes, const VerilatedLibrary& library,
                std::uint64_t mutant);

  /// Begins the first cycle after a reset, in which run_i is what was set before.
  void reset();
  /// Begins the next cycle, in which the inputs have the values that were set before.
  void cycle() {
    clock_.set(0);
    module_.eval();
    clock_.set(1);
    module_.eval();
  }
  /// A port that only some kinds of PE have, with its bits. Throws ModelError if it has not so
  /// many.
  RtlPort port(const std::string& name, std::size_t bits) const;

  VerilatedModule& module() { return module_; }
  void run(bool on) { run_.set(on ? 1 : 0); }
  std::uint64_t load(Node node) const override {
    return load_.read(std::size_t{node} * load_bits_, load_bits_);
  }
  std::uint64_t errors(Node node) const override {
    return errors_.read(std::size_t{node} * error_bits, error_bits);
  }
  std::uint64_t counter(Counter kind, std::size_t port) const override;

  void offer(Node node, const std::vector<std::uint64_t>& payload);
  void offer_none(Node node) { valid_in_.write(node, 1, 0); }
  bool accepts(Node node) const { return ready_in_.read(node, 1) != 0; }

  void ask(Node node, bool on) { fetch_.write(node, 1, on ? 1 : 0); }
  void take(Node node, bool on) { ready_out_.write(node, 1, on ? 1 : 0); }
  /// Lets every PE hand out a task in every cycle, from the next but one on, until it has none.
  void fetch_all();
  bool hands_out(Node node) const { return valid_out_.read(node, 1) != 0; }
  void handed_out(Node node, std::vector<std::uint64_t>& payload) const;

 private:
  unsigned part(std::size_t at) const;

  std::size_t nodes_;
  std::size_t task_bits_;
  unsigned load_bits_;
  std::size_t links_;
  VerilatedModule module_;
  RtlPort clock_ = module_.port("clk_i");
  RtlPort reset_ = module_.port("rst_ni");
  RtlPort run_ = module_.port("run_i");
  RtlPort valid_in_ = port("sink_tvalid_i", nodes_);
  RtlPort ready_in_ = port("sink_tready_o", nodes_);
  RtlPort data_in_ = port("sink_tdata_i", nodes_* task_bits_);
  RtlPort fetch_ = port("fetch_i", nodes_);
  RtlPort valid_out_ = port("source_tvalid_o", nodes_);
  RtlPort ready_out_ = port("source_tready_i", nodes_);
  RtlPort data_out_ = port("source_tdata_o", nodes_* task_bits_);
  RtlPort load_ = port("load_o", nodes_* load_bits_);
  RtlPort errors_ = port("error_o", nodes_* error_bits);
  RtlPort transfers_ = port("transfer_cycles_o", links_* rtl_counter_bits);
  RtlPort words_ = port("word_cycles_o", links_* rtl_counter_bits);
  RtlPort setups_ = port("setup_cycles_o", links_* rtl_counter_bits);
};

}  // namespace isobar
