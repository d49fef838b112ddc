// SPDX-License-Identifier: Apache-2.0
// How many tasks a PE gives to its neighbour in dimension exchange: half of what it has more, rounded
// down, so that the fuller one keeps the ceiling. Combinational. The neighbour goes by the same
// numbers, so a PE that has less knows whether a transfer comes.
module isobar_exchange_decision #(
  parameter int unsigned LoadBits = 16
) (
  input  logic [LoadBits-1:0] own_i,
  input  logic [LoadBits-1:0] neighbour_i,
  output logic [LoadBits-1:0] tasks_o,     // that it gives
  output logic                receives_o   // it has less by 2 or more
);

  logic [LoadBits:0] difference;
  logic              less;

  assign difference = {1'b0, own_i} - {1'b0, neighbour_i};
  assign less       = difference[LoadBits];
  assign tasks_o    = less ? '0 : {1'b0, difference[LoadBits-1:1]};
  assign receives_o = less && difference != '1;

`ifdef FORMAL
  always_comb begin
    a_half:     assert (own_i <= neighbour_i ? tasks_o == '0 :
                        tasks_o == (own_i - neighbour_i) / 2);
    a_receives: assert (receives_o == (neighbour_i > own_i && neighbour_i - own_i >= 2));
    c_gives:    cover (tasks_o > 1);
    c_receives: cover (receives_o);
  end
`endif

endmodule
