// SPDX-License-Identifier: Apache-2.0
`include "isobar_parameters.svh"

// A PE of HHC algorithm B behind four pins, as isobar_pe_harness has a Liquid PE. Its places in its
// triangle and in the spanning tree come out of the shift register, too: so the PE is one that can stand
// anywhere.
module isobar_hhc_pe_harness #(
  parameter int unsigned Dimensions   = 2,
  `ISOBAR_HHC_PARAMETERS(16)
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic scan_i,
  output logic fold_o
);

  localparam int unsigned Ports = Dimensions + 1;
  localparam int unsigned PhaseBits = $clog2(Dimensions + 1);
  localparam int unsigned Inputs = 4 + TaskBits + Ports * (3 + MaxLanes) + CountBits + 2;
  localparam int unsigned Counters = 3 * Ports * CounterBits;
  localparam int unsigned Outputs = Ports * (4 + MaxLanes + 2 * TaskBits + LoadBits) + Counters + 5 + PhaseBits +
                                    TaskBits + CountBits + LoadBits + isobar_pkg::ErrorBits;
  localparam int unsigned Folds = (Outputs + 2) / 3;

  // In

  logic [Inputs-1:0]         scan_d, scan_q;
  logic                      run, fetch, sink_tvalid, source_tready;
  logic [TaskBits-1:0]       sink_tdata;
  logic [Ports-1:0]          valid_in;
  logic [Ports*MaxLanes-1:0] line_in;
  logic [Ports-1:0]          parent, children;
  logic [CountBits-1:0]      waits;
  logic [1:0]                role;

  assign scan_d = {scan_q[Inputs-2:0], scan_i};
  assign {run, fetch, sink_tvalid, source_tready, sink_tdata, valid_in, line_in, parent,
          children, waits, role} = scan_q;

  // The PE

  logic [Ports-1:0]             valid_out, transfer_start, transfer_end, landing;
  logic [Ports*MaxLanes-1:0]    line_out;
  logic                         sink_tready, source_tvalid, ends;
  logic [PhaseBits-1:0]         dimension;
  logic [TaskBits-1:0]          source_tdata;
  logic [Ports*TaskBits-1:0]    head, landed;
  logic [Ports*LoadBits-1:0]    shift;
  logic [Ports*CounterBits-1:0] transfer_cycles, word_cycles, setup_cycles;
  logic [CountBits-1:0]         cycle;
  logic [1:0]                   part;
  logic [LoadBits-1:0]          load;
  logic [isobar_pkg::ErrorBits-1:0] error;

  isobar_hhc_pe #(.Dimensions(Dimensions), `ISOBAR_PASS_HHC_PARAMETERS) u_pe (
    .clk_i, .rst_ni, .run_i(run), .role_i(role), .parent_i(parent), .children_i(children), .wait_i(waits),
    .valid_o(valid_out), .line_o(line_out), .valid_i(valid_in), .line_i(line_in),
    .sink_tvalid_i(sink_tvalid), .sink_tready_o(sink_tready), .sink_tdata_i(sink_tdata),
    .fetch_i(fetch), .source_tvalid_o(source_tvalid), .source_tready_i(source_tready),
    .source_tdata_o(source_tdata),
    .transfer_cycles_o(transfer_cycles), .word_cycles_o(word_cycles),
    .setup_cycles_o(setup_cycles),
    .error_o(error), .obs_dimension_o(dimension), .obs_cycle_o(cycle), .obs_part_o(part),
    .obs_ends_o(ends), .obs_load_o(load), .obs_shift_o(shift), .obs_head_o(head),
    .obs_transfer_start_o(transfer_start), .obs_transfer_end_o(transfer_end),
    .obs_landing_o(landing), .obs_landed_o(landed)
  );

  // Out

  logic [Outputs-1:0] captured_d, captured_q;
  logic [Folds-1:0]   fold_d, fold_q;

  assign captured_d = {valid_out, line_out, transfer_start, transfer_end, transfer_cycles,
                       word_cycles, setup_cycles, sink_tready, source_tvalid, shift, landing, ends, part,
                       source_tdata, head, landed, dimension, cycle, load, error};

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
