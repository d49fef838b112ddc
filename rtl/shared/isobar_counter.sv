// SPDX-License-Identifier: Apache-2.0
// Counts the cycles in which count_i is high; count_o says so from the next cycle on, and wraps.
// With Counts = 0, for what cannot happen, there is no register and count_o is 0.
module isobar_counter #(
  parameter bit          Counts = 1'b1,
  parameter int unsigned Bits   = 32
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  input  logic            count_i,
  output logic [Bits-1:0] count_o
);

  if (Counts) begin : g_count
    logic [Bits-1:0] count_d, count_q;

    assign count_d = count_q + Bits'(count_i);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) count_q <= '0;
      else count_q <= count_d;
    end

    assign count_o = count_q;
  end else begin : g_constant
    logic unused_inputs;

    assign unused_inputs = &{1'b0, clk_i, rst_ni, count_i};
    assign count_o = '0;
  end

endmodule
