// SPDX-License-Identifier: Apache-2.0
// Which of two requests came before the other: older_o[i*Ports + j] says that the one of port j came
// before that of i, as long as both wait; of those that come in one cycle the lower port came first.
// A port has a request at most.
module isobar_stealing_order #(
  parameter int unsigned Ports = 4
) (
  input  logic                   clk_i,
  input  logic [Ports-1:0]       comes_i,
  output logic [Ports*Ports-1:0] older_o
);

  if (Ports == 1) begin : g_alone
    logic unused;
    assign unused = &{1'b0, clk_i, comes_i};
  end

  for (genvar i = 0; i < Ports; i++) begin : g_port
    assign older_o[i*Ports + i] = 1'b0;

    for (genvar j = i + 1; j < Ports; j++) begin : g_pair
      logic first_q;  // i came before j

      always_ff @(posedge clk_i) begin
        if (comes_i[i] || comes_i[j]) first_q <= comes_i[j];
      end

      assign older_o[j*Ports + i] = first_q;
      assign older_o[i*Ports + j] = !first_q;
    end
  end

endmodule
