// SPDX-License-Identifier: Apache-2.0
`include "isobar_parameters.svh"
`include "isobar_shell_ports.svh"

// A PE of HHC algorithm B behind registers (isobar_shell_core). Its streams and links, and its places
// in its triangle and in the spanning tree, pass through. While steps follow each other its streams wait.
module isobar_hhc_shell #(
  parameter int unsigned Dimensions = 2,
  `ISOBAR_HHC_PARAMETERS(16),
  localparam int unsigned Ports = Dimensions + 1
) (
  input  logic       clk_i,
  input  logic       rst_ni,
  `ISOBAR_SHELL_PORTS,
  input  logic [1:0] role_i,
  `ISOBAR_SHELL_TREE_PORTS(Ports),
  `ISOBAR_SHELL_PE_PORTS(Ports)
);

  localparam int unsigned PhaseBits = $clog2(Dimensions + 1);

  logic                             running, phase_ends, step_ends;
  logic [Ports*CounterBits-1:0]     transfer_cycles, word_cycles, setup_cycles;
  logic [isobar_pkg::ErrorBits-1:0] error;
  logic [PhaseBits-1:0]             phase;
  logic [LoadBits-1:0]              load;
  logic [1:0]                       unused_part;
  logic [CountBits-1:0]             unused_cycle;
  logic [Ports*LoadBits-1:0]        unused_shift;
  logic [Ports*TaskBits-1:0]        unused_head, unused_landed;
  logic [Ports-1:0]                 unused_starts, unused_ends, unused_landing;

  isobar_hhc_pe #(.Dimensions(Dimensions), `ISOBAR_PASS_HHC_PARAMETERS) u_pe (
    .clk_i, .rst_ni, .run_i(running),
    .role_i, .parent_i, .children_i, .wait_i,
    `ISOBAR_PASS_SHELL_PE_PORTS,
    .transfer_cycles_o(transfer_cycles), .word_cycles_o(word_cycles),
    .setup_cycles_o(setup_cycles), .error_o(error),
    .obs_dimension_o(phase), .obs_cycle_o(unused_cycle), .obs_part_o(unused_part),
    .obs_ends_o(phase_ends), .obs_load_o(load), .obs_shift_o(unused_shift),
    .obs_head_o(unused_head), .obs_transfer_start_o(unused_starts),
    .obs_transfer_end_o(unused_ends), .obs_landing_o(unused_landing),
    .obs_landed_o(unused_landed)
  );

  // The reports to the coordinator are a phase of their own, so that the last one is Dimensions.
  assign step_ends = phase_ends && phase == PhaseBits'(Dimensions);

  isobar_shell_core #(
    .Dimensions(Dimensions), .Ports(Ports), .Scheme(isobar_shell_pkg::SchemeHhcB),
    .TaskBits(TaskBits), .LoadBits(LoadBits), .Depth(Depth), .CounterBits(CounterBits)
  ) u_core (
    .clk_i, .rst_ni, `ISOBAR_PASS_SHELL_PORTS,
    .running_o(running), .step_ends_i(step_ends), .load_i(load), .error_i(error),
    .transfer_cycles_i(transfer_cycles), .word_cycles_i(word_cycles),
    .setup_cycles_i(setup_cycles)
  );

endmodule
