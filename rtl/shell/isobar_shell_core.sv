// SPDX-License-Identifier: Apache-2.0
`include "isobar_shell_ports.svh"

// What a shell has around its PE, whichever that is: AXI4-Lite runs it, stops it after a step or a
// number of steps, and reads its state and its links' counters. willing_o and go_i start and stop
// it together with the other PEs (isobar_stepper). rst_ni is released in step with clk_i
// (isobar_reset).
module isobar_shell_core #(
  parameter int unsigned Dimensions  = 1,
  parameter int unsigned Ports       = 2,
  parameter bit [3:0]    Scheme      = isobar_shell_pkg::SchemeLiquid,
  parameter bit [2:0]    Condition   = '0,  // of the Liquid model
  parameter int unsigned TaskBits    = 64,
  parameter int unsigned LoadBits    = 16,
  parameter int unsigned Depth       = 16,
  parameter int unsigned CounterBits = 32
) (
  input  logic clk_i,
  input  logic rst_ni,
  `ISOBAR_SHELL_PORTS,

  // The PE
  output logic                             running_o,    // its run_i
  input  logic                             step_ends_i,  // the last cycle of a step
  input  logic [LoadBits-1:0]              load_i,
  input  logic [isobar_pkg::ErrorBits-1:0] error_i,
  input  logic [Ports*CounterBits-1:0]     transfer_cycles_i,
  input  logic [Ports*CounterBits-1:0]     word_cycles_i,
  input  logic [Ports*CounterBits-1:0]     setup_cycles_i
);

  localparam int unsigned AddressBits = isobar_shell_pkg::AddressBits;
  localparam int unsigned IndexBits   = $clog2(4 * Ports);

  if (Ports > 240) begin : g_ports
    $error("The addresses of the counters suffice for 240 ports");
  end
  if (CounterBits > 32 || LoadBits > 32) begin : g_bits
    $error("A register has 32 bits");
  end

  // Steps

  logic        asked_write, asked_new, asked, left_write, running;
  logic [31:0] left_new, left;
  logic [63:0] steps;

  isobar_stepper u_stepper (
    .clk_i, .rst_ni,
    .asked_write_i(asked_write), .asked_i(asked_new), .asked_o(asked),
    .left_write_i(left_write), .left_i(left_new), .left_o(left), .steps_o(steps),
    .willing_o, .go_i, .step_ends_i, .running_o(running)
  );

  assign running_o = running;

  // Counters

  logic                           take, restart;
  logic [IndexBits-1:0]           index;
  logic [4*Ports*CounterBits-1:0] counts;
  logic [CounterBits-1:0]         count;
  logic [31:0]                    taken_steps;

  for (genvar p = 0; p < Ports; p++) begin : g_port
    // Four places a port, so that an address says which; the fourth is 0 and costs nothing.
    assign counts[4*p*CounterBits +: 4*CounterBits] =
        {{CounterBits{1'b0}}, setup_cycles_i[p*CounterBits +: CounterBits],
         word_cycles_i[p*CounterBits +: CounterBits],
         transfer_cycles_i[p*CounterBits +: CounterBits]};
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
    .Dimensions(Dimensions), .Ports(Ports), .Scheme(Scheme), .Condition(Condition),
    .TaskBits(TaskBits), .LoadBits(LoadBits), .Depth(Depth), .CounterBits(CounterBits)
  ) u_registers (
    .clk_i, .rst_ni,
    .write_i(write), .write_address_i(write_address), .write_data_i(write_data),
    .write_strobe_i(write_strobe), .write_refused_o(write_refused),
    .read_address_i(read_address), .read_data_o(read_data), .read_refused_o(read_refused),
    .asked_write_o(asked_write), .asked_o(asked_new), .asked_i(asked),
    .left_write_o(left_write), .left_o(left_new), .left_i(left),
    .steps_i(steps), .running_i(running), .load_i, .error_i,
    .take_o(take), .restart_o(restart), .index_o(index), .count_i(count),
    .taken_steps_i(taken_steps)
  );

endmodule
