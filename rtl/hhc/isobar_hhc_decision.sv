// SPDX-License-Identifier: Apache-2.0
// How many tasks a PE gives or gets in each of its two ways: between pairs half of what one has more than
// the other, rounded down, so that the fuller one keeps the ceiling; in a triangle what the coordinator
// has worked out, or says in its order. In an order and of the shares a negative number is what is got.
// Whether there are so many, or have room, the queue says. Combinational.
module isobar_hhc_decision #(
  parameter int unsigned Bits = 5  // of a load
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
  output logic              mixed_o       // it is to give and to get
);

  logic [Bits:0]   more;
  logic [Bits-1:0] fewer, first, second, leads;
  logic            unused_half;

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

  assign leads   = (role_i == isobar_pkg::RoleLeft) ? second : first;
  assign skip_o  = leads & {Bits{!leads[Bits-1]}};
  assign mixed_o = !pair_i && first[Bits-1] != second[Bits-1] && first != '0 && second != '0;

  always_comb begin
    if (pair_i) begin
      gives_o = !more[Bits];
      count_o = {Bits'(0), 1'b0, more[Bits] ? fewer[Bits-1:1] : more[Bits-1:1]};
    end else begin
      gives_o = !first[Bits-1] && !second[Bits-1];
      count_o = {second[Bits-1] ? -second : second, first[Bits-1] ? -first : first};
    end
  end

`ifdef FORMAL
  (* anyconst *) logic [Bits-1:0] depth;
  logic [Bits-1:0]   pair;  // what moves between two
  logic [2*Bits-1:0] by_way;

  always_comb begin
    pair   = (own_i > neighbour_i ? own_i - neighbour_i : neighbour_i - own_i) / 2;
    by_way = role_i == isobar_pkg::RoleCoordinator ? {to_right_i, to_left_i} :
             role_i == isobar_pkg::RoleLeft        ? order_i :
                                                     {order_i[0 +: Bits], order_i[Bits +: Bits]};
    m_loads: assume (own_i <= depth && neighbour_i <= depth);
    if (pair_i) begin
      a_half:  assert (count_o == {Bits'(0), pair} && !mixed_o);
      a_gives: assert (pair == '0 || gives_o == (own_i > neighbour_i));
      // There are so many, and have room.
      a_fits:  assert ({1'b0, pair} <= (gives_o ? {1'b0, own_i}
                                                : {1'b0, depth} - {1'b0, own_i}));
    end
    // A number is given if it is positive, and got if it is negative.
    if (!pair_i && !mixed_o) begin
      a_first:  assert (by_way[0 +: Bits] == (gives_o ? count_o[0 +: Bits]
                                                      : -count_o[0 +: Bits]));
      a_second: assert (by_way[Bits +: Bits] == (gives_o ? count_o[Bits +: Bits]
                                                         : -count_o[Bits +: Bits]));
    end
    // The first way's tasks come before the other's.
    a_skip: assert (pair_i || mixed_o || !gives_o ||
                    skip_o == (role_i == isobar_pkg::RoleLeft ? count_o[Bits +: Bits]
                                                              : count_o[0 +: Bits]));
    c_both:  cover (!pair_i && gives_o && count_o[0 +: Bits] != '0 && count_o[Bits +: Bits] != '0);
    c_gets:  cover (!pair_i && !gives_o && count_o[0 +: Bits] != '0 &&
                    count_o[Bits +: Bits] != '0 && !mixed_o);
    c_mixed: cover (mixed_o);
  end
`endif

endmodule
