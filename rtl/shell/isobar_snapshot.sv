// SPDX-License-Identifier: Apache-2.0
// Counters that run freely and wrap, as they were in one cycle, less what they were at the start of
// the period. take_i keeps all of them as they are in this cycle; with restart_i the period of what
// is taken starts at the snapshot before it, else where the period of that one started. So periods
// join without a gap: a counted cycle is in one of them. Nothing is subtracted until it is read.
module isobar_snapshot #(
  parameter int unsigned Counters  = 1,
  parameter int unsigned Bits      = 32,
  parameter int unsigned IndexBits = 1
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  logic                     take_i,
  input  logic                     restart_i,
  input  logic [Counters*Bits-1:0] counts_i,
  input  logic [IndexBits-1:0]     index_i,
  output logic [Bits-1:0]          count_o   // of that counter; anything where there is none
);

  logic [Counters*Bits-1:0] taken_d, taken_q, start_d, start_q;

  assign taken_d = take_i ? counts_i : taken_q;
  assign start_d = (take_i && restart_i) ? taken_q : start_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      taken_q <= '0;
      start_q <= '0;
    end else begin
      taken_q <= taken_d;
      start_q <= start_d;
    end
  end

  assign count_o = taken_q[32'(index_i)*Bits +: Bits] - start_q[32'(index_i)*Bits +: Bits];

endmodule
