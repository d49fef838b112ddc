// SPDX-License-Identifier: Apache-2.0
`include "isobar_parameters.svh"

// A Liquid PE behind registers: AXI4-Lite runs it, stops it after a step or a number of steps, and
// reads its state and its links' counters. Its streams and links pass through. willing_o and go_i
// start and stop it together with the other PEs (isobar_stepper). rst_ni is released in step with
// clk_i (isobar_reset).
module isobar_shell #(
  parameter int unsigned Dimensions = 1,
  parameter bit [Dimensions-1:0] Radix2 = '0,
  `ISOBAR_PARAMETERS(16),
  localparam int unsigned AddressBits = isobar_shell_pkg::AddressBits
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  // Registers, AXI4-Lite
  input  logic                   axi_awvalid_i,
  output logic                   axi_awready_o,
  input  logic [AddressBits-1:0] axi_awaddr_i,
  input  logic                   axi_wvalid_i,
  output logic                   axi_wready_o,
  input  logic [31:0]            axi_wdata_i,
  input  logic [3:0]             axi_wstrb_i,
  output logic                   axi_bvalid_o,
  input  logic                   axi_bready_i,
  output logic [1:0]             axi_bresp_o,
  input  logic                   axi_arvalid_i,
  output logic                   axi_arready_o,
  input  logic [AddressBits-1:0] axi_araddr_i,
  output logic                   axi_rvalid_o,
  input  logic                   axi_rready_i,
  output logic [31:0]            axi_rdata_o,
  output logic [1:0]             axi_rresp_o,

  // The other PEs
  output logic                   willing_o,
  input  logic                   go_i,

  // Links and streams, as those of isobar_pe
  output logic [2*Dimensions-1:0]          valid_o,
  output logic [2*Dimensions*MaxLanes-1:0] line_o,
  input  logic [2*Dimensions-1:0]          valid_i,
  input  logic [2*Dimensions*MaxLanes-1:0] line_i,
  input  logic                             sink_tvalid_i,
  output logic                             sink_tready_o,
  input  logic [TaskBits-1:0]              sink_tdata_i,
  input  logic                             fetch_i,
  output logic                             source_tvalid_o,
  input  logic                             source_tready_i,
  output logic [TaskBits-1:0]              source_tdata_o
);

  localparam int unsigned Ports = 2 * Dimensions;
  localparam int unsigned DimensionBits = (Dimensions > 1) ? $clog2(Dimensions) : 1;
  localparam int unsigned IndexBits = $clog2(4 * Ports);

  if (Dimensions > 120) begin : g_dimensions
    $error("The addresses of the counters suffice for 120 dimensions");
  end
  if (CounterBits > 32 || LoadBits > 32) begin : g_bits
    $error("A register has 32 bits");
  end

  // The PE

  logic                         running;
  logic [Ports*CounterBits-1:0] transfer_cycles, word_cycles, setup_cycles;
  logic [DimensionBits-1:0]     dimension;
  logic [1:0]                   part;
  logic [LoadBits-1:0]          load;
  logic [isobar_pkg::ErrorBits-1:0] error;
  logic [CountBits-1:0]         unused_cycle;
  logic [1:0]                   unused_events;
  logic [TaskBits-1:0]          unused_head, unused_landed;
  logic [Ports-1:0]             unused_starts, unused_ends;

  isobar_pe #(
    .Dimensions(Dimensions), .Radix2(Radix2),
    `ISOBAR_PASS_PARAMETERS
  ) u_pe (
    .clk_i, .rst_ni, .run_i(running),
    .valid_o, .line_o, .valid_i, .line_i,
    .sink_tvalid_i, .sink_tready_o, .sink_tdata_i,
    .fetch_i, .source_tvalid_o, .source_tready_i, .source_tdata_o,
    .transfer_cycles_o(transfer_cycles), .word_cycles_o(word_cycles),
    .setup_cycles_o(setup_cycles), .error_o(error),
    .obs_dimension_o(dimension), .obs_cycle_o(unused_cycle), .obs_part_o(part),
    .obs_load_o(load), .obs_shift_o(unused_events[0]), .obs_head_o(unused_head),
    .obs_transfer_start_o(unused_starts), .obs_transfer_end_o(unused_ends),
    .obs_landing_o(unused_events[1]), .obs_landed_o(unused_landed)
  );

  // Steps

  logic        asked_write, asked_new, asked, left_write, step_ends;
  logic [31:0] left_new, left;
  logic [63:0] steps;

  assign step_ends = part == isobar_pkg::PartLanding &&
                     dimension == DimensionBits'(Dimensions - 1);

  isobar_stepper u_stepper (
    .clk_i, .rst_ni,
    .asked_write_i(asked_write), .asked_i(asked_new), .asked_o(asked),
    .left_write_i(left_write), .left_i(left_new), .left_o(left), .steps_o(steps),
    .willing_o, .go_i, .step_ends_i(step_ends), .running_o(running)
  );

  // Counters

  logic                           take, restart;
  logic [IndexBits-1:0]           index;
  logic [4*Ports*CounterBits-1:0] counts;
  logic [CounterBits-1:0]         count;
  logic [31:0]                    taken_steps;

  for (genvar p = 0; p < Ports; p++) begin : g_port
    // Four places a port, so that an address says which; the fourth is 0 and costs nothing.
    assign counts[4*p*CounterBits +: 4*CounterBits] =
        {{CounterBits{1'b0}}, setup_cycles[p*CounterBits +: CounterBits],
         word_cycles[p*CounterBits +: CounterBits], transfer_cycles[p*CounterBits +: CounterBits]};
  end

  isobar_snapshot #(
    .Counters(4 * Ports), .Bits(CounterBits), .IndexBits(IndexBits)
  ) u_link_snapshot (
    .clk_i, .rst_ni, .take_i(take), .restart_i(restart),
    .counts_i(counts), .index_i(index), .count_o(count)
  );

  isobar_snapshot u_step_snapshot (
    .clk_i, .rst_ni, .take_i(take), .restart_i(restart),
    .counts_i(steps[31:0]), .index_i(1'b0), .count_o(taken_steps)
  );

  // The bus

  logic                   write, write_refused, read_refused;
  logic [AddressBits-1:0] write_address, read_address;
  logic [31:0]            write_data, read_data;
  logic [3:0]             write_strobe;

  isobar_axi_lite #(.AddressBits(AddressBits)) u_bus (
    .clk_i, .rst_ni,
    .axi_awvalid_i, .axi_awready_o, .axi_awaddr_i,
    .axi_wvalid_i, .axi_wready_o, .axi_wdata_i, .axi_wstrb_i,
    .axi_bvalid_o, .axi_bready_i, .axi_bresp_o,
    .axi_arvalid_i, .axi_arready_o, .axi_araddr_i,
    .axi_rvalid_o, .axi_rready_i, .axi_rdata_o, .axi_rresp_o,
    .write_o(write), .write_address_o(write_address), .write_data_o(write_data),
    .write_strobe_o(write_strobe), .write_refused_i(write_refused),
    .read_address_o(read_address), .read_data_i(read_data), .read_refused_i(read_refused)
  );

  isobar_registers #(
    .Dimensions(Dimensions), .Condition(Condition), .TaskBits(TaskBits), .LoadBits(LoadBits),
    .Depth(Depth), .CounterBits(CounterBits)
  ) u_registers (
    .clk_i, .rst_ni,
    .write_i(write), .write_address_i(write_address), .write_data_i(write_data),
    .write_strobe_i(write_strobe), .write_refused_o(write_refused),
    .read_address_i(read_address), .read_data_o(read_data), .read_refused_o(read_refused),
    .asked_write_o(asked_write), .asked_o(asked_new), .asked_i(asked),
    .left_write_o(left_write), .left_o(left_new), .left_i(left),
    .steps_i(steps), .running_i(running), .load_i(load), .error_i(error),
    .take_o(take), .restart_o(restart), .index_o(index), .count_i(count),
    .taken_steps_i(taken_steps)
  );

endmodule
