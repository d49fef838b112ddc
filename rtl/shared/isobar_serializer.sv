// SPDX-License-Identifier: Apache-2.0
// Sends one message at a time over a line of `valid` and lanes, lowest bits first. A message that
// starts in cycle s (start_i in cycle s - 1, at whose end data and sizes are taken) pays its set-up
// in s … s + setup - 1 and then holds every beat for cycles_per_beat cycles; busy_o is high in all
// N cycles, valid_o in those with bits. start_i is given only when idle, or in the last busy cycle.
// With HasSetup = 0 no message has a set-up and setup_i is not read. After reset a message of zeros is
// ready, of ResetBeats and with ResetSetup; none if ResetBeats is 0.
module isobar_serializer #(
  parameter int unsigned Width     = 64,
  parameter int unsigned MaxLanes  = 1,
  parameter int unsigned CountBits = 16,
  parameter bit          HasSetup  = 1'b1,
  parameter bit [CountBits-1:0] ResetBeats = '0,
  parameter bit [CountBits-1:0] ResetSetup = '0
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 start_i,
  input  logic [Width-1:0]     data_i,
  input  logic [CountBits-1:0] beats_i,            // at least 1
  input  logic [CountBits-1:0] setup_i,
  input  logic [CountBits-1:0] lanes_i,            // bits a beat
  input  logic [CountBits-1:0] cycles_per_beat_i,  // at least 1; fixed like lanes_i for a message
  output logic                 busy_o,
  output logic                 valid_o,
  output logic                 last_o,             // the last busy cycle
  output logic [MaxLanes-1:0]  line_o
);

  logic [Width-1:0]     shift_d, shift_q;
  logic [CountBits-1:0] beats_d, beats_q, hold_d, hold_q, setup_q;
  logic                 beat_ends;

  assign busy_o    = beats_q != '0;
  assign valid_o   = busy_o && setup_q == '0;
  assign beat_ends = hold_q + 1'b1 == cycles_per_beat_i;
  assign last_o    = valid_o && beat_ends && beats_q == CountBits'(1);

  always_comb begin
    shift_d = shift_q;
    beats_d = beats_q;
    hold_d  = hold_q;
    if (valid_o) begin
      hold_d = hold_q + 1'b1;
      if (beat_ends) begin
        hold_d  = '0;
        beats_d = beats_q - 1'b1;
        shift_d = shift_q >> lanes_i;
      end
    end
    if (start_i) begin
      shift_d = data_i;
      beats_d = beats_i;
      hold_d  = '0;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      shift_q <= '0;
      beats_q <= ResetBeats;
      hold_q  <= '0;
    end else begin
      shift_q <= shift_d;
      beats_q <= beats_d;
      hold_q  <= hold_d;
    end
  end

  if (HasSetup) begin : g_setup
    logic [CountBits-1:0] setup_d;

    always_comb begin
      setup_d = setup_q;
      if (setup_q != '0) setup_d = setup_q - 1'b1;
      if (start_i) setup_d = setup_i;
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) setup_q <= ResetSetup;
      else setup_q <= setup_d;
    end
  end else begin : g_no_setup
    logic unused_setup;

    assign unused_setup = &{1'b0, setup_i};
    assign setup_q = '0;
  end

  assign line_o = valid_o ? MaxLanes'(shift_q) : '0;

endmodule
