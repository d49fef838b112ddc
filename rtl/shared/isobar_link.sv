// SPDX-License-Identifier: Apache-2.0
// The registers of a link between serializer and deserializer: the line comes out Latency ≥ 1
// cycles after it went in.
module isobar_link #(
  parameter int unsigned Latency = 1,
  parameter int unsigned Lanes   = 1
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic             valid_i,
  input  logic [Lanes-1:0] line_i,
  output logic             valid_o,
  output logic [Lanes-1:0] line_o
);

  localparam int unsigned Stage = Lanes + 1;

  logic [Latency*Stage-1:0] stages_d, stages_q;

  assign stages_d = (Latency * Stage)'({stages_q, valid_i, line_i});

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stages_q <= '0;
    end else begin
      stages_q <= stages_d;
    end
  end

  assign {valid_o, line_o} = stages_q[Latency*Stage-1 -: Stage];

endmodule
