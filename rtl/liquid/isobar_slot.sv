// SPDX-License-Identifier: Apache-2.0
// The slot counter: which dimension's phase it is, and where in its slot. A slot is words (none if
// word_cycles_i is 0), one decision cycle, transfer, of which the last cycle is the landing.
// A step begins in a cycle with run_i high and then goes on to its end: run_i is looked at in cycle 0
// of dimension 0 alone, where the counter stands while it is low. active_o is high in all other cycles.
module isobar_slot #(
  parameter int unsigned Dimensions = 1,
  parameter int unsigned CountBits  = 16,         // of the constants
  parameter int unsigned SlotBits   = CountBits,  // of the counter; enough for the longest slot
  parameter int unsigned DimensionBits = 1
) (
  input  logic                     clk_i,
  input  logic                     rst_ni,
  input  logic                     run_i,
  input  logic [Dimensions*CountBits-1:0] word_cycles_i,  // constant, by dimension
  input  logic [Dimensions*CountBits-1:0] slot_cycles_i,
  output logic [DimensionBits-1:0] dimension_o,
  output logic [DimensionBits-1:0] dimension_next_o,  // in the next cycle
  output logic [SlotBits-1:0]      cycle_o,
  output logic [1:0]               part_o,            // of the slot, as isobar_pkg has it
  output logic                     active_o           // this cycle belongs to a step
);

  logic [DimensionBits-1:0] dimension_d, dimension_q;
  logic [SlotBits-1:0]      cycle_d, cycle_q, decision_cycle, last_cycle;

  assign decision_cycle = SlotBits'(word_cycles_i[dimension_q*CountBits +: CountBits]);
  assign last_cycle = SlotBits'(slot_cycles_i[dimension_q*CountBits +: CountBits]) - 1'b1;
  assign active_o = run_i || dimension_q != '0 || cycle_q != '0;

  always_comb begin
    if (cycle_q < decision_cycle) part_o = isobar_pkg::PartWords;
    else if (cycle_q == decision_cycle) part_o = isobar_pkg::PartDecision;
    else if (cycle_q != last_cycle) part_o = isobar_pkg::PartTransfer;
    else part_o = isobar_pkg::PartLanding;
  end

  always_comb begin
    dimension_d = dimension_q;
    cycle_d     = cycle_q + 1'b1;
    if (cycle_q == last_cycle) begin
      cycle_d     = '0;
      dimension_d = (dimension_q == DimensionBits'(Dimensions - 1)) ? '0 : dimension_q + 1'b1;
    end
    if (!active_o) cycle_d = '0;
    if (Dimensions == 1) dimension_d = '0;  // no register
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      dimension_q <= '0;
      cycle_q     <= '0;
    end else begin
      dimension_q <= dimension_d;
      cycle_q     <= cycle_d;
    end
  end

  assign dimension_o      = dimension_q;
  assign dimension_next_o = dimension_d;
  assign cycle_o          = cycle_q;

endmodule
