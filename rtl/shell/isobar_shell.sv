// SPDX-License-Identifier: Apache-2.0
`include "isobar_parameters.svh"
`include "isobar_shell_ports.svh"

// A Liquid PE behind registers (isobar_shell_core). Its streams and links pass through.
module isobar_shell #(
  parameter int unsigned Dimensions = 1,
  parameter bit [Dimensions-1:0] Radix2 = '0,
  `ISOBAR_PARAMETERS(16),
  localparam int unsigned Ports = 2 * Dimensions
) (
  input  logic clk_i,
  input  logic rst_ni,
  `ISOBAR_SHELL_PORTS,
  `ISOBAR_SHELL_PE_PORTS(Ports)
);

  localparam int unsigned DimensionBits = (Dimensions > 1) ? $clog2(Dimensions) : 1;

  logic                             running, step_ends, unused_shift, unused_landing;
  logic [Ports*CounterBits-1:0]     transfer_cycles, word_cycles, setup_cycles;
  logic [isobar_pkg::ErrorBits-1:0] error;
  logic [DimensionBits-1:0]         dimension;
  logic [1:0]                       part;
  logic [LoadBits-1:0]              load;
  logic [CountBits-1:0]             unused_cycle;
  logic [TaskBits-1:0]              unused_head, unused_landed;
  logic [Ports-1:0]                 unused_starts, unused_ends;

  isobar_pe #(
    .Dimensions(Dimensions), .Radix2(Radix2),
    `ISOBAR_PASS_PARAMETERS
  ) u_pe (
    .clk_i, .rst_ni, .run_i(running),
    `ISOBAR_PASS_SHELL_PE_PORTS,
    .transfer_cycles_o(transfer_cycles), .word_cycles_o(word_cycles),
    .setup_cycles_o(setup_cycles), .error_o(error),
    .obs_dimension_o(dimension), .obs_cycle_o(unused_cycle), .obs_part_o(part),
    .obs_load_o(load), .obs_shift_o(unused_shift), .obs_head_o(unused_head),
    .obs_transfer_start_o(unused_starts), .obs_transfer_end_o(unused_ends),
    .obs_landing_o(unused_landing), .obs_landed_o(unused_landed)
  );

  assign step_ends = part == isobar_pkg::PartLanding &&
                     dimension == DimensionBits'(Dimensions - 1);

  isobar_shell_core #(
    .Dimensions(Dimensions), .Ports(Ports), .Scheme(isobar_shell_pkg::SchemeLiquid),
    .Condition(Condition), .TaskBits(TaskBits), .LoadBits(LoadBits), .Depth(Depth),
    .CounterBits(CounterBits)
  ) u_core (
    .clk_i, .rst_ni, `ISOBAR_PASS_SHELL_PORTS,
    .running_o(running), .step_ends_i(step_ends), .load_i(load), .error_i(error),
    .transfer_cycles_i(transfer_cycles), .word_cycles_i(word_cycles),
    .setup_cycles_i(setup_cycles)
  );

endmodule
