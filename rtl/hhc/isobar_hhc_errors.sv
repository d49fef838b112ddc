// SPDX-License-Identifier: Apache-2.0
// Whether what came in by the links can have been sent by PEs of the same fabric in the same phase. An
// error is said from the cycle after it was seen until the reset; encodings in isobar_pkg:
//   ErrorWord  a word that was due and did not end in its cycle, one that ended in another, or one that
//              says a load above Depth, or an order to give more than there is or to give and get
//   ErrorTask  a transfer that was due and did not come or was too short, or ended within a task; from
//              then on the queue hands out what lay in the places of tasks that did not come
//   ErrorFull  an order to get more tasks than have room; none of them is taken
module isobar_hhc_errors #(
  parameter int unsigned Depth    = 16,
  parameter int unsigned LoadBits = 16
) (
  input  logic       clk_i,
  input  logic       rst_ni,
  input  logic       in_words_i,
  input  logic       loads_i,     // these words are loads
  input  logic       ends_i,      // the last cycle of the phase
  input  logic [1:0] due_i,       // words that end in this cycle
  input  logic [1:0] complete_i,  // a word or a task ends in this cycle
  input  logic [1:0] partial_i,   // some of one has come
  input  logic [2*LoadBits-1:0] words_i,
  input  logic       wrong_i,     // what an order says cannot be
  input  logic       over_i,
  input  logic [1:0] awaits_i,    // a transfer is due, or comes
  input  logic [1:0] ended_i,     // it has ended with tasks still due
  output logic [isobar_pkg::ErrorBits-1:0] error_o
);

  logic [isobar_pkg::ErrorBits-1:0] error_d, error_q;
  logic [1:0] too_much;

  for (genvar w = 0; w < 2; w++) begin : g_way
    assign too_much[w] =
        loads_i && complete_i[w] && words_i[w*LoadBits +: LoadBits] > LoadBits'(Depth);
  end

  always_comb begin
    error_d = error_q;
    if ((in_words_i && complete_i != due_i) || too_much != '0 || wrong_i) error_d[isobar_pkg::ErrorWord] = 1'b1;
    if ((ends_i && (awaits_i != '0 || partial_i != '0)) || ended_i != '0) begin
      error_d[isobar_pkg::ErrorTask] = 1'b1;
    end
    if (over_i) error_d[isobar_pkg::ErrorFull] = 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) error_q <= '0;
    else error_q <= error_d;
  end

  assign error_o = error_q;

endmodule
