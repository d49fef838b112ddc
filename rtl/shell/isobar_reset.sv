// SPDX-License-Identifier: Apache-2.0
// Reset synchroniser: rst_no falls with rst_ni at once, also without a clock, and rises at the
// second rising edge of clk_i after rst_ni has risen. So all registers behind it leave the reset in
// one cycle, however rst_ni lies to the clock.
module isobar_reset (
  input  logic clk_i,
  input  logic rst_ni,
  output logic rst_no
);

  logic [1:0] released_d, released_q;

  assign released_d = {released_q[0], 1'b1};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) released_q <= '0;
    else released_q <= released_d;
  end

  assign rst_no = released_q[1];

endmodule
