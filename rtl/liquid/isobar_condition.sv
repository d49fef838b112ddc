// SPDX-License-Identifier: Apache-2.0
// Whether a PE shifts one task to its successor (Henrich, Table 1). Combinational. Loads that the
// condition does not hear are not looked at.
module isobar_condition #(
  parameter bit [2:0]    Condition = isobar_pkg::CondC5,
  parameter int unsigned LoadBits  = 16
) (
  input  logic [LoadBits-1:0] own_i,
  input  logic [LoadBits-1:0] predecessor_i,
  input  logic [LoadBits-1:0] successor_i,
  output logic                shift_o
);

  logic any, keeps_one, refilled, level;

  assign any       = own_i != '0;
  assign keeps_one = own_i > LoadBits'(1);
  assign refilled  = keeps_one || (any && predecessor_i > LoadBits'(1));
  assign level     = own_i >= successor_i;

  always_comb begin
    case (Condition)
      isobar_pkg::CondC0: shift_o = any;
      isobar_pkg::CondC1: shift_o = keeps_one;
      isobar_pkg::CondC2: shift_o = refilled;
      isobar_pkg::CondC3: shift_o = keeps_one && level;
      isobar_pkg::CondC4: shift_o = refilled && level;
      default:            shift_o = any && level;
    endcase
  end

`ifdef FORMAL
  // Table 1 as it is printed.
  logic [5:0] table_1;
  assign table_1[0] = own_i > 0;
  assign table_1[1] = own_i > 1;
  assign table_1[2] = own_i > 1 || (own_i == 1 && predecessor_i > 1);
  assign table_1[3] = table_1[1] && own_i >= successor_i;
  assign table_1[4] = table_1[2] && own_i >= successor_i;
  assign table_1[5] = table_1[0] && own_i >= successor_i;

  always_comb begin
    a_table: assert (shift_o == table_1[Condition]);
    c_shift: cover (shift_o);
    c_stay:  cover (!shift_o);
  end
`endif

endmodule
