// SPDX-License-Identifier: Apache-2.0
// How a PE learns that the transfers of a phase have landed, by status words over a spanning tree of
// the fabric, to its root and back. Once the PE's own transfers can be used and all its children have
// told it so, it tells its parent; the root then tells its children, they theirs.
//
// parent_i and children_i, a bit a port, are the PE's place in the tree, wired constants; the root
// has no parent. What is said of a cycle is said in the cycle before: send_o[p] starts a word on port
// p in the next cycle, knows_o says that from the next cycle on the PE knows. Words that come and
// that go may do so in one cycle.
module isobar_phase_end #(
  parameter int unsigned Ports = 1
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Ports-1:0] parent_i,
  input  logic [Ports-1:0] children_i,
  input  logic             own_i,    // from the next cycle on its own transfers can be used
  input  logic [Ports-1:0] told_i,   // by port: a status word ends in this cycle
  input  logic             ends_i,   // the last cycle of the phase: all is forgotten
  output logic [Ports-1:0] send_o,
  output logic             knows_o
);

  logic             own_d, own_q, all_d, all_q, is_root, reports;
  logic [Ports-1:0] told_d, told_q;

  assign own_d   = own_q || own_i;
  assign told_d  = told_q | (told_i & children_i);
  assign all_d   = own_d && (told_d & children_i) == children_i;
  assign reports = all_d && !all_q;
  assign is_root = parent_i == '0;

  assign knows_o = is_root ? reports : (told_i & parent_i) != '0;
  assign send_o  = (parent_i & {Ports{reports}}) | (children_i & {Ports{knows_o}});

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      own_q  <= 1'b0;
      told_q <= '0;
      all_q  <= 1'b0;
    end else begin
      own_q  <= own_d && !ends_i;
      told_q <= told_d & ~{Ports{ends_i}};
      all_q  <= all_d && !ends_i;
    end
  end

`ifdef FORMAL
  // What has been heard in this phase up to now, this cycle included; and whether all was there
  // before.
  logic             formal_own, formal_own_q, due, due_q;
  logic [Ports-1:0] heard, heard_q;

  assign formal_own = formal_own_q || own_i;
  assign heard      = heard_q | told_i;
  assign due        = formal_own && (children_i & ~heard) == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      formal_own_q <= 1'b0;
      heard_q      <= '0;
      due_q        <= 1'b0;
    end else begin
      formal_own_q <= formal_own && !ends_i;
      heard_q      <= ends_i ? '0 : heard;
      due_q        <= due && !ends_i;
    end
  end

  always_comb begin
    if (rst_ni) begin
      // As soon as the last of them is there, once, and not before.
      a_report: assert (((send_o & parent_i) != '0) == (parent_i != '0 && due && !due_q));
      a_root:   assert (parent_i != '0 || knows_o == (due && !due_q));
      a_knows:  assert (parent_i == '0 || knows_o == ((told_i & parent_i) != '0));
      a_spread: assert ((send_o & children_i) == (knows_o ? children_i : '0));
      a_place:  assert ((send_o & ~parent_i & ~children_i) == '0);
      // Induction
      i_own:    assert (own_q == formal_own_q && all_q == due_q);
      i_heard:  assert (told_q == (heard_q & children_i));
      c_report: cover (children_i != '0 && (send_o & parent_i) != '0);
      c_root:   cover (parent_i == '0 && (children_i & (children_i - 1'b1)) != '0 && knows_o);
      c_spread: cover (parent_i != '0 && (send_o & children_i) != '0);
      c_leaf:   cover (children_i == '0 && (send_o & parent_i) != '0);
    end
  end
`endif

endmodule
