// SPDX-License-Identifier: Apache-2.0
// How many tasks a PE gives or gets in each of its two ways: between pairs half of what one has more than
// the other, rounded down, so that the fuller one keeps the ceiling; in a triangle what the coordinator
// has worked out, or says in its order. In an order and of the shares a negative number is what is got.
// What cannot be is said; nothing is given or got then. Combinational.
module isobar_hhc_decision #(
  parameter int unsigned Depth = 16,
  parameter int unsigned Bits  = 5  // enough for Depth
) (
  input  logic              pair_i,
  input  logic [1:0]        role_i,
  input  logic [Bits-1:0]   own_i,
  input  logic [Bits-1:0]   neighbour_i,  // of a pair
  input  logic [Bits-1:0]   to_left_i,    // the coordinator's shares
  input  logic [Bits-1:0]   to_right_i,
  input  logic [2*Bits-1:0] order_i,      // what it says to give to the coordinator, then to the other
  output logic              gives_o,      // else it gets, if anything
  output logic [2*Bits-1:0] count_o,      // of tasks, by way
  output logic [Bits-1:0]   skip_o,       // that the first way gives, of a triangle
  output logic              wrong_o,      // it gives more than it has, or gives and gets
  output logic              over_o        // it gets more than it has room for
);

  logic [Bits:0]   more, sum, most;
  logic [Bits-1:0] fewer, first, second, leads;
  logic            mixed, too_many, unused_half;

  // Between two
  assign more        = {1'b0, own_i} - {1'b0, neighbour_i};
  assign fewer       = neighbour_i - own_i;
  assign unused_half = &{1'b0, more[0], fewer[0]};

  // In a triangle. Way 0 leads to the successor, way 1 to the predecessor; the first tasks are the
  // coordinator's, and of its own the left one's.
  always_comb begin
    case (role_i)
      isobar_pkg::RoleCoordinator: begin
        first  = to_left_i;
        second = to_right_i;
      end
      isobar_pkg::RoleLeft: begin
        first  = order_i[0 +: Bits];
        second = order_i[Bits +: Bits];
      end
      default: begin
        first  = order_i[Bits +: Bits];
        second = order_i[0 +: Bits];
      end
    endcase
  end

  assign leads  = (role_i == isobar_pkg::RoleLeft) ? second : first;
  assign skip_o = leads & {Bits{!leads[Bits-1]}};
  assign mixed  = !pair_i && first[Bits-1] != second[Bits-1] && first != '0 && second != '0;

  always_comb begin
    if (pair_i) begin
      gives_o = !more[Bits];
      count_o = {Bits'(0), 1'b0, more[Bits] ? fewer[Bits-1:1] : more[Bits-1:1]};
    end else begin
      gives_o = !first[Bits-1] && !second[Bits-1];
      count_o = {second[Bits-1] ? -second : second, first[Bits-1] ? -first : first};
    end
  end

  assign sum      = {1'b0, count_o[0 +: Bits]} + {1'b0, count_o[Bits +: Bits]};
  assign most     = gives_o ? {1'b0, own_i} : (Bits + 1)'(Depth) - {1'b0, own_i};
  assign too_many = sum > most;
  assign wrong_o  = mixed || (gives_o && too_many);
  assign over_o   = !mixed && !gives_o && too_many;

`ifdef FORMAL
  logic [Bits-1:0] pair;  // what moves between two
  logic [2*Bits-1:0] by_way;

  always_comb begin
    pair   = (own_i > neighbour_i ? own_i - neighbour_i : neighbour_i - own_i) / 2;
    by_way = role_i == isobar_pkg::RoleCoordinator ? {to_right_i, to_left_i} :
             role_i == isobar_pkg::RoleLeft        ? order_i :
                                                     {order_i[0 +: Bits], order_i[Bits +: Bits]};
    m_loads: assume (own_i <= Bits'(Depth) && neighbour_i <= Bits'(Depth));
    if (pair_i) begin
      a_half: assert (count_o == {Bits'(0), pair} && !wrong_o && !over_o);
      a_gives: assert (pair == '0 || gives_o == (own_i > neighbour_i));
    end
    // Never more than there is, or has room.
    a_most: assert (wrong_o || over_o ||
                    {1'b0, count_o[0 +: Bits]} + {1'b0, count_o[Bits +: Bits]} <=
                    (gives_o ? {1'b0, own_i} : (Bits + 1)'(Depth) - {1'b0, own_i}));
    // The first way's tasks come before the other's.
    a_skip: assert (pair_i || wrong_o || !gives_o ||
                    skip_o == (role_i == isobar_pkg::RoleLeft ? count_o[Bits +: Bits]
                                                              : count_o[0 +: Bits]));
    // A number is given if it is positive, and got if it is negative.
    if (!pair_i && !wrong_o && !over_o) begin
      a_first:  assert (by_way[0 +: Bits] == (gives_o ? count_o[0 +: Bits]
                                                      : -count_o[0 +: Bits]));
      a_second: assert (by_way[Bits +: Bits] == (gives_o ? count_o[Bits +: Bits]
                                                         : -count_o[Bits +: Bits]));
    end
    c_both:  cover (!pair_i && gives_o && count_o[0 +: Bits] != '0 && count_o[Bits +: Bits] != '0);
    c_wrong: cover (wrong_o && !mixed);
    c_over:  cover (over_o);
  end
`endif

endmodule
