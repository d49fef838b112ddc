// SPDX-License-Identifier: Apache-2.0
// The slot counter against a list of parts, each counted down on its own. run_i is free.
module prove_slot #(
  parameter int unsigned Dimensions = 2,
  parameter int unsigned CountBits  = 4,
  parameter bit [Dimensions*CountBits-1:0] Words     = '0,  // cycles
  parameter bit [Dimensions*CountBits-1:0] Transfers = '0,  // cycles, the landing included
  parameter int unsigned DimensionBits = (Dimensions > 1) ? $clog2(Dimensions) : 1
) (
  input logic clk_i,
  input logic rst_ni,
  input logic run_i
);

  logic [Dimensions*CountBits-1:0] slot_cycles;
  logic [DimensionBits-1:0]        dimension, dimension_next;
  logic [CountBits-1:0]            cycle;
  logic [1:0]                      part;
  logic                            active;

  for (genvar d = 0; d < Dimensions; d++) begin : g_slot
    assign slot_cycles[d*CountBits +: CountBits] =
        Words[d*CountBits +: CountBits] + Transfers[d*CountBits +: CountBits] + 1'b1;
  end

  isobar_slot #(
    .Dimensions(Dimensions), .CountBits(CountBits), .DimensionBits(DimensionBits)
  ) u_slot (
    .clk_i, .rst_ni, .run_i, .word_cycles_i(Words), .slot_cycles_i(slot_cycles),
    .dimension_o(dimension), .dimension_next_o(dimension_next), .cycle_o(cycle), .part_o(part),
    .active_o(active)
  );

  // The list: words, decision, transfer, landing; `left` cycles after this one in this part.

  localparam bit HasWords0 = Words[CountBits-1:0] != '0;
  localparam bit [1:0] First0 = HasWords0 ? isobar_pkg::PartWords : isobar_pkg::PartDecision;
  localparam bit [CountBits-1:0] Left0 = HasWords0 ? Words[CountBits-1:0] - 1'b1 : '0;

  logic                     started_q = 1'b0;
  logic                     stepped_q;  // a step has begun since the reset
  logic                     waits, held_d, held_q;
  logic [DimensionBits-1:0] dimension_d, dimension_q;
  logic [1:0]               part_d, part_q;
  logic [CountBits-1:0]     left_d, left_q, cycle_d, cycle_q, words, transfers;
  logic [CountBits-1:0]     words_here, transfers_here;

  assign waits          = !run_i && dimension_q == '0 && cycle_q == '0;
  assign held_d         = waits;
  assign words          = Words[dimension_d*CountBits +: CountBits];
  assign transfers      = Transfers[dimension_d*CountBits +: CountBits];
  assign words_here     = Words[dimension_q*CountBits +: CountBits];
  assign transfers_here = Transfers[dimension_q*CountBits +: CountBits];

  always_comb begin
    dimension_d = dimension_q;
    if (part_q == isobar_pkg::PartLanding) begin
      dimension_d = (dimension_q == DimensionBits'(Dimensions - 1)) ? '0 : dimension_q + 1'b1;
    end
  end

  always_comb begin
    part_d  = part_q;
    left_d  = left_q - 1'b1;
    cycle_d = cycle_q + 1'b1;
    if (left_q == '0) begin
      case (part_q)
        isobar_pkg::PartWords: begin
          part_d = isobar_pkg::PartDecision;
          left_d = '0;
        end
        isobar_pkg::PartDecision: begin
          part_d = (transfers == CountBits'(1)) ? isobar_pkg::PartLanding
                                                : isobar_pkg::PartTransfer;
          left_d = (transfers == CountBits'(1)) ? '0 : transfers - CountBits'(2);
        end
        isobar_pkg::PartTransfer: begin
          part_d = isobar_pkg::PartLanding;
          left_d = '0;
        end
        default: begin
          part_d  = (words == '0) ? isobar_pkg::PartDecision : isobar_pkg::PartWords;
          left_d  = (words == '0) ? '0 : words - 1'b1;
          cycle_d = '0;
        end
      endcase
    end
    if (waits) begin
      part_d  = First0;
      left_d  = Left0;
      cycle_d = '0;
    end
  end

  always_ff @(posedge clk_i) started_q <= 1'b1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      held_q      <= 1'b0;
      stepped_q   <= 1'b0;
      dimension_q <= '0;
      part_q      <= First0;
      left_q      <= Left0;
      cycle_q     <= '0;
    end else begin
      held_q      <= held_d;
      stepped_q   <= stepped_q || cycle_q != '0;
      dimension_q <= dimension_d;
      part_q      <= part_d;
      left_q      <= left_d;
      cycle_q     <= cycle_d;
    end
  end

  always_comb begin
    m_reset: assume (started_q || !rst_ni);

    // Order and length of the parts, dimension after dimension.
    a_part:      assert (part == part_q);
    a_cycle:     assert (cycle == cycle_q);
    a_dimension: assert (dimension == dimension_q);
    if (rst_ni) begin
      a_dimension_next: assert (dimension_next == dimension_d);
    end

    // Held at cycle 0 of the first dimension while run_i is low there, and nowhere else.
    a_active: assert (active == !waits);
    if (held_q) begin
      a_held: assert (cycle == '0 && dimension == '0);
    end

    c_landing: cover (rst_ni && run_i && part == isobar_pkg::PartLanding &&
                      dimension == DimensionBits'(Dimensions - 1));
    c_words:   cover (rst_ni && run_i && part == isobar_pkg::PartWords);
    c_transfer: cover (rst_ni && run_i && part == isobar_pkg::PartTransfer);
    c_goes_on: cover (rst_ni && !run_i && cycle != '0);
    c_stops:   cover (rst_ni && waits && stepped_q);
  end

  // For induction: where in its part the counter is.
  always_comb begin
    i_dimension: assert (dimension_q <= DimensionBits'(Dimensions - 1));
    case (part_q)
      isobar_pkg::PartWords: begin
        i_words: assert (left_q < words_here && cycle_q == words_here - left_q - 1'b1);
      end
      isobar_pkg::PartDecision: begin
        i_decision: assert (left_q == '0 && cycle_q == words_here);
      end
      isobar_pkg::PartTransfer: begin
        i_transfer: assert (left_q < transfers_here - 1'b1 &&
                            cycle_q == words_here + transfers_here - 1'b1 - left_q);
      end
      default: begin
        i_landing: assert (left_q == '0 && cycle_q == words_here + transfers_here);
      end
    endcase
  end

endmodule
