// SPDX-License-Identifier: Apache-2.0
// What a message looks like on a line, age_i cycles after its first busy cycle. The same module
// says what a PE must send and what its neighbours send it.
module line_law #(
  parameter int unsigned Width     = 8,
  parameter int unsigned MaxLanes  = 1,
  parameter int unsigned CountBits = 8,
  parameter int unsigned Lanes     = 1,
  parameter int unsigned Cycles    = 1,  // a beat
  parameter int unsigned Setup     = 0,
  parameter int unsigned Beats     = 8
) (
  input  logic                 present_i,
  input  logic [CountBits-1:0] age_i,
  input  logic [Width-1:0]     message_i,
  output logic                 busy_o,
  output logic                 valid_o,
  output logic [MaxLanes-1:0]  line_o
);

  localparam bit [MaxLanes-1:0] Mask = {MaxLanes{1'b1}} >> (MaxLanes - Lanes);

  logic [CountBits-1:0] beat;

  assign beat    = (age_i - CountBits'(Setup)) / CountBits'(Cycles);
  assign busy_o  = present_i && age_i < CountBits'(Setup + Beats * Cycles);
  assign valid_o = busy_o && age_i >= CountBits'(Setup);
  assign line_o  = valid_o ? MaxLanes'(message_i >> (beat * CountBits'(Lanes))) & Mask : '0;

endmodule
