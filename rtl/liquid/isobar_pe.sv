// SPDX-License-Identifier: Apache-2.0
`include "isobar_parameters.svh"

// A Liquid PE: task queue, shift condition, and serial links to successor and predecessor in every
// dimension (Henrich, Definition 1). All PEs of a fabric have the same Depth, leave the reset in the
// same cycle and get the same run_i, so that they are in the same cycle of the same slot.
//
// A step begins in a cycle with run_i high and goes on to its end whatever run_i does meanwhile; low
// at the end, it keeps the PE at the beginning of the next step, its links silent and its streams
// served. rst_ni is released in step with clk_i.
//
// Slot of dimension d, cycle by cycle (N(b) = setup + ceil(b / lanes) · cycles a bit):
//   0                    the load, all landings included, is on the line as a word
//   W = N(load) + latency  decision: own load as it is, neighbours' as announced. The oldest task
//                        leaves the queue at this cycle's end. W = 0 if no neighbour is heard.
//   W + 1 …              the task is on the line to the successor
//   W + N(task) + latency  landing: the predecessor's task is written at this cycle's end
//
// Per-dimension parameters are packed, CountBits each, dimension 1 lowest; the counters within a
// slot have only the bits that they need. QueueMemory changes no cycle.
// Ports: dimension d has port 2(d-1) to its successor and 2(d-1)+1 to its predecessor; at radix 2
// both are one neighbour, and only the first is used.
//
// What comes in at the wrong time costs the message that it comes in the place of, and no other: what
// is incomplete is dropped at the decision and at the landing, a task is written in the landing cycle
// alone, and only where there is a place. error_o says so until the reset (isobar_errors).
module isobar_pe #(
  parameter int unsigned Dimensions = 1,
  parameter bit [Dimensions-1:0] Radix2 = '0,
  `ISOBAR_PARAMETERS(16),
  localparam int unsigned DimensionBits = (Dimensions > 1) ? $clog2(Dimensions) : 1
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  input  logic                             run_i,

  // Links, by port
  output logic [2*Dimensions-1:0]          valid_o,
  output logic [2*Dimensions*MaxLanes-1:0] line_o,
  input  logic [2*Dimensions-1:0]          valid_i,
  input  logic [2*Dimensions*MaxLanes-1:0] line_i,

  // New tasks, AXI4-Stream
  input  logic                             sink_tvalid_i,
  output logic                             sink_tready_o,
  input  logic [TaskBits-1:0]              sink_tdata_i,

  // Tasks for the executor, AXI4-Stream; filled when fetch_i asks for one
  input  logic                             fetch_i,
  output logic                             source_tvalid_o,
  input  logic                             source_tready_i,
  output logic [TaskBits-1:0]              source_tdata_o,

  // Counters of the outgoing links, by port
  output logic [2*Dimensions*CounterBits-1:0] transfer_cycles_o,
  output logic [2*Dimensions*CounterBits-1:0] word_cycles_o,
  output logic [2*Dimensions*CounterBits-1:0] setup_cycles_o,

  output logic [isobar_pkg::ErrorBits-1:0] error_o,

  // Observation
  output logic [DimensionBits-1:0]         obs_dimension_o,
  output logic [CountBits-1:0]             obs_cycle_o,
  output logic [1:0]                        obs_part_o,
  output logic [LoadBits-1:0]              obs_load_o,
  output logic                             obs_shift_o,          // in the decision cycle
  output logic [TaskBits-1:0]              obs_head_o,
  output logic [2*Dimensions-1:0]          obs_transfer_start_o, // by port: its first busy cycle
  output logic [2*Dimensions-1:0]          obs_transfer_end_o,   // by port: its last busy cycle
  output logic                             obs_landing_o,        // a task is written
  output logic [TaskBits-1:0]              obs_landed_o
);

  localparam bit HearsPredecessor =
      Condition == isobar_pkg::CondC2 || Condition == isobar_pkg::CondC4;
  localparam bit HearsSuccessor = Condition == isobar_pkg::CondC3 ||
      Condition == isobar_pkg::CondC4 || Condition == isobar_pkg::CondC5;
  localparam bit Hears = HearsPredecessor || HearsSuccessor;
  localparam int unsigned PortBits = $clog2(2 * Dimensions);
  localparam int unsigned Width = (TaskBits > LoadBits) ? TaskBits : LoadBits;

  `ISOBAR_SLOT_BITS
  localparam int unsigned SlotBits = slot_bits(Hears);
  localparam int unsigned FirstLanes = 32'(Lanes[CountBits-1:0]);
  localparam bit [SlotBits-1:0] FirstBeats =
      Hears ? SlotBits'((LoadBits + FirstLanes - 1) / FirstLanes) : '0;

  if (Depth < 2 || (LoadBits < 32 && (Depth >> LoadBits) != 0)) begin : g_depth
    $error("Depth is at least 2 and below 2^LoadBits");
  end
  if (Condition > isobar_pkg::CondC5) begin : g_condition
    $error("Condition is one of isobar_pkg");
  end
  if (CountBits < SlotBits) begin : g_count
    $error("CountBits is too few for the cycles of a slot, the bits of a message, or the lanes");
  end
  if (QueueMemory > isobar_pkg::MemoryBlock) begin : g_memory
    $error("QueueMemory is one of isobar_pkg");
  end

  // Constants by dimension, packed like the parameters

  logic [Dimensions*CountBits-1:0] word_beats, task_beats, word_cycles, slot_cycles;

  for (genvar d = 0; d < Dimensions; d++) begin : g_constants
    localparam int unsigned L = 32'(Lanes[d*CountBits +: CountBits]);
    localparam int unsigned C = 32'(CyclesPerBit[d*CountBits +: CountBits]);
    localparam int unsigned Extra =
        32'(Setup[d*CountBits +: CountBits]) + 32'(Latency[d*CountBits +: CountBits]);
    localparam int unsigned WordBeats = (LoadBits + L - 1) / L;
    localparam int unsigned TaskBeats = (TaskBits + L - 1) / L;
    localparam int unsigned WordCycles = Hears ? WordBeats * C + Extra : 0;
    localparam int unsigned SlotCycles = WordCycles + 1 + TaskBeats * C + Extra;
    if (L < 1 || L > MaxLanes) begin : g_lanes
      $error("Lanes is 1 to MaxLanes");
    end
    if (C < 1 || 32'(Latency[d*CountBits +: CountBits]) < 1) begin : g_cycles
      $error("CyclesPerBit and Latency are at least 1");
    end
    assign word_beats[d*CountBits +: CountBits]  = CountBits'(WordBeats);
    assign task_beats[d*CountBits +: CountBits]  = CountBits'(TaskBeats);
    assign word_cycles[d*CountBits +: CountBits] = CountBits'(WordCycles);
    assign slot_cycles[d*CountBits +: CountBits] = CountBits'(SlotCycles);
  end

  // The slot

  logic [DimensionBits-1:0] dimension, dimension_next;
  logic [SlotBits-1:0]      cycle;
  logic [1:0]               part;
  logic                     active, deciding, landing;

  isobar_slot #(
    .Dimensions(Dimensions), .CountBits(CountBits), .SlotBits(SlotBits),
    .DimensionBits(DimensionBits)
  ) u_slot (
    .clk_i, .rst_ni, .run_i, .word_cycles_i(word_cycles), .slot_cycles_i(slot_cycles),
    .dimension_o(dimension), .dimension_next_o(dimension_next), .cycle_o(cycle), .part_o(part),
    .active_o(active)
  );

  assign deciding = active && part == isobar_pkg::PartDecision;
  assign landing  = part == isobar_pkg::PartLanding;  // never at the beginning of a step

  // The queue: written by landings and the sink, read by shifts and fetches, never both at once

  logic                push, pop, accept, fetch, landed, shift, full;
  logic [TaskBits-1:0] head, arrived;
  logic [LoadBits-1:0] load, load_next;

  assign sink_tready_o = !landing && load < LoadBits'(Depth) - 1'b1;
  assign accept        = sink_tvalid_i && sink_tready_o;
  // Only a wrong word keeps a full PE from a shift, and so a landing from its place.
  assign full          = HearsSuccessor && load == LoadBits'(Depth);
  assign push          = accept || landed;
  assign pop           = fetch || shift;

  isobar_queue #(
    .TaskBits(TaskBits), .Depth(Depth), .LoadBits(LoadBits), .Memory(QueueMemory)
  ) u_queue (
    .clk_i, .rst_ni,
    .push_i(push), .push_data_i(landed ? arrived : sink_tdata_i),
    .pop_i(pop), .head_o(head), .load_o(load), .load_next_o(load_next)
  );

  logic                source_valid_d, source_valid_q;
  logic [TaskBits-1:0] source_data_d, source_data_q;

  assign fetch = fetch_i && !deciding && load != '0 && (!source_valid_q || source_tready_i);
  assign source_valid_d = fetch || (source_valid_q && !source_tready_i);
  assign source_data_d  = fetch ? head : source_data_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      source_valid_q <= 1'b0;
      source_data_q  <= '0;
    end else begin
      source_valid_q <= source_valid_d;
      source_data_q  <= source_data_d;
    end
  end

  assign source_tvalid_o = source_valid_q;
  assign source_tdata_o  = source_data_q;

  // Out: one serializer, for the word first and then for the task

  logic                word_start, start, busy, valid, last, sends_word, setting_up;
  logic [MaxLanes-1:0] line;
  logic [SlotBits-1:0] lanes, cycles_per_bit, beats_out;

  // A word is prepared in the cycle before its slot, from the load that the slot begins with: after
  // reset the serializer has that of an empty PE.
  assign word_start     = Hears && (landing || !active);
  assign start          = word_start || shift;
  assign beats_out = word_start ? SlotBits'(word_beats[dimension_next*CountBits +: CountBits])
                                : SlotBits'(task_beats[dimension*CountBits +: CountBits]);
  assign lanes          = SlotBits'(Lanes[dimension*CountBits +: CountBits]);
  assign cycles_per_bit = SlotBits'(CyclesPerBit[dimension*CountBits +: CountBits]);
  assign sends_word     = part == isobar_pkg::PartWords;
  assign setting_up     = busy && !valid;

  isobar_serializer #(
    .Width(Width), .MaxLanes(MaxLanes), .CountBits(SlotBits), .HasSetup(Setup != '0),
    .ResetBeats(FirstBeats), .ResetSetup(SlotBits'(Setup[CountBits-1:0]))
  ) u_serializer (
    .clk_i, .rst_ni,
    .start_i(start),
    .data_i(word_start ? Width'(load_next) : Width'(head)),
    .beats_i(beats_out),
    .setup_i(SlotBits'(Setup[dimension_next*CountBits +: CountBits])),
    .lanes_i(lanes), .cycles_per_beat_i(cycles_per_bit),
    .busy_o(busy), .valid_o(valid), .last_o(last), .line_o(line)
  );

  // In: from the predecessor words and tasks, from the successor words

  logic                from_predecessor, from_successor, task_in, message_ends;
  logic                predecessor_complete, predecessor_partial;
  logic                successor_complete, unused_partial;
  logic [MaxLanes-1:0] predecessor_line, successor_line;
  logic [SlotBits-1:0] beats_in;
  logic [Width-1:0]    predecessor_message, predecessor_held;
  logic [LoadBits-1:0] successor_held;
  logic [PortBits-1:0] successor_port, predecessor_port;
  logic                unused_held;
  logic [LoadBits-1:0] unused_message;

  assign successor_port   = PortBits'({dimension, 1'b0});
  assign predecessor_port = Radix2[dimension] ? successor_port : successor_port + 1'b1;
  assign message_ends     = deciding || landing;
  assign from_predecessor = active && valid_i[predecessor_port];
  assign predecessor_line = line_i[predecessor_port*MaxLanes +: MaxLanes];
  assign from_successor   = active && valid_i[successor_port] && part == isobar_pkg::PartWords;
  assign successor_line   = line_i[successor_port*MaxLanes +: MaxLanes];
  assign task_in          = part != isobar_pkg::PartWords;
  assign beats_in = task_in ? SlotBits'(task_beats[dimension*CountBits +: CountBits])
                            : SlotBits'(word_beats[dimension*CountBits +: CountBits]);

  isobar_deserializer #(.Width(Width), .MaxLanes(MaxLanes), .CountBits(SlotBits)) u_predecessor (
    .clk_i, .rst_ni, .clear_i(message_ends),
    .valid_i(from_predecessor), .line_i(predecessor_line), .beats_i(beats_in),
    .lanes_i(lanes), .cycles_per_beat_i(cycles_per_bit),
    .complete_o(predecessor_complete), .partial_o(predecessor_partial),
    .message_o(predecessor_message), .held_o(predecessor_held)
  );

  isobar_deserializer #(.Width(LoadBits), .MaxLanes(MaxLanes), .CountBits(SlotBits)) u_successor (
    .clk_i, .rst_ni, .clear_i(message_ends),
    .valid_i(from_successor && HearsSuccessor), .line_i(successor_line),
    .beats_i(SlotBits'(word_beats[dimension*CountBits +: CountBits])),
    .lanes_i(lanes), .cycles_per_beat_i(cycles_per_bit),
    .complete_o(successor_complete), .partial_o(unused_partial),
    .message_o(unused_message), .held_o(successor_held)
  );

  // Only the bits of a word are read of a task, and only those of a load of a word.
  assign unused_held = &{1'b0, predecessor_held, predecessor_message};
  assign landed  = landing && predecessor_complete && !full;
  assign arrived = TaskBits'(predecessor_message);

  isobar_errors #(
    .Depth(Depth), .LoadBits(LoadBits),
    .HearsPredecessor(HearsPredecessor), .HearsSuccessor(HearsSuccessor)
  ) u_errors (
    .clk_i, .rst_ni, .part_i(part), .deciding_i(deciding), .landing_i(landing),
    .predecessor_complete_i(predecessor_complete), .predecessor_partial_i(predecessor_partial),
    .predecessor_load_i(LoadBits'(predecessor_held)),
    .successor_complete_i(successor_complete), .successor_load_i(successor_held),
    .full_i(full), .error_o
  );

  // The decision

  logic condition_holds;

  isobar_condition #(.Condition(Condition), .LoadBits(LoadBits)) u_condition (
    .own_i(load), .predecessor_i(LoadBits'(predecessor_held)), .successor_i(successor_held),
    .shift_o(condition_holds)
  );

  assign shift = deciding && condition_holds;

  // Lines and counters, by port

  logic transfer_first_d, transfer_first_q;

  assign transfer_first_d = shift;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) transfer_first_q <= 1'b0;
    else transfer_first_q <= transfer_first_d;
  end

  for (genvar p = 0; p < 2 * Dimensions; p++) begin : g_port
    localparam bit Successor = (p % 2) == 0;
    localparam bit Pair = Radix2[p/2];
    // At radix 2 the one port serves both; the other does not exist.
    localparam bit Exists = Successor || !Pair;
    localparam bit CarriesWords = Exists &&
        ((Successor && HearsPredecessor) || (!Successor && HearsSuccessor) || (Pair && Hears));
    localparam bit CarriesTasks = Successor;
    localparam bit HasSetup = Setup[(p/2)*CountBits +: CountBits] != '0;
    // A dimension with fewer lanes has no more than those.
    localparam bit [MaxLanes-1:0] LaneMask =
        {MaxLanes{1'b1}} >> (MaxLanes - 32'(Lanes[(p/2)*CountBits +: CountBits]));

    logic selected, carries_word, carries_task, carries;
    assign selected     = active && dimension == DimensionBits'(p / 2);
    assign carries_word = CarriesWords && selected && sends_word;
    assign carries_task = CarriesTasks && selected && !sends_word;
    assign carries      = carries_word || carries_task;
    assign valid_o[p]   = carries && valid;
    assign line_o[p*MaxLanes +: MaxLanes] = valid_o[p] ? line & LaneMask : '0;

    isobar_counter #(.Counts(CarriesTasks), .Bits(CounterBits)) u_transfer_counter (
      .clk_i, .rst_ni, .count_i(carries_task && valid),
      .count_o(transfer_cycles_o[p*CounterBits +: CounterBits])
    );
    isobar_counter #(.Counts(CarriesWords), .Bits(CounterBits)) u_word_counter (
      .clk_i, .rst_ni, .count_i(carries_word && valid),
      .count_o(word_cycles_o[p*CounterBits +: CounterBits])
    );
    isobar_counter #(
      .Counts(HasSetup && (CarriesTasks || CarriesWords)), .Bits(CounterBits)
    ) u_setup_counter (
      .clk_i, .rst_ni, .count_i(carries && setting_up),
      .count_o(setup_cycles_o[p*CounterBits +: CounterBits])
    );

    assign obs_transfer_start_o[p] = carries_task && transfer_first_q;
    assign obs_transfer_end_o[p]   = carries_task && last;
  end

  assign obs_dimension_o      = dimension;
  assign obs_cycle_o          = CountBits'(cycle);
  assign obs_part_o           = part;
  assign obs_load_o           = load;
  assign obs_shift_o          = shift;
  assign obs_head_o           = head;
  assign obs_landing_o        = landed;
  assign obs_landed_o         = arrived;

endmodule
