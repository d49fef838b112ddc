// SPDX-License-Identifier: Apache-2.0
// Whether what came in by the links can have been sent by a PE of the same fabric in the same phase.
// An error is said from the cycle after it was seen until the reset; encodings in isobar_pkg:
//   ErrorWord  no whole word by the cycle before the decision, one that ended earlier, or one that
//              says more than Depth
//   ErrorTask  a transfer that was due and did not come, or ended within a task
//   ErrorFull  a task that came when the queue was full; it is lost
module isobar_exchange_errors #(
  parameter int unsigned Depth    = 16,
  parameter int unsigned LoadBits = 16
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                in_words_i,
  input  logic                deciding_i,
  input  logic                ends_i,       // the last cycle of the phase
  input  logic                complete_i,   // a word or a task ends in this cycle
  input  logic                partial_i,    // some of one has come
  input  logic [LoadBits-1:0] neighbour_i,  // its load, in the decision cycle
  input  logic                awaits_i,     // a transfer is due, or comes
  input  logic                full_i,       // the queue
  output logic [isobar_pkg::ErrorBits-1:0] error_o
);

  logic came_d, came_q, task_comes;
  logic [isobar_pkg::ErrorBits-1:0] error_d, error_q;

  // A word that ends in the cycle before the decision has just come in it.
  assign came_d     = in_words_i && complete_i;
  assign task_comes = awaits_i && complete_i;

  always_comb begin
    error_d = error_q;
    if ((in_words_i && came_q) ||
        (deciding_i && (!came_q || neighbour_i > LoadBits'(Depth)))) begin
      error_d[isobar_pkg::ErrorWord] = 1'b1;
    end
    if (ends_i && (awaits_i || partial_i)) error_d[isobar_pkg::ErrorTask] = 1'b1;
    if (task_comes && full_i) error_d[isobar_pkg::ErrorFull] = 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      came_q  <= 1'b0;
      error_q <= '0;
    end else begin
      came_q  <= came_d;
      error_q <= error_d;
    end
  end

  assign error_o = error_q;

endmodule
