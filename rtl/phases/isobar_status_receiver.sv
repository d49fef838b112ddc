// SPDX-License-Identifier: Apache-2.0
// Hears a status word (isobar_status_sender), whose bit is on the line for CyclesPerBit cycles.
// complete_o is high in the last of them. valid_i is given only while status words can come.
module isobar_status_receiver #(
  parameter int unsigned CyclesPerBit = 1
) (
  input  logic clk_i,
  input  logic rst_ni,
  input  logic valid_i,
  input  logic bit_i,
  output logic complete_o
);

  if (CyclesPerBit > 1) begin : g_hold
    localparam int unsigned Bits = $clog2(CyclesPerBit);

    logic [Bits-1:0] hold_d, hold_q;
    logic            ends;

    assign ends   = valid_i && hold_q == Bits'(CyclesPerBit - 1);
    assign hold_d = (valid_i && !ends) ? hold_q + 1'b1 : '0;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) hold_q <= '0;
      else hold_q <= hold_d;
    end

    assign complete_o = ends && bit_i;
  end else begin : g_at_once
    logic unused_clock;

    assign unused_clock = &{1'b0, clk_i, rst_ni};
    assign complete_o   = valid_i && bit_i;
  end

endmodule
