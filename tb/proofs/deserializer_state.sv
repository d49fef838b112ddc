// SPDX-License-Identifier: Apache-2.0
// What a deserializer's registers hold when age_i cycles of a message, set-up included, have come
// in. Induction needs it; the laws do not mention it.
module deserializer_state #(
  parameter int unsigned Width     = 8,
  parameter int unsigned CountBits = 8,
  parameter int unsigned Lanes     = 1,
  parameter int unsigned Cycles    = 1,
  parameter int unsigned Setup     = 0
) (
  input logic                 check_i,
  input logic                 present_i,
  input logic [CountBits-1:0] age_i,
  input logic [CountBits-1:0] message_beats_i,
  input logic [Width-1:0]     message_i,
  input logic [CountBits-1:0] beat_i,
  input logic [CountBits-1:0] hold_i,
  input logic [CountBits-1:0] place_i,
  input logic [Width-1:0]     held_i
);

  logic [CountBits-1:0] bits_age, taken;
  logic                 complete, receiving;

  assign complete  = age_i >= CountBits'(Setup) + message_beats_i * CountBits'(Cycles);
  assign receiving = present_i && age_i >= CountBits'(Setup) && !complete;
  assign bits_age  = receiving ? age_i - CountBits'(Setup) : '0;
  assign taken     = bits_age / CountBits'(Cycles);

  always_comb begin
    if (check_i) begin
      a_beat:  assert (beat_i == taken);
      a_hold:  assert (hold_i == bits_age % CountBits'(Cycles));
      a_place: assert (place_i == taken * CountBits'(Lanes));
    end
    if (check_i && receiving && taken != '0) begin
      a_part: assert (held_i == (message_i & ~({Width{1'b1}} << (taken * CountBits'(Lanes)))));
    end
    if (check_i && present_i && complete) begin
      a_held: assert (held_i == message_i);
    end
  end

endmodule
