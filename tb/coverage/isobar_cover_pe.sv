// SPDX-License-Identifier: Apache-2.0
`include "isobar_parameters.svh"

`define COVER(Name, What) Name: cover property (@(posedge clk_i) rst_ni && (What));

// What a PE has to have been through before its co-simulation says anything: a cover property for
// each. The report (tb/coverage/report) takes a point's meaning from the comment above it.
module isobar_cover_pe #(
  parameter int unsigned Dimensions = 1,
  parameter bit [Dimensions-1:0] Radix2 = '0,
  `ISOBAR_PARAMETERS(16),
  localparam int unsigned DimensionBits = (Dimensions > 1) ? $clog2(Dimensions) : 1
) (
  input logic                     clk_i,
  input logic                     rst_ni,
  input logic                     run_i,
  input logic                     active_i,       // this cycle belongs to a step
  input logic [DimensionBits-1:0] dimension_i,
  input logic [1:0]               part_i,
  input logic                     deciding_i,
  input logic                     landing_i,
  input logic                     shift_i,
  input logic                     landed_i,       // a task is written
  input logic                     fetch_asked_i,
  input logic                     fetch_i,        // a task goes to the source
  input logic                     offered_i,      // at the sink
  input logic                     accept_i,
  input logic [LoadBits-1:0]      load_i,
  input logic [LoadBits-1:0]      predecessor_i,  // their words, in the decision cycle
  input logic [LoadBits-1:0]      successor_i,
  input logic                     source_valid_i,
  input logic                     source_ready_i,
  input logic                     busy_i,         // the serializer
  input logic                     valid_i,
  input logic [isobar_pkg::ErrorBits-1:0] error_i
);

  localparam bit [1:0] Words = isobar_pkg::PartWords;
  localparam bit [1:0] Decision = isobar_pkg::PartDecision;
  localparam bit [1:0] Transfer = isobar_pkg::PartTransfer;
  localparam bit [1:0] Landing = isobar_pkg::PartLanding;
  localparam bit [LoadBits-1:0] Full = LoadBits'(Depth);
  localparam bit HearsPredecessor =
      Condition == isobar_pkg::CondC2 || Condition == isobar_pkg::CondC4;
  localparam bit HearsSuccessor = Condition == isobar_pkg::CondC3 ||
      Condition == isobar_pkg::CondC4 || Condition == isobar_pkg::CondC5;

  logic push, pop, stays;

  assign push  = accept_i || landed_i;
  assign pop   = fetch_i || shift_i;
  assign stays = deciding_i && !shift_i;

  logic active_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) active_q <= 1'b1;
    else active_q <= active_i;
  end

  // -- Conditions
  // C0 shifts
  `COVER(c_c0_shifts, Condition == isobar_pkg::CondC0 && shift_i)
  // C0 does not: empty
  `COVER(c_c0_stays, Condition == isobar_pkg::CondC0 && stays)
  // C1 shifts
  `COVER(c_c1_shifts, Condition == isobar_pkg::CondC1 && shift_i)
  // C1 keeps its one task
  `COVER(c_c1_keeps, Condition == isobar_pkg::CondC1 && stays && load_i == 1)
  // C2 gives its one task, for another comes
  `COVER(c_c2_refilled, Condition == isobar_pkg::CondC2 && shift_i && load_i == 1)
  // C2 keeps its one task
  `COVER(c_c2_keeps, Condition == isobar_pkg::CondC2 && stays && load_i == 1)
  // C3 shifts at equal loads
  `COVER(c_c3_level, Condition == isobar_pkg::CondC3 && shift_i && load_i == successor_i)
  // C3 does not shift to a higher load
  `COVER(c_c3_lower, Condition == isobar_pkg::CondC3 && stays && load_i > 1)
  // C3 keeps its one task beside an idle PE
  `COVER(c_c3_keeps, Condition == isobar_pkg::CondC3 && stays && load_i == 1 && successor_i == 0)
  // C4 gives its one task, for another comes
  `COVER(c_c4_refilled, Condition == isobar_pkg::CondC4 && shift_i && load_i == 1)
  // C4 shifts at equal loads
  `COVER(c_c4_level, Condition == isobar_pkg::CondC4 && shift_i && load_i == successor_i)
  // C4 does not shift to a higher load
  `COVER(c_c4_lower, Condition == isobar_pkg::CondC4 && stays && load_i > 1)
  // C5 gives its one task
  `COVER(c_c5_one, Condition == isobar_pkg::CondC5 && shift_i && load_i == 1)
  // C5 shifts at equal loads
  `COVER(c_c5_level, Condition == isobar_pkg::CondC5 && shift_i && load_i == successor_i)
  // C5 does not shift to a higher load
  `COVER(c_c5_lower, Condition == isobar_pkg::CondC5 && stays && load_i > 0)
  // a word of 0 from the predecessor
  `COVER(c_hears_zero_before, HearsPredecessor && deciding_i && predecessor_i == 0)
  // a word of 0 from the successor
  `COVER(c_hears_zero_after, HearsSuccessor && deciding_i && successor_i == 0)
  // a predecessor says that it is full
  `COVER(c_hears_full_before, HearsPredecessor && deciding_i && predecessor_i == Full)
  // a successor says that it is full
  `COVER(c_hears_full_after, HearsSuccessor && deciding_i && successor_i == Full)

  // -- The queue
  // the queue is empty
  `COVER(c_empty, load_i == 0)
  // the queue is full
  `COVER(c_full, load_i == Full)
  // a full PE shifts
  `COVER(c_full_shift, load_i == Full && shift_i)
  // a landing takes the last place
  `COVER(c_last_place, landed_i && load_i == Full - 1)
  // the first task comes
  `COVER(c_first, push && !pop && load_i == 0)
  // the last task leaves
  `COVER(c_last, pop && !push && load_i == 1)
  // push and pop at once
  `COVER(c_push_pop, push && pop)
  // push and pop at once with one task: it passes by the memory
  `COVER(c_passes, push && pop && load_i == 1)
  // a shift and a new task at once
  `COVER(c_shift_accept, shift_i && accept_i)
  // a landing and a fetch at once
  `COVER(c_land_fetch, landed_i && fetch_i)

  // -- Where in the slot
  // a new task while words are on the links
  `COVER(c_accept_words, active_i && accept_i && part_i == Words)
  // a new task in the decision cycle
  `COVER(c_accept_decision, active_i && accept_i && part_i == Decision)
  // a new task during a transfer
  `COVER(c_accept_transfer, active_i && accept_i && part_i == Transfer)
  // a new task is refused in the landing cycle
  `COVER(c_refused_landing, offered_i && !accept_i && landing_i)
  // a new task is refused: only the last place is free
  `COVER(c_refused_full, offered_i && !accept_i && !landing_i)
  // a fetch while words are on the links
  `COVER(c_fetch_words, active_i && fetch_i && part_i == Words)
  // a fetch during a transfer
  `COVER(c_fetch_transfer, active_i && fetch_i && part_i == Transfer)
  // a fetch in the landing cycle
  `COVER(c_fetch_landing, fetch_i && part_i == Landing)
  // a fetch waits for the decision
  `COVER(c_fetch_waits, fetch_asked_i && deciding_i && load_i != 0)
  // a fetch from an empty queue
  `COVER(c_fetch_empty, fetch_asked_i && load_i == 0)
  // the executor stalls
  `COVER(c_stalls, source_valid_i && !source_ready_i)
  // the source is filled as it is emptied
  `COVER(c_source_again, source_valid_i && source_ready_i && fetch_i)
  // a task lands in the first dimension
  `COVER(c_lands_first, landed_i && dimension_i == 0)
  // a task lands in a later dimension
  `COVER(c_lands_later, landed_i && dimension_i != 0)
  // nothing lands
  `COVER(c_lands_none, landing_i && !landed_i)
  // set-up of a word
  `COVER(c_setup_word, active_i && busy_i && !valid_i && part_i == Words)
  // set-up of a task
  `COVER(c_setup_task, active_i && busy_i && !valid_i && part_i == Transfer)

  // -- Stops and resets
  // the PE is stopped
  `COVER(c_stopped, !active_i)
  // it starts
  `COVER(c_starts, !active_q && active_i)
  // run_i falls while words are on the links
  `COVER(c_stop_words, active_i && !run_i && part_i == Words)
  // run_i is low in the decision cycle
  `COVER(c_stop_decision, active_i && !run_i && part_i == Decision)
  // run_i is low during a transfer
  `COVER(c_stop_transfer, active_i && !run_i && part_i == Transfer)
  // run_i is low in the landing cycle
  `COVER(c_stop_landing, active_i && !run_i && part_i == Landing)
  // a new task while the PE is stopped
  `COVER(c_stopped_sink, !active_i && accept_i)
  // a fetch while the PE is stopped
  `COVER(c_stopped_source, !active_i && fetch_i)

  // -- Errors
  // a wrong word is seen
  `COVER(c_error_word, $rose(error_i[isobar_pkg::ErrorWord]))
  // a wrong task is seen
  `COVER(c_error_task, $rose(error_i[isobar_pkg::ErrorTask]))
  // a task to a full queue is seen
  `COVER(c_error_full, $rose(error_i[isobar_pkg::ErrorFull]))
  // nothing is wrong
  `COVER(c_error_none, error_i == '0)

endmodule

bind isobar_pe isobar_cover_pe #(
  .Dimensions(Dimensions), .Radix2(Radix2),
  `ISOBAR_PASS_PARAMETERS
) u_cover (
  .clk_i(clk_i), .rst_ni(rst_ni), .run_i(run_i), .active_i(active), .dimension_i(dimension),
  .part_i(part), .deciding_i(deciding), .landing_i(active && landing), .shift_i(shift),
  .landed_i(landed), .fetch_asked_i(fetch_i), .fetch_i(fetch), .offered_i(sink_tvalid_i),
  .accept_i(accept), .load_i(load), .predecessor_i(LoadBits'(predecessor_held)),
  .successor_i(successor_held), .source_valid_i(source_tvalid_o),
  .source_ready_i(source_tready_i), .busy_i(busy), .valid_i(valid), .error_i(error_o)
);
