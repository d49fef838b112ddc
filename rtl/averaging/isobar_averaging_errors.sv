// SPDX-License-Identifier: Apache-2.0
// Whether what came in by the links can have been sent by PEs of the same fabric in the same phase. An
// error is said from the cycle after it was seen until the reset; encodings in isobar_pkg:
//   ErrorWord  not one whole word at each port by the cycle before the decision, bits during it, or a
//              word that says more than Depth
//   ErrorTask  tasks at a port that were not due, fewer than were due, or an end within a task
//   ErrorFull  more tasks are due than have room; the last are lost
module isobar_averaging_errors #(
  parameter int unsigned Ports    = 2,
  parameter int unsigned Depth    = 16,
  parameter int unsigned LoadBits = 16
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      in_words_i,
  input  logic                      decides_i,    // the first decision cycle
  input  logic                      deciding_i,
  input  logic                      ends_i,       // the last cycle of the phase
  input  logic [Ports-1:0]          valid_i,
  input  logic [Ports-1:0]          complete_i,   // a word or a task ends in this cycle
  input  logic [Ports*LoadBits-1:0] neighbours_i, // their loads, in the first decision cycle
  input  logic [Ports-1:0]          ended_i,      // a transfer that came is over, with tasks still due
  input  logic [Ports-1:0]          broken_i,     // one ends that should not
  input  logic                      over_i,       // more tasks are due than have room
  output logic [isobar_pkg::ErrorBits-1:0] error_o
);

  logic [Ports-1:0] came_d, came_q, too_much;
  logic [isobar_pkg::ErrorBits-1:0] error_d, error_q;

  assign came_d = (came_q | (complete_i & {Ports{in_words_i}})) & ~{Ports{ends_i}};

  for (genvar p = 0; p < Ports; p++) begin : g_port
    assign too_much[p] = neighbours_i[p*LoadBits +: LoadBits] > LoadBits'(Depth);
  end

  always_comb begin
    error_d = error_q;
    if ((in_words_i && (came_q & complete_i) != '0) ||
        (decides_i && (came_q != '1 || too_much != '0)) || (deciding_i && valid_i != '0)) begin
      error_d[isobar_pkg::ErrorWord] = 1'b1;
    end
    if (ended_i != '0 || broken_i != '0) error_d[isobar_pkg::ErrorTask] = 1'b1;
    if (over_i) error_d[isobar_pkg::ErrorFull] = 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      came_q  <= '0;
      error_q <= '0;
    end else begin
      came_q  <= came_d;
      error_q <= error_d;
    end
  end

  assign error_o = error_q;

endmodule
