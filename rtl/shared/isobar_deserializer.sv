// SPDX-License-Identifier: Apache-2.0
// Collects the beats of one message. Each beat is on the line for cycles_per_beat cycles; after its
// last one it has been taken in. complete_o is high in the last cycle of the message, in which
// message_o already holds all of it; held_o holds it from the next cycle on. clear_i drops what has
// come of an incomplete message: the next cycle can be the first of another. partial_o says that
// some of a message has come, in this cycle or before, and does not end with this cycle.
module isobar_deserializer #(
  parameter int unsigned Width     = 64,
  parameter int unsigned MaxLanes  = 1,
  parameter int unsigned CountBits = 16
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 clear_i,
  input  logic                 valid_i,
  input  logic [MaxLanes-1:0]  line_i,
  input  logic [CountBits-1:0] beats_i,            // of the message that is expected, at least 1
  input  logic [CountBits-1:0] lanes_i,
  input  logic [CountBits-1:0] cycles_per_beat_i,
  output logic                 complete_o,
  output logic                 partial_o,
  output logic [Width-1:0]     message_o,
  output logic [Width-1:0]     held_o
);

  logic [Width-1:0]     message_d, message_q;
  logic [CountBits-1:0] beat_d, beat_q, hold_d, hold_q, place_d, place_q;
  logic                 beat_ends, unused_lanes;

  assign beat_ends  = valid_i && hold_q + 1'b1 == cycles_per_beat_i;
  assign complete_o = beat_ends && beat_q + 1'b1 == beats_i;
  assign partial_o  = !complete_o && (valid_i || beat_q != '0 || hold_q != '0);

  always_comb begin
    message_d = message_q;
    beat_d    = beat_q;
    hold_d    = hold_q;
    place_d   = place_q;
    if (valid_i) hold_d = hold_q + 1'b1;
    if (beat_ends) begin
      hold_d    = '0;
      beat_d    = beat_q + 1'b1;
      place_d   = place_q + lanes_i;
      // The first beat clears what an earlier, longer message left.
      message_d = (message_q & {Width{beat_q != '0}}) | (Width'(line_i) << place_q);
    end
    if (complete_o || clear_i) begin
      beat_d  = '0;
      hold_d  = '0;
      place_d = '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      message_q <= '0;
      beat_q    <= '0;
      hold_q    <= '0;
      place_q   <= '0;
    end else begin
      message_q <= message_d;
      beat_q    <= beat_d;
      hold_q    <= hold_d;
      place_q   <= place_d;
    end
  end

  assign unused_lanes = &{1'b0, line_i};  // those above Width

  assign message_o = message_d;
  assign held_o    = message_q;

endmodule
