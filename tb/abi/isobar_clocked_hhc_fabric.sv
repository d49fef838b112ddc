// SPDX-License-Identifier: Apache-2.0
`include "isobar_parameters.svh"

// isobar_hhc_fabric behind registers, which makes it quick to simulate, as isobar_clocked_fabric.
module isobar_clocked_hhc_fabric #(
  parameter int unsigned Dimensions = 2,
  `ISOBAR_HHC_PARAMETERS(32),
  localparam int unsigned Nodes = 32'd3 << (Dimensions - 1)
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      run_i,
  input  logic [Nodes-1:0]          sink_tvalid_i,
  output logic [Nodes-1:0]          sink_tready_o,
  input  logic [Nodes*TaskBits-1:0] sink_tdata_i,
  input  logic [Nodes-1:0]          fetch_i,
  output logic [Nodes-1:0]          source_tvalid_o,
  input  logic [Nodes-1:0]          source_tready_i,
  output logic [Nodes*TaskBits-1:0] source_tdata_o,
  output logic [Nodes*LoadBits-1:0] load_o,
  output logic                      step_o,
  output logic [Nodes*isobar_pkg::ErrorBits-1:0] error_o,
  output logic [Nodes*(Dimensions+1)*CounterBits-1:0] transfer_cycles_o,
  output logic [Nodes*(Dimensions+1)*CounterBits-1:0] word_cycles_o,
  output logic [Nodes*(Dimensions+1)*CounterBits-1:0] setup_cycles_o
);

  logic                      run_q;
  logic [Nodes-1:0]          sink_tvalid_q, fetch_q, source_tready_q;
  logic [Nodes*TaskBits-1:0] sink_tdata_q;

  always_ff @(posedge clk_i) begin
    run_q           <= run_i;
    sink_tvalid_q   <= sink_tvalid_i;
    sink_tdata_q    <= sink_tdata_i;
    fetch_q         <= fetch_i;
    source_tready_q <= source_tready_i;
  end

  isobar_hhc_fabric #(
    .Dimensions(Dimensions), `ISOBAR_PASS_HHC_PARAMETERS
  ) u_fabric (
    .clk_i, .rst_ni,
    .run_i(run_q),
    .sink_tvalid_i(sink_tvalid_q), .sink_tready_o, .sink_tdata_i(sink_tdata_q),
    .fetch_i(fetch_q), .source_tvalid_o, .source_tready_i(source_tready_q), .source_tdata_o,
    .load_o, .step_o, .error_o, .transfer_cycles_o, .word_cycles_o, .setup_cycles_o
  );

endmodule
