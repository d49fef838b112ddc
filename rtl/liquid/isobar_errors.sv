// SPDX-License-Identifier: Apache-2.0
// Whether what came in by the links can have been sent by a PE of the same fabric in the same slot.
// An error is said from the cycle after it was seen until the reset; encodings in isobar_pkg:
//   ErrorWord  no whole word by the cycle before the decision, one that ended earlier, or one that
//              says more than Depth
//   ErrorTask  a task that ended before the landing cycle, or part of one in it
//   ErrorFull  a task that came when the queue was full; it is lost
module isobar_errors #(
  parameter int unsigned Depth            = 16,
  parameter int unsigned LoadBits         = 16,
  parameter bit          HearsPredecessor = 1'b1,
  parameter bit          HearsSuccessor   = 1'b1
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic [1:0]          part_i,                  // of the slot
  input  logic                deciding_i,
  input  logic                landing_i,
  input  logic                predecessor_complete_i,  // a message ends in this cycle
  input  logic                predecessor_partial_i,
  input  logic [LoadBits-1:0] predecessor_load_i,      // in the decision cycle
  input  logic                successor_complete_i,
  input  logic [LoadBits-1:0] successor_load_i,
  input  logic                full_i,                  // the queue
  output logic [isobar_pkg::ErrorBits-1:0] error_o
);

  logic in_words, predecessor_came_d, predecessor_came_q, successor_came_d, successor_came_q;
  logic predecessor_wrong, successor_wrong;

  assign in_words = part_i == isobar_pkg::PartWords;

  // A word that ends in the cycle before the decision has just come in it.
  assign predecessor_came_d = HearsPredecessor && in_words && predecessor_complete_i;
  assign successor_came_d   = HearsSuccessor && successor_complete_i;  // which hears words alone
  assign predecessor_wrong  = HearsPredecessor && ((in_words && predecessor_came_q) ||
      (deciding_i && (!predecessor_came_q || predecessor_load_i > LoadBits'(Depth))));
  assign successor_wrong    = HearsSuccessor && ((in_words && successor_came_q) ||
      (deciding_i && (!successor_came_q || successor_load_i > LoadBits'(Depth))));

  logic [isobar_pkg::ErrorBits-1:0] error_d, error_q;

  always_comb begin
    error_d = error_q;
    if (predecessor_wrong || successor_wrong) error_d[isobar_pkg::ErrorWord] = 1'b1;
    if ((part_i == isobar_pkg::PartTransfer && predecessor_complete_i) ||
        (landing_i && predecessor_partial_i)) begin
      error_d[isobar_pkg::ErrorTask] = 1'b1;
    end
    if (landing_i && predecessor_complete_i && full_i) error_d[isobar_pkg::ErrorFull] = 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      predecessor_came_q <= 1'b0;
      successor_came_q   <= 1'b0;
      error_q            <= '0;
    end else begin
      predecessor_came_q <= predecessor_came_d;
      successor_came_q   <= successor_came_d;
      error_q            <= error_d;
    end
  end

  assign error_o = error_q;

endmodule
