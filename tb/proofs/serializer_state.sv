// SPDX-License-Identifier: Apache-2.0
// What a serializer's registers hold age_i cycles after a message's first busy cycle. Induction
// needs it; the laws do not mention it.
module serializer_state #(
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
  input logic [CountBits-1:0] beats_i,
  input logic [CountBits-1:0] setup_i,
  input logic [CountBits-1:0] hold_i,
  input logic [Width-1:0]     shift_i
);

  logic [CountBits-1:0] bits_age, sent;
  logic                 busy, setting_up;

  assign busy = present_i &&
                age_i < CountBits'(Setup) + message_beats_i * CountBits'(Cycles);
  assign setting_up = age_i < CountBits'(Setup);
  assign bits_age   = setting_up ? '0 : age_i - CountBits'(Setup);
  assign sent       = bits_age / CountBits'(Cycles);

  always_comb begin
    if (check_i && !busy) begin
      a_idle: assert (beats_i == '0);
    end
    if (check_i && busy) begin
      a_setup: assert (setup_i == (setting_up ? CountBits'(Setup) - age_i : '0));
      a_beats: assert (beats_i == message_beats_i - sent);
      a_hold:  assert (hold_i == bits_age % CountBits'(Cycles));
      a_shift: assert (shift_i == message_i >> (sent * CountBits'(Lanes)));
    end
  end

endmodule
