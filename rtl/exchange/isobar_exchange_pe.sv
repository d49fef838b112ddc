// SPDX-License-Identifier: Apache-2.0
`include "isobar_parameters.svh"

// A PE of dimension exchange (Cybenko; Henrich, Section 2.2) on a hypercube: task queue, subtract and
// halve, and a serial link to the one neighbour in every dimension. All PEs of a fabric leave the reset
// in the same cycle and get the same run_i; from then on they are in the same phase, of which they
// learn the end from each other.
//
// A step begins in a cycle with run_i high and goes on to its end whatever run_i does meanwhile; low
// at the end, it keeps the PE at the beginning of the next step, its links silent. The streams are
// served there alone. rst_ni is released in step with clk_i.
//
// Phase of dimension d, cycle by cycle (N(b) = setup + ceil(b / lanes) · cycles a bit):
//   0                    the load, all landings included, is on the line as a word
//   W = N(load) + latency  decision: the own load and the neighbour's as announced
//   W + 1 …              the fuller one's tasks are on the line, N(k · TaskBits) cycles for k of them.
//                        Each leaves the queue as its bits begin, and is written as its bits end.
//   what it sent can be used latency cycles after its last bit: then the PE tells its parent, as soon
//   as all its children have told it so (isobar_phase_end); all know that the phase is over when the
//   word from the root has come back, and those near the root wait for the last, wait_i cycles.
//   With FixedSlot nobody tells anybody anything: the transfer has N(Depth · TaskBits) + latency
//   cycles, moved or not.
//
// A transfer's tasks follow each other without a gap, so the lanes divide TaskBits; without FixedSlot a
// status word of one bit has N(1) cycles: a dimension has one lane, or one cycle a bit.
// Per-dimension parameters are packed, CountBits each, dimension 1 lowest. QueueMemory changes no
// cycle. Ports are by dimension, and so are parent_i and children_i, the PE's place in the spanning
// tree. They and wait_i are wired constants.
//
// A status word that does not come stops the fabric, one from the parent that comes early ends the phase
// early. Other wrong messages cost tasks at most; error_o says so until the reset (isobar_exchange_errors).
module isobar_exchange_pe #(
  parameter int unsigned Dimensions = 1,
  `ISOBAR_EXCHANGE_PARAMETERS(16),
  localparam int unsigned DimensionBits = (Dimensions > 1) ? $clog2(Dimensions) : 1
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  input  logic                             run_i,

  // The PE's place in the spanning tree, constants
  input  logic [Dimensions-1:0]            parent_i,
  input  logic [Dimensions-1:0]            children_i,
  input  logic [CountBits-1:0]             wait_i,

  // Links, by port
  output logic [Dimensions-1:0]            valid_o,
  output logic [Dimensions*MaxLanes-1:0]   line_o,
  input  logic [Dimensions-1:0]            valid_i,
  input  logic [Dimensions*MaxLanes-1:0]   line_i,

  // New tasks, AXI4-Stream, between steps
  input  logic                             sink_tvalid_i,
  output logic                             sink_tready_o,
  input  logic [TaskBits-1:0]              sink_tdata_i,

  // Tasks for the executor, AXI4-Stream; filled when fetch_i asks for one between steps
  input  logic                             fetch_i,
  output logic                             source_tvalid_o,
  input  logic                             source_tready_i,
  output logic [TaskBits-1:0]              source_tdata_o,

  // Counters of the outgoing links, by port
  output logic [Dimensions*CounterBits-1:0] transfer_cycles_o,
  output logic [Dimensions*CounterBits-1:0] word_cycles_o,
  output logic [Dimensions*CounterBits-1:0] setup_cycles_o,

  output logic [isobar_pkg::ErrorBits-1:0] error_o,

  // Observation
  output logic [DimensionBits-1:0]         obs_dimension_o,
  output logic [CountBits-1:0]             obs_cycle_o,          // of what is waited for
  output logic [1:0]                       obs_part_o,
  output logic                             obs_ends_o,           // the last cycle of a phase
  output logic [LoadBits-1:0]              obs_load_o,
  output logic [LoadBits-1:0]              obs_shift_o,          // in the decision cycle: tasks to go
  output logic [TaskBits-1:0]              obs_head_o,
  output logic [Dimensions-1:0]            obs_transfer_start_o, // by port: its first busy cycle
  output logic [Dimensions-1:0]            obs_transfer_end_o,   // by port: its last busy cycle
  output logic                             obs_landing_o,        // a task is written
  output logic [TaskBits-1:0]              obs_landed_o
);

  localparam int unsigned Width = (TaskBits > LoadBits) ? TaskBits : LoadBits;
  // A PE gives half of its queue at most.
  localparam int unsigned TaskCountBits = $clog2(Depth / 2 + 1);

  function automatic int unsigned passage(input int unsigned bits, input int unsigned d);
    passage = 32'(Setup[d*CountBits +: CountBits]) +
              (bits + 32'(Lanes[d*CountBits +: CountBits]) - 1) /
              32'(Lanes[d*CountBits +: CountBits]) *
              32'(CyclesPerBit[d*CountBits +: CountBits]) +
              32'(Latency[d*CountBits +: CountBits]);
  endfunction

  // The bits of the counter of what is waited for, and of those of a message
  function automatic int unsigned cycle_bits();
    int unsigned most, hops;
    most = 1;
    hops = 0;
    for (int unsigned d = 0; d < Dimensions; d++) begin
      hops = hops + passage(1, d);
      if (passage(LoadBits, d) > most) most = passage(LoadBits, d);
      if (FixedSlot && passage(Depth * TaskBits, d) > most) most = passage(Depth * TaskBits, d);
    end
    if (!FixedSlot && hops > most) most = hops;
    cycle_bits = $clog2(most + 1);
  endfunction

  function automatic int unsigned beat_bits();
    int unsigned most;
    most = (Width > MaxLanes) ? Width : MaxLanes;
    for (int unsigned d = 0; d < Dimensions; d++) begin
      if (32'(Setup[d*CountBits +: CountBits]) > most) most = 32'(Setup[d*CountBits +: CountBits]);
      if (32'(CyclesPerBit[d*CountBits +: CountBits]) > most) begin
        most = 32'(CyclesPerBit[d*CountBits +: CountBits]);
      end
    end
    beat_bits = $clog2(most + 1);
  endfunction

  localparam int unsigned CycleBits = cycle_bits();
  localparam int unsigned BeatBits  = beat_bits();
  localparam int unsigned FirstLanes = 32'(Lanes[CountBits-1:0]);
  localparam bit [BeatBits-1:0] FirstBeats =
      BeatBits'((LoadBits + FirstLanes - 1) / FirstLanes);

  if (Depth < 2 || (LoadBits < 32 && (Depth >> LoadBits) != 0)) begin : g_depth
    $error("Depth is at least 2 and below 2^LoadBits");
  end
  if (CountBits < CycleBits || CountBits < BeatBits) begin : g_count
    $error("CountBits is too few for the cycles of a phase, the bits of a message, or the lanes");
  end
  if (QueueMemory > isobar_pkg::MemoryBlock) begin : g_memory
    $error("QueueMemory is one of isobar_pkg");
  end

  // Constants by dimension, packed like the parameters

  logic [Dimensions*CountBits-1:0] word_beats, task_beats, word_cycles, transfer_cycles;

  for (genvar d = 0; d < Dimensions; d++) begin : g_constants
    localparam int unsigned L = 32'(Lanes[d*CountBits +: CountBits]);
    localparam int unsigned C = 32'(CyclesPerBit[d*CountBits +: CountBits]);
    if (L < 1 || L > MaxLanes || TaskBits % L != 0) begin : g_lanes
      $error("Lanes is 1 to MaxLanes and divides TaskBits");
    end
    if (C < 1 || 32'(Latency[d*CountBits +: CountBits]) < 1) begin : g_cycles
      $error("CyclesPerBit and Latency are at least 1");
    end
    assign word_beats[d*CountBits +: CountBits]      = CountBits'((LoadBits + L - 1) / L);
    assign task_beats[d*CountBits +: CountBits]      = CountBits'(TaskBits / L);
    assign word_cycles[d*CountBits +: CountBits]     = CountBits'(passage(LoadBits, d));
    assign transfer_cycles[d*CountBits +: CountBits] =
        FixedSlot ? CountBits'(passage(Depth * TaskBits, d)) : '0;
  end

  // The phases

  logic [DimensionBits-1:0] dimension, dimension_next;
  logic [CycleBits-1:0]     cycle;
  logic [1:0]               part;
  logic                     active, in_words, deciding, in_transfer, ends;
  logic                     sends, sent, own, knows;

  isobar_sequencer #(
    .Dimensions(Dimensions), .CountBits(CountBits), .CycleBits(CycleBits), .FixedSlot(FixedSlot),
    .DimensionBits(DimensionBits)
  ) u_sequencer (
    .clk_i, .rst_ni, .run_i,
    .word_cycles_i(word_cycles), .transfer_cycles_i(transfer_cycles), .latency_i(Latency),
    .wait_i, .sends_i(sends), .sent_i(sent), .knows_i(knows),
    .dimension_o(dimension), .dimension_next_o(dimension_next), .cycle_o(cycle), .part_o(part),
    .active_o(active), .decided_o(deciding), .own_o(own), .ends_o(ends)
  );

  assign in_words    = part == isobar_pkg::PartWords;
  assign in_transfer = part == isobar_pkg::PartTransfer;

  // The queue: written by landings and the sink, read by transfers and fetches, never both at once

  logic                push, pop, accept, fetch, landed, takes, full;
  logic [TaskBits-1:0] head, arrived;
  logic [LoadBits-1:0] load, load_next;

  assign sink_tready_o = !active && load < LoadBits'(Depth) - 1'b1;
  assign accept        = sink_tvalid_i && sink_tready_o;
  // Only a wrong word brings tasks that have no place.
  assign full          = load == LoadBits'(Depth);
  assign push          = accept || landed;
  assign pop           = fetch || takes;

  isobar_queue #(
    .TaskBits(TaskBits), .Depth(Depth), .LoadBits(LoadBits), .Memory(QueueMemory)
  ) u_queue (
    .clk_i, .rst_ni,
    .push_i(push), .push_data_i(landed ? arrived : sink_tdata_i),
    .pop_i(pop), .head_o(head), .load_o(load), .load_next_o(load_next)
  );

  logic                source_valid_d, source_valid_q;
  logic [TaskBits-1:0] source_data_d, source_data_q;

  assign fetch = fetch_i && !active && load != '0 && (!source_valid_q || source_tready_i);
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

  // The decision

  logic [LoadBits-1:0] tasks, neighbour_load;
  logic                receives;

  isobar_exchange_decision #(.LoadBits(LoadBits)) u_decision (
    .own_i(load), .neighbour_i(neighbour_load), .tasks_o(tasks), .receives_o(receives)
  );

  assign sends = deciding && tasks != '0;

  // Out: one serializer, for the word first and then for task after task

  logic                word_start, next_task, busy, valid, last, setting_up;
  logic [MaxLanes-1:0] line;
  logic [BeatBits-1:0] lanes, cycles_per_bit, beats_out, setup_out;
  logic [TaskCountBits-1:0] left_d, left_q;  // tasks of the transfer whose bits have not begun

  // A word is prepared in the cycle before its phase, from the load that the phase begins with: after
  // reset the serializer has that of an empty PE.
  assign word_start     = ends || !active;
  assign next_task      = in_transfer && last && left_q != '0;
  assign sent           = in_transfer && last && left_q == '0;
  assign takes          = sends || next_task;
  assign left_d         = sends     ? TaskCountBits'(tasks - 1'b1) :
                          next_task ? left_q - 1'b1 : left_q;
  assign beats_out = word_start ? BeatBits'(word_beats[dimension_next*CountBits +: CountBits])
                                : BeatBits'(task_beats[dimension*CountBits +: CountBits]);
  assign setup_out = next_task ? '0
                               : BeatBits'(Setup[dimension_next*CountBits +: CountBits]);
  assign lanes          = BeatBits'(Lanes[dimension*CountBits +: CountBits]);
  assign cycles_per_bit = BeatBits'(CyclesPerBit[dimension*CountBits +: CountBits]);
  assign setting_up     = busy && !valid;

  isobar_serializer #(
    .Width(Width), .MaxLanes(MaxLanes), .CountBits(BeatBits), .HasSetup(Setup != '0),
    .ResetBeats(FirstBeats), .ResetSetup(BeatBits'(Setup[CountBits-1:0]))
  ) u_serializer (
    .clk_i, .rst_ni,
    .start_i(word_start || takes),
    .data_i(word_start ? Width'(load_next) : Width'(head)),
    .beats_i(beats_out),
    .setup_i(setup_out),
    .lanes_i(lanes), .cycles_per_beat_i(cycles_per_bit),
    .busy_o(busy), .valid_o(valid), .last_o(last), .line_o(line)
  );

  logic transfer_first_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      left_q           <= '0;
      transfer_first_q <= 1'b0;
    end else begin
      left_q           <= left_d;
      transfer_first_q <= sends;
    end
  end

  // In: from the neighbour a word, and then, if this PE has less, the tasks of one transfer, which is
  // over when the line falls silent

  logic                neighbour_valid, comes, complete, partial;
  logic                awaits_d, awaits_q, coming_q, unused_held;
  logic [MaxLanes-1:0] neighbour_line;
  logic [BeatBits-1:0] beats_in;
  logic [Width-1:0]    message, held;

  assign neighbour_valid = active && valid_i[dimension];
  assign neighbour_line  = line_i[dimension*MaxLanes +: MaxLanes];
  assign comes           = awaits_q && neighbour_valid;
  assign awaits_d        = deciding ? receives : awaits_q && !ends && (neighbour_valid || !coming_q);
  assign beats_in = in_words ? BeatBits'(word_beats[dimension*CountBits +: CountBits])
                             : BeatBits'(task_beats[dimension*CountBits +: CountBits]);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      awaits_q <= 1'b0;
      coming_q <= 1'b0;
    end else begin
      awaits_q <= awaits_d;
      coming_q <= comes;
    end
  end

  isobar_deserializer #(.Width(Width), .MaxLanes(MaxLanes), .CountBits(BeatBits)) u_neighbour (
    .clk_i, .rst_ni, .clear_i(deciding || ends),
    .valid_i(comes || (in_words && neighbour_valid)), .line_i(neighbour_line), .beats_i(beats_in),
    .lanes_i(lanes), .cycles_per_beat_i(cycles_per_bit),
    .complete_o(complete), .partial_o(partial), .message_o(message), .held_o(held)
  );

  // Only the bits of a word are read of a task, and only those of a load of a word.
  assign unused_held    = &{1'b0, held, message};
  assign neighbour_load = LoadBits'(held);
  assign landed         = awaits_q && complete && !full;
  assign arrived        = TaskBits'(message);

  isobar_exchange_errors #(.Depth(Depth), .LoadBits(LoadBits)) u_errors (
    .clk_i, .rst_ni, .in_words_i(in_words), .deciding_i(deciding), .ends_i(ends),
    .complete_i(complete), .partial_i(partial), .neighbour_i(neighbour_load),
    .awaits_i(awaits_q), .full_i(full), .error_o
  );

  // The end of the phase: a status word is all that comes in besides

  logic [Dimensions-1:0] status_valid, status_setup;

  if (FixedSlot) begin : g_slot
    logic unused_tree;

    assign knows        = 1'b0;
    assign status_valid = '0;
    assign status_setup = '0;
    assign unused_tree  = &{1'b0, own, parent_i, children_i, valid_i};
  end else begin : g_words
    logic [Dimensions-1:0] listens, bits;

    for (genvar p = 0; p < Dimensions; p++) begin : g_listens
      assign listens[p] = in_transfer && valid_i[p] &&
                          !(awaits_q && dimension == DimensionBits'(p));
      assign bits[p]    = line_i[p*MaxLanes];
    end

    isobar_phase_words #(
      .Ports(Dimensions), .CountBits(CountBits), .Lanes(Lanes), .CyclesPerBit(CyclesPerBit),
      .Setup(Setup)
    ) u_phase_words (
      .clk_i, .rst_ni, .parent_i, .children_i, .own_i(own), .ends_i(ends),
      .valid_i(listens), .bit_i(bits), .knows_o(knows),
      .setting_up_o(status_setup), .valid_o(status_valid)
    );
  end

  // Lines and counters, by port

  for (genvar p = 0; p < Dimensions; p++) begin : g_port
    localparam bit HasSetup = Setup[p*CountBits +: CountBits] != '0;
    // A dimension with fewer lanes has no more than those.
    localparam bit [MaxLanes-1:0] LaneMask =
        {MaxLanes{1'b1}} >> (MaxLanes - 32'(Lanes[p*CountBits +: CountBits]));

    logic selected, carries_word, carries_tasks, carries;
    assign selected      = active && dimension == DimensionBits'(p);
    assign carries_word  = selected && in_words;
    assign carries_tasks = selected && in_transfer;
    assign carries       = (carries_word || carries_tasks) && valid;
    assign valid_o[p]    = carries || status_valid[p];
    assign line_o[p*MaxLanes +: MaxLanes] =
        (carries ? line & LaneMask : '0) | MaxLanes'(status_valid[p]);

    isobar_counter #(.Counts(1'b1), .Bits(CounterBits)) u_transfer_counter (
      .clk_i, .rst_ni, .count_i(carries_tasks && valid),
      .count_o(transfer_cycles_o[p*CounterBits +: CounterBits])
    );
    isobar_counter #(.Counts(1'b1), .Bits(CounterBits)) u_word_counter (
      .clk_i, .rst_ni, .count_i((carries_word && valid) || status_valid[p]),
      .count_o(word_cycles_o[p*CounterBits +: CounterBits])
    );
    isobar_counter #(.Counts(HasSetup), .Bits(CounterBits)) u_setup_counter (
      .clk_i, .rst_ni,
      .count_i(((carries_word || carries_tasks) && setting_up) || status_setup[p]),
      .count_o(setup_cycles_o[p*CounterBits +: CounterBits])
    );

    assign obs_transfer_start_o[p] = carries_tasks && transfer_first_q;
    assign obs_transfer_end_o[p]   = carries_tasks && sent;
  end

  assign obs_dimension_o = dimension;
  assign obs_cycle_o     = CountBits'(cycle);
  assign obs_part_o      = part;
  assign obs_ends_o      = ends;
  assign obs_load_o      = load;
  assign obs_shift_o     = deciding ? tasks : '0;
  assign obs_head_o      = head;
  assign obs_landing_o   = landed;
  assign obs_landed_o    = arrived;

endmodule
