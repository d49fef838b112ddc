// SPDX-License-Identifier: Apache-2.0
`include "isobar_parameters.svh"

// A PE of work stealing among all behind four pins, as isobar_pe_harness has a Liquid PE. Its address comes out
// of the shift register, too, and what its draws begin with: so the PE is one that can stand anywhere.
module isobar_stealing_routed_pe_harness #(
  parameter int unsigned Dimensions  = 1,
  parameter bit [Dimensions*16-1:0] Radices = 16'd8,
  parameter int unsigned Nodes       = 8,
  parameter int unsigned Ports       = 2,
  parameter int unsigned AddressBits = 3,
  parameter int unsigned Classes     = 3,
  parameter bit          Drawn       = 1'b0,
  `ISOBAR_STEALING_PARAMETERS(Ports, 16)
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic scan_i,
  output logic fold_o
);

  localparam int unsigned Inputs = 5 + TaskBits + Ports * (1 + MaxLanes + Classes) + AddressBits + 32;
  localparam int unsigned Counters = 3 * Ports * CounterBits;
  localparam int unsigned Outputs = Ports * (1 + MaxLanes + Classes) + Counters + 2 + TaskBits + LoadBits + isobar_pkg::ErrorBits;
  localparam int unsigned Folds = (Outputs + 2) / 3;

  // In

  logic [Inputs-1:0]            scan_d, scan_q;
  logic                         run, fetch, works, sink_tvalid, source_tready;
  logic [TaskBits-1:0]          sink_tdata;
  logic [Ports-1:0]             valid_in;
  logic [Ports*MaxLanes-1:0]    line_in;
  logic [AddressBits-1:0]       own;
  logic [31:0]                  seed;
  logic [Ports*Classes-1:0]     release_in;

  assign scan_d = {scan_q[Inputs-2:0], scan_i};
  assign {run, fetch, works, sink_tvalid, source_tready, sink_tdata, valid_in, line_in, own, seed, release_in} = scan_q;

  // The PE

  logic [Ports-1:0]             valid_out;
  logic [Ports*MaxLanes-1:0]    line_out;
  logic [Ports*Classes-1:0]     release_out;
  logic                         sink_tready, source_tvalid;
  logic [TaskBits-1:0]          source_tdata;
  logic [Ports*CounterBits-1:0] transfer_cycles, word_cycles, setup_cycles;
  logic [LoadBits-1:0]          load;
  logic [isobar_pkg::ErrorBits-1:0] error;

  isobar_stealing_routed_pe #(
    .Dimensions(Dimensions), .Radices(Radices), .Nodes(Nodes), .Ports(Ports), .AddressBits(AddressBits),
    .Classes(Classes), .Drawn(Drawn), `ISOBAR_PASS_STEALING_PARAMETERS
  ) u_pe (
    .clk_i, .rst_ni, .run_i(run), .own_i(own), .seed_i(seed),
    .valid_o(valid_out), .line_o(line_out), .valid_i(valid_in), .line_i(line_in),
    .release_o(release_out), .release_i(release_in),
    .sink_tvalid_i(sink_tvalid), .sink_tready_o(sink_tready), .sink_tdata_i(sink_tdata),
    .fetch_i(fetch), .works_i(works), .source_tvalid_o(source_tvalid), .source_tready_i(source_tready),
    .source_tdata_o(source_tdata),
    .transfer_cycles_o(transfer_cycles), .word_cycles_o(word_cycles), .setup_cycles_o(setup_cycles),
    .error_o(error), .obs_load_o(load)
  );

  // Out

  logic [Outputs-1:0] captured_d, captured_q;
  logic [Folds-1:0]   fold_d, fold_q;

  assign captured_d = {valid_out, line_out, release_out, transfer_cycles, word_cycles, setup_cycles, sink_tready,
                       source_tvalid, source_tdata, load, error};

  always_comb begin
    fold_d = {fold_q[Folds-2:0], 1'b0};
    for (int unsigned i = 0; i < Outputs; i++) fold_d[i/3] = fold_d[i/3] ^ captured_q[i];
  end

  always_ff @(posedge clk_i) begin
    scan_q     <= scan_d;
    captured_q <= captured_d;
    fold_q     <= fold_d;
  end

  assign fold_o = fold_q[Folds-1];

endmodule
