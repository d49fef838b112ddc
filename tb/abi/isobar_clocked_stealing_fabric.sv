// SPDX-License-Identifier: Apache-2.0
`include "isobar_parameters.svh"

// isobar_stealing_fabric behind registers, which makes it quick to simulate, as isobar_clocked_fabric.
module isobar_clocked_stealing_fabric #(
  parameter int unsigned Dimensions = 1,
  parameter bit [Dimensions*16-1:0] Radices = 16'd8,
  parameter int unsigned Nodes      = 8,
  parameter int unsigned Ports      = 2,
  parameter bit          Neighbours = 1'b1,
  parameter bit          Drawn      = 1'b0,
  `ISOBAR_STEALING_PARAMETERS(Dimensions, 32)
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      run_i,
  input  logic [Nodes*32-1:0]       seed_i,  // stays as it is
  input  logic [Nodes-1:0]          sink_tvalid_i,
  output logic [Nodes-1:0]          sink_tready_o,
  input  logic [Nodes*TaskBits-1:0] sink_tdata_i,
  input  logic [Nodes-1:0]          fetch_i,
  input  logic [Nodes-1:0]          works_i,
  output logic [Nodes-1:0]          source_tvalid_o,
  input  logic [Nodes-1:0]          source_tready_i,
  output logic [Nodes*TaskBits-1:0] source_tdata_o,
  output logic [Nodes*LoadBits-1:0] load_o,
  output logic [Nodes*isobar_pkg::ErrorBits-1:0] error_o,
  output logic [Nodes*Ports-1:0]          valid_o,
  output logic [Nodes*Ports*MaxLanes-1:0] line_o,
  output logic [Nodes*Ports*CounterBits-1:0] transfer_cycles_o,
  output logic [Nodes*Ports*CounterBits-1:0] word_cycles_o,
  output logic [Nodes*Ports*CounterBits-1:0] setup_cycles_o
);

  logic                      run_q;
  logic [Nodes-1:0]          sink_tvalid_q, fetch_q, works_q, source_tready_q;
  logic [Nodes*TaskBits-1:0] sink_tdata_q;

  always_ff @(posedge clk_i) begin
    run_q           <= run_i;
    sink_tvalid_q   <= sink_tvalid_i;
    sink_tdata_q    <= sink_tdata_i;
    fetch_q         <= fetch_i;
    works_q         <= works_i;
    source_tready_q <= source_tready_i;
  end

  isobar_stealing_fabric #(
    .Dimensions(Dimensions), .Radices(Radices), .Nodes(Nodes), .Ports(Ports), .Neighbours(Neighbours),
    .Drawn(Drawn),
    `ISOBAR_PASS_STEALING_PARAMETERS
  ) u_fabric (
    .clk_i, .rst_ni,
    .run_i(run_q), .seed_i,
    .sink_tvalid_i(sink_tvalid_q), .sink_tready_o, .sink_tdata_i(sink_tdata_q),
    .fetch_i(fetch_q), .works_i(works_q), .source_tvalid_o, .source_tready_i(source_tready_q),
    .source_tdata_o, .load_o, .error_o, .valid_o, .line_o,
    .transfer_cycles_o, .word_cycles_o, .setup_cycles_o
  );

endmodule
