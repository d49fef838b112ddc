// SPDX-License-Identifier: Apache-2.0
// How many tasks go between a PE and one neighbour in nearest-neighbour averaging by equal portions:
// the difference of their loads divided by Parts, rounded up where tasks go towards a successor and
// down where they go towards a predecessor. The neighbour divides the same difference and rounds it
// the same way, so a PE that has less knows how many tasks are due.
//
// start_i takes the difference; the Steps cycles with divide_i that follow divide it, a bit of the
// quotient each. gives_o and count_o are right from then to the next start. Loads are at most Depth.
//
// With a = own - neighbour, less 1 towards a successor, what is divided is a if the PE gives, and
// -a - 1, which is a with all bits inverted, if it gets. So what is rounded up has been lessened by 1,
// and 1 is added to its quotient.
module isobar_averaging_portion #(
  parameter int unsigned LoadBits  = 16,
  parameter int unsigned Bits      = 5,     // enough for Depth
  parameter int unsigned Parts     = 3,     // the neighbours and the PE itself
  parameter bit          Successor = 1'b1,  // the neighbour is the successor
  localparam int unsigned RestBits = $clog2(Parts),
  localparam int unsigned Steps    = Bits - RestBits + 1
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                start_i,
  input  logic                divide_i,
  input  logic [LoadBits-1:0] own_i,
  input  logic [LoadBits-1:0] neighbour_i,
  output logic                gives_o,  // else it gets, if anything
  output logic [Bits-1:0]     count_o   // of tasks
);

  logic [Bits:0]     neighbour, difference;
  logic [Bits-1:0]   dividend;
  logic              gets_d, gets_q, fits, rounded_up, unused_bits;
  logic [RestBits-1:0] rest_d, rest_q;
  logic [Steps-1:0]  quotient_d, quotient_q;  // above it what is still to be divided
  logic [RestBits+1:0] less;

  assign neighbour   = (Bits + 1)'(neighbour_i);
  assign difference  = (Bits + 1)'(own_i) + ~neighbour + (Bits + 1)'(!Successor);
  assign dividend    = difference[Bits-1:0] ^ {Bits{difference[Bits]}};
  assign unused_bits = &{1'b0, own_i, neighbour_i};

  // The bits of the dividend that are less than Parts are a rest at once.
  assign less = {1'b0, rest_q, quotient_q[Steps-1]} - (RestBits + 2)'(Parts);
  assign fits = !less[RestBits+1];

  always_comb begin
    gets_d     = gets_q;
    rest_d     = rest_q;
    quotient_d = quotient_q;
    if (start_i) begin
      gets_d     = difference[Bits];
      rest_d     = RestBits'(dividend[Bits-1:Steps]);
      quotient_d = dividend[Steps-1:0];
    end else if (divide_i) begin
      rest_d     = fits ? less[RestBits-1:0] : RestBits'({rest_q, quotient_q[Steps-1]});
      quotient_d = Steps'({quotient_q, fits});
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      gets_q     <= 1'b0;
      rest_q     <= '0;
      quotient_q <= '0;
    end else begin
      gets_q     <= gets_d;
      rest_q     <= rest_d;
      quotient_q <= quotient_d;
    end
  end

  assign rounded_up = gets_q != Successor;
  assign gives_o    = !gets_q;
  assign count_o    = Bits'(quotient_q) + Bits'(rounded_up);

`ifdef FORMAL
  // The loads at the start, of no more than Bits bits, and the cycles of division since.
  localparam int unsigned StepBits = $clog2(Steps + 2);

  logic [Bits-1:0]     own, other, more, portion, divided, done, left;
  logic [StepBits-1:0] step_d, step_q;
  logic                began_q, started_q = 1'b0;
  logic [2*Bits:0]     whole;
  logic [Bits:0]       rounded;

  always_ff @(posedge clk_i) started_q <= 1'b1;

  assign step_d = start_i ? '0 : (divide_i && step_q != StepBits'(Steps + 1)) ? step_q + 1'b1 : step_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      began_q <= 1'b0;
      step_q  <= '0;
      own     <= '0;
      other   <= '0;
    end else begin
      began_q <= began_q || start_i;
      step_q  <= step_d;
      if (start_i) begin
        own   <= own_i[Bits-1:0];
        other <= neighbour_i[Bits-1:0];
      end
    end
  end

  always_comb begin
    more    = (own > other) ? own - other : other - own;
    // Up if tasks go towards a successor: from this PE, or from the predecessor to it
    rounded = (Bits + 1)'(more) + (Successor == (own > other) ? (Bits + 1)'(Parts - 1) : '0);
    portion = Bits'(rounded / (Bits + 1)'(Parts));
    divided = (rounded_up ? more - 1'b1 : more);
    done    = Bits'(quotient_q) & ~({Bits{1'b1}} << step_q);
    left    = Bits'(quotient_q) >> step_q;
    whole   = ((2 * Bits + 1)'(done) * (2 * Bits + 1)'(Parts) + (2 * Bits + 1)'(rest_q))
              << (StepBits'(Steps) - step_q);
  end

  always_comb begin
    m_reset: assume (started_q || !rst_ni);
    m_bits:  assume (own_i < (LoadBits'(1) << Bits) && neighbour_i < (LoadBits'(1) << Bits));
    if (rst_ni && began_q && step_q == StepBits'(Steps)) begin
      a_count: assert (count_o == portion);
      a_gives: assert (count_o == '0 || gives_o == (own > other));
      c_gives: cover (gives_o && count_o > 1);
      c_gets:  cover (!gives_o && count_o > 1);
    end
    if (rst_ni) begin
      i_step: assert (step_q <= StepBits'(Steps + 1));
    end
    if (rst_ni && began_q && step_q <= StepBits'(Steps)) begin
      // Induction
      i_sign: assert (own == other ? gets_q == Successor : gets_q == (own < other));
      i_rest: assert (32'(rest_q) < Parts);
      i_all:  assert (whole + (2 * Bits + 1)'(left) == (2 * Bits + 1)'(divided));
    end
  end
`endif

endmodule
