// SPDX-License-Identifier: Apache-2.0
// What a PE tells about the end of a phase, and when it knows of it: the laws are in isobar_phase_end.
// Its place in the tree is any; words may come in any cycle, to wrong ports and again, too.
module prove_phase_end #(
  parameter int unsigned Ports = 4
) (
  input logic             clk_i,
  input logic             rst_ni,
  input logic             own_i,
  input logic [Ports-1:0] told_i,
  input logic             ends_i
);

  (* anyconst *) logic [Ports-1:0] parent, children;
  logic [Ports-1:0] unused_send;
  logic             unused_knows;
  logic             started_q = 1'b0;

  isobar_phase_end #(.Ports(Ports)) u_phase_end (
    .clk_i, .rst_ni, .parent_i(parent), .children_i(children),
    .own_i, .told_i, .ends_i, .send_o(unused_send), .knows_o(unused_knows)
  );

  always_ff @(posedge clk_i) started_q <= 1'b1;

  always_comb begin
    m_reset:  assume (started_q || !rst_ni);
    m_parent: assume ((parent & (parent - 1'b1)) == '0);
    m_place:  assume ((parent & children) == '0);
  end

endmodule
