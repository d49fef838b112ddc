// SPDX-License-Identifier: Apache-2.0
// A port of a PE of nearest-neighbour averaging: its serializer, for a word first and then for task
// after task, and its deserializer. Of the two opposed transfers of a phase one is made at most.
//
// word_start_i sends load_next_i from the next cycle on. In the cycle of departs_i a port that gives
// takes its first task, the others as the bits of the one before end; done_o is high in the cycle
// after which one more cycle passes until the last of them can be used. A port to which tasks are due
// (due_i, in the cycle of departs_i) knows in the first cycle in which they can come whether they do:
// it has silence then if the giver had none left. They are over when the line falls silent. early_i is
// high in the cycles of the phase's transfers before that first cycle.
module isobar_averaging_port #(
  parameter int unsigned TaskBits  = 64,
  parameter int unsigned LoadBits  = 16,
  parameter int unsigned MaxLanes  = 1,
  parameter int unsigned BeatBits  = 7,
  parameter int unsigned Lanes     = 1,
  parameter int unsigned Cycles    = 1,  // a bit
  parameter int unsigned Setup     = 0,
  parameter int unsigned Latency   = 1
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                active_i,
  input  logic                in_words_i,
  input  logic                deciding_i,
  input  logic                departs_i,
  input  logic                in_transfer_i,
  input  logic                ends_i,

  input  logic                word_start_i,
  input  logic [LoadBits-1:0] load_next_i,
  input  logic                gives_i,
  input  logic                more_i,       // tasks to give or get
  input  logic                due_i,
  input  logic                early_i,
  input  logic [TaskBits-1:0] task_i,
  output logic                takes_o,
  output logic                gave_o,       // the last busy cycle of a transfer
  output logic                first_o,      // the first
  output logic                giving_o,     // it has been decided that tasks go, or they go
  output logic                done_o,

  input  logic                valid_i,
  input  logic [MaxLanes-1:0] line_i,
  output logic                valid_o,
  output logic [MaxLanes-1:0] line_o,
  output logic                setting_up_o,

  output logic                awaits_o,     // tasks are due, or come
  output logic                complete_o,   // a word or a task ends in this cycle
  output logic                partial_o,    // some of one has come
  output logic                broken_o,     // a transfer ends that should not
  output logic                landed_o,
  output logic [TaskBits-1:0] arrived_o,
  output logic [LoadBits-1:0] neighbour_o   // its load, in the first decision cycle
);

  localparam int unsigned Width = (TaskBits > LoadBits) ? TaskBits : LoadBits;
  localparam bit [BeatBits-1:0] WordBeats = BeatBits'((LoadBits + Lanes - 1) / Lanes);
  localparam bit [BeatBits-1:0] TaskBeats = BeatBits'(TaskBits / Lanes);
  // A dimension with fewer lanes has no more than those.
  localparam bit [MaxLanes-1:0] LaneMask = {MaxLanes{1'b1}} >> (MaxLanes - Lanes);

  // Out

  logic                busy, valid, last, next;
  logic [MaxLanes-1:0] line;
  logic [BeatBits-1:0] setup_out;
  logic                giving_d, giving_q, first_d, first_q;

  assign next    = in_transfer_i && last && giving_q && more_i;
  assign takes_o = (departs_i && gives_i && more_i) || next;
  assign gave_o  = in_transfer_i && last && giving_q && !more_i;
  assign first_d = departs_i && takes_o;
  assign setup_out = next ? '0 : BeatBits'(Setup);

  isobar_serializer #(
    .Width(Width), .MaxLanes(MaxLanes), .CountBits(BeatBits), .HasSetup(Setup != 0),
    .ResetBeats(WordBeats), .ResetSetup(BeatBits'(Setup))
  ) u_serializer (
    .clk_i, .rst_ni,
    .start_i(word_start_i || takes_o),
    .data_i(word_start_i ? Width'(load_next_i) : Width'(task_i)),
    .beats_i(word_start_i ? WordBeats : TaskBeats),
    .setup_i(setup_out),
    .lanes_i(BeatBits'(Lanes)), .cycles_per_beat_i(BeatBits'(Cycles)),
    .busy_o(busy), .valid_o(valid), .last_o(last), .line_o(line)
  );

  assign valid_o      = active_i && valid;
  assign line_o       = valid_o ? line & LaneMask : '0;
  assign setting_up_o = active_i && busy && !valid;

  // A transfer can be used Latency cycles after its last one.
  if (Latency > 1) begin : g_way
    localparam int unsigned WayBits = $clog2(Latency);

    logic [WayBits-1:0] way_d, way_q;

    assign way_d  = gave_o ? WayBits'(Latency - 1) : (way_q == '0) ? '0 : way_q - 1'b1;
    assign done_o = way_q == WayBits'(1);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) way_q <= '0;
      else way_q <= way_d;
    end
  end else begin : g_no_way
    assign done_o = gave_o;
  end

  assign giving_d = first_d || (giving_q && !done_o);
  assign giving_o = giving_q;
  assign first_o  = first_q;

  // In

  logic             comes, awaits_d, awaits_q, unused_held;
  logic [Width-1:0] message, held;

  assign comes     = awaits_q && valid_i;
  assign awaits_d  = departs_i ? due_i : awaits_q && !ends_i && (early_i || valid_i);
  assign awaits_o  = awaits_q;
  assign landed_o  = awaits_q && complete_o && more_i;
  assign broken_o  = awaits_q && ((!early_i && !valid_i && partial_o) || (complete_o && !more_i) ||
                                  ends_i);

  isobar_deserializer #(.Width(Width), .MaxLanes(MaxLanes), .CountBits(BeatBits)) u_neighbour (
    .clk_i, .rst_ni, .clear_i(deciding_i || ends_i),
    .valid_i(comes || (in_words_i && active_i && valid_i)), .line_i,
    .beats_i(in_words_i ? WordBeats : TaskBeats),
    .lanes_i(BeatBits'(Lanes)), .cycles_per_beat_i(BeatBits'(Cycles)),
    .complete_o, .partial_o, .message_o(message), .held_o(held)
  );

  // Only the bits of a word are read of a task, and only those of a load of a word.
  assign unused_held = &{1'b0, held, message};
  assign neighbour_o = LoadBits'(held);
  assign arrived_o   = TaskBits'(message);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      giving_q <= 1'b0;
      first_q  <= 1'b0;
      awaits_q <= 1'b0;
    end else begin
      giving_q <= giving_d;
      first_q  <= first_d;
      awaits_q <= awaits_d;
    end
  end

endmodule
