// SPDX-License-Identifier: Apache-2.0
// What the sender of an AXI4-Stream owes: what it offers it offers until it is taken, unchanged.
module isobar_stream_contract #(
  parameter int unsigned Width  = 64,
  parameter              Stream = "stream"  // its name in messages
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             tvalid_i,
  input logic             tready_i,
  input logic [Width-1:0] tdata_i
);

  logic             waits_q;
  logic [Width-1:0] tdata_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      waits_q <= 1'b0;
      tdata_q <= '0;
    end else begin
      waits_q <= tvalid_i && !tready_i;
      tdata_q <= tdata_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      a_known: assert (!$isunknown(tvalid_i) && (!tvalid_i || !$isunknown(tdata_i)))
        else $error("%s: valid or data is unknown", Stream);
      a_offered: assert (!waits_q || tvalid_i)
        else $error("%s: valid fell before the task was taken", Stream);
      a_unchanged: assert (!waits_q || !tvalid_i || tdata_i == tdata_q)
        else $error("%s: data changed while it waited", Stream);
    end
  end

endmodule
