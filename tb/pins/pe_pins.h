// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <systemc>

#include "models/bits.h"
#include "models/experiment/rtl_parameters.h"
#include "tb/pins/pin.h"

namespace isobar {

/// The pins of a PE as signals: the ports of rtl/liquid/isobar_pe.sv by name, width and meaning, of
/// the types that `verilator --sc` gives them. Any module with `sc_in` and `sc_out` ports of these
/// types binds to them. PinBoard drives the inputs but for the executor's side of the streams,
/// which is idle until somebody drives it, from the first rising edge on at which run_i is high.
template <unsigned Dimensions, unsigned TaskBits, unsigned LoadBits = 16, unsigned MaxLanes = 1,
          unsigned CountBits = 16>
class PePins : public sc_core::sc_module, public PinSet {
  static constexpr std::size_t ports = std::size_t{2} * Dimensions;

 public:
  /// The signals are its children, by the names of the ports.
  explicit PePins(const sc_core::sc_module_name& name) : sc_module(name) {}

  PinSignal<1> clk_i{"clk_i", *this};    ///< the clock of the PE
  PinSignal<1> rst_ni{"rst_ni", *this};  ///< reset, active low
  PinSignal<1> run_i{"run_i",
                     *this};  ///< the run goes on: cycle 0 is the first in which it is high

  PinSignal<ports> valid_o{"valid_o", *this};           ///< by port: the line carries a message
  PinSignal<ports * MaxLanes> line_o{"line_o", *this};  ///< by port: its bits of this cycle
  PinSignal<ports> valid_i{"valid_i",
                           *this};  ///< by port: the line that comes in carries a message
  PinSignal<ports * MaxLanes> line_i{"line_i", *this};  ///< by port: its bits of this cycle

  // The executor drives sink_tvalid_i, sink_tdata_i, fetch_i and source_tready_i. Before the run
  // the initial tasks come by the sink, so two modules write it, one after the other.
  /// A task is offered to the queue.
  PinSignal<1, sc_core::SC_MANY_WRITERS> sink_tvalid_i{"sink_tvalid_i", *this};
  PinSignal<1> sink_tready_o{"sink_tready_o", *this};  ///< the queue takes it
  /// The task that is offered.
  PinSignal<TaskBits, sc_core::SC_MANY_WRITERS> sink_tdata_i{"sink_tdata_i", *this};
  PinSignal<1> fetch_i{"fetch_i", *this};                  ///< the executor wants a task
  PinSignal<1> source_tvalid_o{"source_tvalid_o", *this};  ///< a task is offered to the executor
  PinSignal<1> source_tready_i{"source_tready_i", *this};  ///< the executor takes it
  /// The task that is offered to the executor.
  PinSignal<TaskBits> source_tdata_o{"source_tdata_o", *this};

  // Counters, errors and observation are for whoever wants to look at them, and may stay unbound.
  /// By port: cycles in which tasks were serialized.
  PinSignal<ports * rtl_counter_bits> transfer_cycles_o{"transfer_cycles_o", *this};
  /// By port: cycles in which words were serialized.
  PinSignal<ports * rtl_counter_bits> word_cycles_o{"word_cycles_o", *this};
  /// By port: cycles of set-up.
  PinSignal<ports * rtl_counter_bits> setup_cycles_o{"setup_cycles_o", *this};
  PinSignal<3> error_o{"error_o", *this};  ///< what has come in wrong since the reset
  /// The dimension of the phase.
  PinSignal<bits_for(Dimensions)> obs_dimension_o{"obs_dimension_o", *this};
  PinSignal<CountBits> obs_cycle_o{"obs_cycle_o", *this};  ///< the cycle within the phase
  PinSignal<2> obs_part_o{"obs_part_o",
                          *this};  ///< the part of the phase, as isobar_pkg encodes it
  PinSignal<LoadBits> obs_load_o{"obs_load_o", *this};  ///< the PE's load
  PinSignal<1> obs_shift_o{"obs_shift_o", *this};       ///< the decision is to shift a task
  PinSignal<TaskBits> obs_head_o{"obs_head_o", *this};  ///< the task at the queue's head
  /// By port: a transfer's first busy cycle.
  PinSignal<ports> obs_transfer_start_o{"obs_transfer_start_o", *this};
  /// By port: a transfer's last busy cycle.
  PinSignal<ports> obs_transfer_end_o{"obs_transfer_end_o", *this};
  PinSignal<1> obs_landing_o{"obs_landing_o", *this};       ///< a task that landed is written
  PinSignal<TaskBits> obs_landed_o{"obs_landed_o", *this};  ///< the task that lands

  /// Binds the ports of a PE that has all of them, as isobar_pe has.
  template <class Module>
  void bind(Module& pe) {
    pe.clk_i(clk_i);
    pe.rst_ni(rst_ni);
    pe.run_i(run_i);
    pe.valid_o(valid_o);
    pe.line_o(line_o);
    pe.valid_i(valid_i);
    pe.line_i(line_i);
    pe.sink_tvalid_i(sink_tvalid_i);
    pe.sink_tready_o(sink_tready_o);
    pe.sink_tdata_i(sink_tdata_i);
    pe.fetch_i(fetch_i);
    pe.source_tvalid_o(source_tvalid_o);
    pe.source_tready_i(source_tready_i);
    pe.source_tdata_o(source_tdata_o);
    pe.transfer_cycles_o(transfer_cycles_o);
    pe.word_cycles_o(word_cycles_o);
    pe.setup_cycles_o(setup_cycles_o);
    pe.error_o(error_o);
    pe.obs_dimension_o(obs_dimension_o);
    pe.obs_cycle_o(obs_cycle_o);
    pe.obs_part_o(obs_part_o);
    pe.obs_load_o(obs_load_o);
    pe.obs_shift_o(obs_shift_o);
    pe.obs_head_o(obs_head_o);
    pe.obs_transfer_start_o(obs_transfer_start_o);
    pe.obs_transfer_end_o(obs_transfer_end_o);
    pe.obs_landing_o(obs_landing_o);
    pe.obs_landed_o(obs_landed_o);
  }
};

}  // namespace isobar
