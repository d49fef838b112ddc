// SPDX-License-Identifier: Apache-2.0
// Sends a status word, one bit that is 1, on lane 0: the word by which PEs tell each other that a
// transfer has landed. start_i in cycle s - 1 makes it busy in the Setup + CyclesPerBit cycles from s
// on, valid_o in the last CyclesPerBit of them. start_i is given only when idle, or in the last busy
// cycle.
module isobar_status_sender #(
  parameter int unsigned Setup        = 0,
  parameter int unsigned CyclesPerBit = 1
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic start_i,
  output logic setting_up_o,
  output logic valid_o        // the bit is on the line
);

  localparam int unsigned Cycles = Setup + CyclesPerBit;
  localparam int unsigned Bits   = $clog2(Cycles + 1);

  logic [Bits-1:0] left_d, left_q;

  always_comb begin
    left_d = (left_q == '0) ? '0 : left_q - 1'b1;
    if (start_i) left_d = Bits'(Cycles);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) left_q <= '0;
    else left_q <= left_d;
  end

  if (Setup != 0) begin : g_setup
    assign setting_up_o = left_q > Bits'(CyclesPerBit);
  end else begin : g_no_setup
    assign setting_up_o = 1'b0;
  end

  assign valid_o = left_q != '0 && !setting_up_o;

endmodule
