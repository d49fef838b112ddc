// SPDX-License-Identifier: Apache-2.0
// The sequencer of a step whose phases serve one dimension after the other, or all at once (then
// Dimensions is 1): whose phase it is, and which part of it. A phase is words, Decision cycles, in the
// last of which decided_o is high, and the transfers with what ends them; ends_o is high in its last
// cycle.
// With FixedSlot the transfer lasts transfer_cycles. Without, it ends wait_i cycles after the PE knows
// that all transfers have landed (isobar_phase_end): those that know first wait for the last.
// A step begins in a cycle with run_i high and then goes on to its end: run_i is looked at in cycle 0
// of dimension 0 alone, where the sequencer stands while it is low. active_o is high in all other
// cycles.
//
// One counter serves all that is waited for: the words, the decision, a transfer's way, the wait, the
// slot.
module isobar_sequencer #(
  parameter int unsigned Dimensions = 1,
  parameter int unsigned CountBits  = 16,         // of the constants
  parameter int unsigned CycleBits  = CountBits,  // of the counter
  parameter bit          FixedSlot  = 1'b0,
  parameter int unsigned Decision   = 1,
  parameter int unsigned DimensionBits = 1
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  logic                     run_i,
  input  logic [Dimensions*CountBits-1:0] word_cycles_i,      // constants, by dimension
  input  logic [Dimensions*CountBits-1:0] transfer_cycles_i,
  input  logic [Dimensions*CountBits-1:0] latency_i,
  input  logic [CountBits-1:0]     wait_i,            // constant
  input  logic                     sends_i,           // in the last decision cycle: tasks are sent
  input  logic                     sent_i,            // the last busy cycle of a transfer
  input  logic                     knows_i,           // from the next cycle on
  output logic [DimensionBits-1:0] dimension_o,
  output logic [DimensionBits-1:0] dimension_next_o,  // in the next cycle
  output logic [CycleBits-1:0]     cycle_o,           // of what is waited for
  output logic [1:0]               part_o,            // of the phase, as isobar_pkg has it
  output logic                     active_o,          // this cycle belongs to a step
  output logic                     decided_o,
  output logic                     own_o,  // from the next cycle on what this PE sent can be used
  output logic                     ends_o
);

  logic [DimensionBits-1:0] dimension_d, dimension_q;
  logic [CycleBits-1:0]     cycle_d, cycle_q, cycles;
  logic [1:0]               part_d, part_q;
  logic                     in_words, deciding, decided, counts, reached;
  logic                     on_its_way, waiting;

  assign in_words = part_q == isobar_pkg::PartWords;
  assign deciding = part_q == isobar_pkg::PartDecision;
  assign active_o = run_i || dimension_q != '0 || !in_words || cycle_q != '0;

  assign decided = deciding && (Decision == 1 || reached);
  assign reached = counts && cycle_q + 1'b1 == cycles;
  assign cycle_d = (counts && !reached) ? cycle_q + 1'b1 : '0;

  if (FixedSlot) begin : g_slot
    logic in_transfer, unused_ends;

    assign in_transfer = part_q == isobar_pkg::PartTransfer;
    assign on_its_way = 1'b0;
    assign waiting    = 1'b0;
    assign counts     = in_words ? active_o : in_transfer || (Decision > 1 && deciding);
    assign cycles     = CycleBits'(in_words ? word_cycles_i[dimension_q*CountBits +: CountBits]
                                   : (Decision > 1 && deciding) ? CountBits'(Decision)
                                   : transfer_cycles_i[dimension_q*CountBits +: CountBits]);
    assign ends_o     = in_transfer && reached;
    assign unused_ends = &{1'b0, sent_i, knows_i, latency_i, wait_i, on_its_way, waiting};
  end else begin : g_words
    logic on_its_way_d, on_its_way_q, waiting_d, waiting_q, unused_slot;

    assign on_its_way   = on_its_way_q;
    assign waiting      = waiting_q;
    assign counts       = in_words ? active_o
                                   : (on_its_way || waiting || (Decision > 1 && deciding));
    assign cycles       = CycleBits'(in_words  ? word_cycles_i[dimension_q*CountBits +: CountBits]
                                     : (Decision > 1 && deciding) ? CountBits'(Decision)
                                     : waiting ? wait_i
                                     : latency_i[dimension_q*CountBits +: CountBits]);
    assign ends_o       = waiting ? reached : knows_i && wait_i == '0;
    assign on_its_way_d = sent_i || (on_its_way && !reached);
    assign waiting_d    = (knows_i && wait_i != '0) || (waiting && !reached);
    assign unused_slot  = &{1'b0, transfer_cycles_i};

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        on_its_way_q <= 1'b0;
        waiting_q    <= 1'b0;
      end else begin
        on_its_way_q <= on_its_way_d;
        waiting_q    <= waiting_d;
      end
    end
  end

  assign own_o = (decided && !sends_i) || (on_its_way && reached);

  always_comb begin
    dimension_d = dimension_q;
    part_d      = part_q;
    if (in_words && reached) part_d = isobar_pkg::PartDecision;
    if (decided) part_d = isobar_pkg::PartTransfer;
    if (ends_o) begin
      part_d      = isobar_pkg::PartWords;
      dimension_d = (dimension_q == DimensionBits'(Dimensions - 1)) ? '0 : dimension_q + 1'b1;
    end
    if (Dimensions == 1) dimension_d = '0;  // no register
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      dimension_q <= '0;
      part_q      <= isobar_pkg::PartWords;
      cycle_q     <= '0;
    end else begin
      dimension_q <= dimension_d;
      part_q      <= part_d;
      cycle_q     <= cycle_d;
    end
  end

  assign dimension_o      = dimension_q;
  assign dimension_next_o = dimension_d;
  assign cycle_o          = cycle_q;
  assign part_o           = part_q;
  assign decided_o        = decided;

endmodule
