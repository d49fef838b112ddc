// SPDX-License-Identifier: Apache-2.0
// Divides the load of a triangle by 3, a bit of the quotient a cycle. start_i takes the sum; after Steps
// cycles of divide_i the quotient and the rest are there, and stay.
module isobar_hhc_division #(
  parameter int unsigned SumBits = 6,
  localparam int unsigned Steps  = SumBits - 1
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  input  logic               start_i,
  input  logic               divide_i,
  input  logic [SumBits-1:0] sum_i,
  output logic [Steps-1:0]   quotient_o,
  output logic [1:0]         rest_o
);

  logic [Steps-1:0] quotient_d, quotient_q;  // above it what is still to be divided
  logic [1:0]       rest_d, rest_q;
  logic [3:0]       less;
  logic             fits, unused_less;

  assign unused_less = less[2];
  assign less = {1'b0, rest_q, quotient_q[Steps-1]} - 4'd3;
  assign fits = !less[3];

  always_comb begin
    quotient_d = quotient_q;
    rest_d     = rest_q;
    if (start_i) begin
      // A sum's first bit alone is less than 3.
      rest_d     = {1'b0, sum_i[SumBits-1]};
      quotient_d = sum_i[Steps-1:0];
    end else if (divide_i) begin
      rest_d     = fits ? less[1:0] : {rest_q[0], quotient_q[Steps-1]};
      quotient_d = Steps'({quotient_q, fits});
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      quotient_q <= '0;
      rest_q     <= '0;
    end else begin
      quotient_q <= quotient_d;
      rest_q     <= rest_d;
    end
  end

  assign quotient_o = quotient_q;
  assign rest_o     = rest_q;

`ifdef FORMAL
  localparam int unsigned StepBits = $clog2(Steps + 2);

  logic [SumBits-1:0]   sum;
  logic [StepBits-1:0]  step_d, step_q;
  logic                 began_q, started_q = 1'b0;
  logic [Steps-1:0]     done, left;
  logic [2*SumBits+1:0] whole;

  always_ff @(posedge clk_i) started_q <= 1'b1;

  assign step_d = start_i ? '0
                          : (divide_i && step_q != StepBits'(Steps + 1)) ? step_q + 1'b1 : step_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      began_q <= 1'b0;
      step_q  <= '0;
      sum     <= '0;
    end else begin
      began_q <= began_q || start_i;
      step_q  <= step_d;
      if (start_i) sum <= sum_i;
    end
  end

  always_comb begin
    done  = quotient_q & ~({Steps{1'b1}} << step_q);
    left  = quotient_q >> step_q;
    whole = ((2 * SumBits + 2)'(done) * 3 + (2 * SumBits + 2)'(rest_q))
            << (StepBits'(Steps) - step_q);
  end

  always_comb begin
    m_reset: assume (started_q || !rst_ni);
    if (rst_ni && began_q && step_q == StepBits'(Steps)) begin
      a_quotient: assert (quotient_q == Steps'(sum / SumBits'(3)));
      a_rest:     assert (rest_q == 2'(sum % SumBits'(3)));
      c_rest:     cover (quotient_q > 1 && rest_q == 2'd2);
    end
    if (rst_ni) begin
      i_step: assert (step_q <= StepBits'(Steps + 1));
    end
    if (rst_ni && began_q && step_q <= StepBits'(Steps)) begin
      // Induction
      i_rest: assert (rest_q < 2'd3);
      i_all:  assert (whole + (2 * SumBits + 2)'(left) == (2 * SumBits + 2)'(sum));
    end
  end
`endif

endmodule
