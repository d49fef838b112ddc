// SPDX-License-Identifier: Apache-2.0
// Who in a triangle gives how many tasks to whom (Al-Nsour et al., Section 2.2), from its three loads and
// a third of their sum. Each PE is to end with the quotient; the tasks over stay with those that have
// most, on a tie coordinator before left before right. What one has too much is what the two others have
// too little, or the other way round, so one of the three gives to both or gets from both. A negative
// number is what is got. Combinational.
module isobar_hhc_shares #(
  parameter int unsigned Bits = 5  // enough for Depth
) (
  input  logic [Bits-1:0] coordinator_i,
  input  logic [Bits-1:0] left_i,
  input  logic [Bits-1:0] right_i,
  input  logic [Bits-1:0] quotient_i,
  input  logic [1:0]      rest_i,
  output logic [Bits-1:0] to_left_o,        // from the coordinator
  output logic [Bits-1:0] to_right_o,       // from the coordinator
  output logic [Bits-1:0] left_to_right_o
);

  logic          left_fuller, right_fuller, right_fuller_than_left;
  logic [1:0]    before_coordinator, before_left, before_right;
  logic [Bits:0] coordinator, left, right;  // what each has more than it is to end with

  assign left_fuller            = left_i > coordinator_i;
  assign right_fuller           = right_i > coordinator_i;
  assign right_fuller_than_left = right_i > left_i;

  // How many of the others come before it
  assign before_coordinator = 2'(left_fuller) + 2'(right_fuller);
  assign before_left        = 2'(!left_fuller) + 2'(right_fuller_than_left);
  assign before_right       = 2'(!right_fuller) + 2'(!right_fuller_than_left);

  assign coordinator = {1'b0, coordinator_i} - {1'b0, quotient_i} -
                       (Bits + 1)'(before_coordinator < rest_i);
  assign left        = {1'b0, left_i} - {1'b0, quotient_i} - (Bits + 1)'(before_left < rest_i);
  assign right       = {1'b0, right_i} - {1'b0, quotient_i} - (Bits + 1)'(before_right < rest_i);

  // Who is on the other side than the two others settles with each of them what that one has.
  always_comb begin
    to_left_o       = '0;
    to_right_o      = '0;
    left_to_right_o = '0;
    if (coordinator[Bits] == left[Bits]) begin
      to_right_o      = coordinator[Bits-1:0];
      left_to_right_o = left[Bits-1:0];
    end else if (coordinator[Bits] == right[Bits]) begin
      to_left_o       = coordinator[Bits-1:0];
      left_to_right_o = -right[Bits-1:0];
    end else begin
      to_left_o  = -left[Bits-1:0];
      to_right_o = -right[Bits-1:0];
    end
  end

`ifdef FORMAL
  logic [Bits+1:0] sum;
  logic [Bits:0]   new_coordinator, new_left, new_right;
  logic [2:0]      over;  // who keeps a task that is over

  function automatic logic [Bits:0] wide(input logic [Bits-1:0] amount);
    wide = {amount[Bits-1], amount};
  endfunction

  always_comb begin
    sum = (Bits + 2)'(coordinator_i) + (Bits + 2)'(left_i) + (Bits + 2)'(right_i);
    new_coordinator = {1'b0, coordinator_i} - wide(to_left_o) - wide(to_right_o);
    new_left        = {1'b0, left_i} + wide(to_left_o) - wide(left_to_right_o);
    new_right       = {1'b0, right_i} + wide(to_right_o) + wide(left_to_right_o);
    over = {new_right != {1'b0, quotient_i}, new_left != {1'b0, quotient_i},
            new_coordinator != {1'b0, quotient_i}};
    m_sum: assume (sum == (Bits + 2)'(quotient_i) * 3 + (Bits + 2)'(rest_i) && rest_i < 2'd3);
    // Each ends with a third, or one more.
    a_third: assert ((new_coordinator == (Bits + 1)'(quotient_i) + (Bits + 1)'(over[0])) &&
                     (new_left == (Bits + 1)'(quotient_i) + (Bits + 1)'(over[1])) &&
                     (new_right == (Bits + 1)'(quotient_i) + (Bits + 1)'(over[2])));
    a_over:  assert (2'(over[0]) + 2'(over[1]) + 2'(over[2]) == rest_i);
    // Who keeps one has as much as any who keeps none, and comes first where they have the same.
    a_left:  assert (!over[1] || over[0] || left_i > coordinator_i);
    a_right: assert (!over[2] || ((over[0] || right_i > coordinator_i) &&
                                  (over[1] || right_i > left_i)));
    a_first: assert ((!over[0] || over[1] || coordinator_i >= left_i) &&
                     (!over[0] || over[2] || coordinator_i >= right_i) &&
                     (!over[1] || over[2] || left_i >= right_i));
    // Nobody gives what it gets at the same time.
    a_ways:  assert (!(to_left_o != '0 && to_right_o != '0 &&
                       to_left_o[Bits-1] != to_right_o[Bits-1]) &&
                     !(to_left_o != '0 && left_to_right_o != '0 &&
                       to_left_o[Bits-1] == left_to_right_o[Bits-1]) &&
                     !(to_right_o != '0 && left_to_right_o != '0 &&
                       to_right_o[Bits-1] != left_to_right_o[Bits-1]));
    c_two:   cover (to_left_o != '0 && to_right_o != '0);
    c_side:  cover (left_to_right_o != '0 && to_left_o == '0 && to_right_o == '0);
  end
`endif

endmodule
