// SPDX-License-Identifier: Apache-2.0
// Draws one of Ports ports, as models/xorshift.h does: its number goes on with each draw, and
// the port is what number · Ports has above 32 bits. seeds_i says that the number is seed_i, which is not 0, already
// for a draw of that cycle.
module isobar_stealing_draw #(
  parameter int unsigned Ports     = 4,
  localparam int unsigned PortBits = $clog2(Ports + 1)
) (
  input  logic                clk_i,
  input  logic                seeds_i,
  input  logic [31:0]         seed_i,
  input  logic                draws_i,
  output logic [PortBits-1:0] port_o
);

  localparam int unsigned WideBits = 32 + PortBits;

  logic [31:0]         state, left, right, state_d, state_q;
  logic [WideBits-1:0] product;

  assign state   = seeds_i ? seed_i : state_q;
  assign left    = state ^ {state[18:0], 13'd0};
  assign right   = left ^ {17'd0, left[31:17]};
  assign state_d = draws_i ? right ^ {right[26:0], 5'd0} : state;
  assign product = WideBits'(state) * WideBits'(Ports);
  assign port_o  = product[WideBits-1:32];

  always_ff @(posedge clk_i) state_q <= state_d;

  logic unused_bits;
  assign unused_bits = &{1'b0, product[31:0]};

`ifdef FORMAL
  logic started_q = 1'b0, seeded_q = 1'b0;

  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    seeded_q  <= 1'b1;
  end

  always_comb begin
    m_seeds: assume (seeded_q || seeds_i);
    m_seed:  assume (seed_i != '0);
    // A port that there is; from a number that is not 0 never 0, which would stay 0.
    a_port:  assert (port_o <= PortBits'(Ports - 1));
    a_some:  assert (state_d != '0);
    // Its number goes on with a draw, and with nothing else.
    a_stays: assert (draws_i == (state_d != state));
    i_some:  assert (!started_q || state_q != '0);
    c_first: cover (started_q && port_o == '0);
    c_last:  cover (port_o == PortBits'(Ports - 1) && draws_i);
  end
`endif

endmodule
