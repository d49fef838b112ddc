// SPDX-License-Identifier: Apache-2.0
`include "isobar_parameters.svh"

// A PE of algorithm B of Al-Nsour, Asmaran and Fasha (Section 2.2) in a hyper Hexa-Cell: task queue,
// a division by 3, and serial links to the two others of its triangle and to one neighbour in every
// further dimension. All PEs of a fabric leave the reset in the same cycle and get the same run_i; from
// then on they are in the same phase, of which they learn the end from each other.
//
// A step begins in a cycle with run_i high and goes on to its end whatever run_i does meanwhile; low
// at the end, it keeps the PE at the beginning of the next step, its links silent. The streams are
// served there alone. rst_ni is released in step with clk_i.
//
// The phases in the triangle, cycle by cycle (N(b) = setup + ceil(b / lanes) · cycles a bit):
//   0                    of a left and a right PE the load is on the line to their coordinator
//   W = N(load) + latency  the coordinator adds the three loads, and divides the sum by 3, a bit of the
//                        quotient a cycle (isobar_hhc_division)
//   W + Division         its orders are on the lines, two numbers each (isobar_hhc_shares)
//   V = W + Division + N(2 · load) + latency  decision: all three know what they give and get
//   V + 1 …              the tasks are on the lines, of two at once where one gives to two or gets from
//                        two (isobar_hhc_queue)
// The phase of each further dimension, and how a phase ends, are as in isobar_exchange_pe.
//
// What one of the triangle gives and gets is settled a cycle before the decision, as the last bits of the
// order come, so that the first task of each way is there.
//
// Division is at least what it takes, and a task of a link needs four cycles for the queue to serve both
// ways: both are checked. role_i is the PE's place in its triangle, a wired constant as parent_i,
// children_i and wait_i are. Ports are 0 for the successor in the triangle, 1 for the predecessor and d
// for dimension d. What is not said here is as in isobar_exchange_pe.
module isobar_hhc_pe #(
  parameter int unsigned Dimensions = 2,
  `ISOBAR_HHC_PARAMETERS(16),
  localparam int unsigned Ports     = Dimensions + 1,
  localparam int unsigned PhaseBits = $clog2(Dimensions + 1)
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        run_i,

  // The PE's places in its triangle and in the spanning tree, constants
  input  logic [1:0]                  role_i,
  input  logic [Ports-1:0]            parent_i,
  input  logic [Ports-1:0]            children_i,
  input  logic [CountBits-1:0]        wait_i,

  // Links, by port
  output logic [Ports-1:0]            valid_o,
  output logic [Ports*MaxLanes-1:0]   line_o,
  input  logic [Ports-1:0]            valid_i,
  input  logic [Ports*MaxLanes-1:0]   line_i,

  // New tasks, AXI4-Stream, between steps
  input  logic                        sink_tvalid_i,
  output logic                        sink_tready_o,
  input  logic [TaskBits-1:0]         sink_tdata_i,

  // Tasks for the executor, AXI4-Stream; filled when fetch_i asks for one between steps
  input  logic                        fetch_i,
  output logic                        source_tvalid_o,
  input  logic                        source_tready_i,
  output logic [TaskBits-1:0]         source_tdata_o,

  // Counters of the outgoing links, by port
  output logic [Ports*CounterBits-1:0] transfer_cycles_o,
  output logic [Ports*CounterBits-1:0] word_cycles_o,
  output logic [Ports*CounterBits-1:0] setup_cycles_o,

  output logic [isobar_pkg::ErrorBits-1:0] error_o,

  // Observation, by port where it has as many bits
  output logic [PhaseBits-1:0]        obs_dimension_o,      // the phase: reports, orders, dimension 2 …
  output logic [CountBits-1:0]        obs_cycle_o,          // of what is waited for
  output logic [1:0]                  obs_part_o,
  output logic                        obs_ends_o,           // the last cycle of a phase with transfers
  output logic [LoadBits-1:0]         obs_load_o,
  output logic [Ports*LoadBits-1:0]   obs_shift_o,          // in the decision cycle: tasks to go
  output logic [Ports*TaskBits-1:0]   obs_head_o,           // the first of them
  output logic [Ports-1:0]            obs_transfer_start_o, // its first busy cycle
  output logic [Ports-1:0]            obs_transfer_end_o,   // its last busy cycle
  output logic [Ports-1:0]            obs_landing_o,        // a task has come
  output logic [Ports*TaskBits-1:0]   obs_landed_o
);

  localparam int unsigned DimensionBits = $clog2(Dimensions);
  localparam int unsigned Bits    = $clog2(Depth + 1);
  localparam int unsigned SumBits = $clog2(3 * Depth + 1);
  localparam int unsigned Steps   = SumBits - 1;  // of the division
  localparam int unsigned Width   = (TaskBits > 2 * LoadBits) ? TaskBits : 2 * LoadBits;

  function automatic int unsigned field(input bit [Dimensions*CountBits-1:0] of,
                                        input int unsigned d);
    field = 32'(of[d*CountBits +: CountBits]);
  endfunction

  function automatic int unsigned passage(input int unsigned bits, input int unsigned d);
    passage = field(Setup, d) +
              (bits + field(Lanes, d) - 1) / field(Lanes, d) * field(CyclesPerBit, d) +
              field(Latency, d);
  endfunction

  // When the division begins, when the orders leave, and how many cycles the words of a dimension take,
  // all that comes before the orders included
  localparam int unsigned Divides = passage(LoadBits, 0);
  localparam int unsigned Orders  = Divides + Division;

  function automatic int unsigned words(input int unsigned d);
    words = (d == 0) ? Orders + passage(2 * LoadBits, d) : passage(LoadBits, d);
  endfunction

  // The bits of the counter of what is waited for, and of those of a message
  function automatic int unsigned cycle_bits();
    int unsigned most, hops;
    most = 1;
    hops = 0;
    for (int unsigned d = 0; d < Dimensions; d++) begin
      hops = hops + passage(1, d);
      if (words(d) > most) most = words(d);
      if (FixedSlot && passage(Depth * TaskBits, d) > most) most = passage(Depth * TaskBits, d);
    end
    if (!FixedSlot && hops > most) most = hops;
    cycle_bits = $clog2(most + 1);
  endfunction

  function automatic int unsigned beat_bits();
    int unsigned most;
    most = (Width > MaxLanes) ? Width : MaxLanes;
    for (int unsigned d = 0; d < Dimensions; d++) begin
      if (field(Setup, d) > most) most = field(Setup, d);
      if (field(CyclesPerBit, d) > most) most = field(CyclesPerBit, d);
    end
    beat_bits = $clog2(most + 1);
  endfunction

  // A parameter of links by port
  function automatic bit [Ports*CountBits-1:0] by_port(
      input bit [Dimensions*CountBits-1:0] of);
    by_port = {of, of[CountBits-1:0]};
  endfunction

  localparam bit [Ports*CountBits-1:0] PortLanes        = by_port(Lanes);
  localparam bit [Ports*CountBits-1:0] PortCyclesPerBit = by_port(CyclesPerBit);
  localparam bit [Ports*CountBits-1:0] PortSetup        = by_port(Setup);
  localparam int unsigned CycleBits = cycle_bits();
  localparam int unsigned BeatBits  = beat_bits();
  localparam int unsigned RingLanes = field(Lanes, 0);
  localparam bit [BeatBits-1:0] ReportBeats =
      BeatBits'((LoadBits + RingLanes - 1) / RingLanes);
  localparam bit [BeatBits-1:0] OrderBeats =
      BeatBits'((2 * LoadBits + RingLanes - 1) / RingLanes);
  localparam bit [BeatBits-1:0] RingSetup = BeatBits'(field(Setup, 0));

  if (Dimensions < 2) begin : g_dimensions
    $error("Dimensions is at least 2: that of the triangles and that of a Hexa-cell's pairs");
  end
  if (Depth < 2 || (LoadBits < 32 && (Depth >> LoadBits) != 0)) begin : g_depth
    $error("Depth is at least 2 and below 2^LoadBits");
  end
  if (CountBits < CycleBits || CountBits < BeatBits) begin : g_count
    $error("CountBits is too few for the cycles of a phase, the bits of a message, or the lanes");
  end
  if (QueueMemory > isobar_pkg::MemoryBlock) begin : g_memory
    $error("QueueMemory is one of isobar_pkg");
  end
  if (Division < Steps + 3) begin : g_division
    $error("Division is too few cycles for the bits of three loads");
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
    if (TaskBits / L * C < 4) begin : g_quick
      $error("a task takes too few cycles for that of the other way to be served meanwhile");
    end
    assign word_beats[d*CountBits +: CountBits]      = CountBits'((LoadBits + L - 1) / L);
    assign task_beats[d*CountBits +: CountBits]      = CountBits'(TaskBits / L);
    assign word_cycles[d*CountBits +: CountBits]     = CountBits'(words(d));
    assign transfer_cycles[d*CountBits +: CountBits] =
        FixedSlot ? CountBits'(passage(Depth * TaskBits, d)) : '0;
  end

  // The phases. To the sequencer the division is one of the words of the triangle's phase.

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

  logic in_triangle, reports, divides, orders, division_starts, orders_start;
  logic report_ends, coordinator;
  logic [1:0] divided_d, divided_q;  // the reports are there; the division is done

  assign coordinator     = role_i == isobar_pkg::RoleCoordinator;
  assign in_words        = part == isobar_pkg::PartWords;
  assign in_transfer     = part == isobar_pkg::PartTransfer;
  assign in_triangle     = dimension == '0;
  assign reports         = in_triangle && in_words && !divided_q[0];
  assign divides         = in_triangle && in_words && divided_q == 2'b01;
  assign orders          = in_triangle && in_words && divided_q[1];
  assign report_ends     = reports && cycle == CycleBits'(Divides - 1);
  assign division_starts = divides && cycle == CycleBits'(Divides);
  assign orders_start    = divides && cycle == CycleBits'(Orders - 1);
  assign divided_d       = ends ? '0 : divided_q | {orders_start, report_ends};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) divided_q <= '0;
    else divided_q <= divided_d;
  end

  // The last cycle of a phase's words, known in the cycle before
  logic settles_d, settles_q;

  assign settles_d = active && in_words && CountBits'(cycle) + CountBits'(2) ==
                     word_cycles[dimension*CountBits +: CountBits];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) settles_q <= 1'b0;
    else settles_q <= settles_d;
  end

  // What the coordinator works out

  logic [Bits-1:0]    load_bits, left_load, right_load;
  logic [Bits-1:0]    to_left_d, to_right_d, left_to_right_d, to_left_q, to_right_q, left_to_right_q;
  logic [Steps-1:0]   quotient;
  logic [1:0]         rest;
  logic [2*Width-1:0] held, message;  // by way
  logic               unused_bits;

  // Only the bits of a load are read of a word here.
  assign left_load   = held[0 +: Bits];
  assign right_load  = held[Width +: Bits];
  assign unused_bits = &{1'b0, held, quotient};

  isobar_hhc_division #(.SumBits(SumBits)) u_division (
    .clk_i, .rst_ni, .start_i(division_starts && coordinator),
    .divide_i(divides && coordinator && cycle <= CycleBits'(Divides + Steps)),
    .sum_i(SumBits'(load_bits) + SumBits'(left_load) + SumBits'(right_load)),
    .quotient_o(quotient), .rest_o(rest)
  );

  isobar_hhc_shares #(.Bits(Bits)) u_shares (
    .coordinator_i(load_bits), .left_i(left_load), .right_i(right_load),
    .quotient_i(Bits'(quotient)), .rest_i(rest),
    .to_left_o(to_left_d), .to_right_o(to_right_d), .left_to_right_o(left_to_right_d)
  );

  always_ff @(posedge clk_i) begin
    if (divides) begin
      to_left_q       <= to_left_d;
      to_right_q      <= to_right_d;
      left_to_right_q <= left_to_right_d;
    end
  end

  // An order: what to give to the coordinator, above what to give to the other one
  function automatic logic [Width-1:0] order(input logic [Bits-1:0] from_coordinator,
                                             input logic [Bits-1:0] to_other);
    logic [Bits-1:0] to_coordinator;
    to_coordinator = -from_coordinator;
    order = Width'({{LoadBits{to_coordinator[Bits-1]}}, {LoadBits{to_other[Bits-1]}}});
    order[LoadBits +: Bits] = to_coordinator;
    order[0 +: Bits]        = to_other;
  endfunction

  // What is given and got

  logic                gives_next, mixed, exceeding, wrong_d, wrong_q, over;
  logic [Bits-1:0]     skip;
  logic [2*Bits-1:0]   count, orders_in;
  logic [2*LoadBits-1:0] order_word;

  // An order comes by the way to the coordinator.
  assign order_word = (role_i == isobar_pkg::RoleLeft) ? message[Width +: 2*LoadBits]
                                                       : message[0 +: 2*LoadBits];
  assign orders_in  = {order_word[LoadBits +: Bits], order_word[0 +: Bits]};

  isobar_hhc_decision #(.Bits(Bits)) u_decision (
    .pair_i(!in_triangle), .role_i, .own_i(load_bits), .neighbour_i(message[0 +: Bits]),
    .to_left_i(to_left_q), .to_right_i(to_right_q), .order_i(orders_in),
    .gives_o(gives_next), .count_o(count), .skip_o(skip), .mixed_o(mixed)
  );

  // A number in two's complement that has more bits than a load
  function automatic logic exceeds(input logic [LoadBits-1:0] number);
    exceeds = (number >> (Bits - 1)) != '0 && (number >> (Bits - 1)) != ({LoadBits{1'b1}} >> (Bits - 1));
  endfunction

  assign exceeding = in_triangle && !coordinator && (exceeds(order_word[LoadBits +: LoadBits]) ||
                                                     exceeds(order_word[0 +: LoadBits]));
  assign wrong_d   = mixed || exceeding;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) wrong_q <= 1'b0;
    else if (settles_q) wrong_q <= wrong_d;
  end

  // The queue

  logic                  accept, fetch, idle, gives;
  logic [TaskBits-1:0]   read;
  logic [1:0]            takes, landed, some, more, more_next, ready;
  logic [2*Bits-1:0]     left;
  logic [2*TaskBits-1:0] next_task, arrived;
  logic [LoadBits-1:0]   load, load_next;

  assign sink_tready_o = !active && idle && load < LoadBits'(Depth) - 1'b1;
  assign accept        = sink_tvalid_i && sink_tready_o;
  assign load_bits     = load[Bits-1:0];

  isobar_hhc_queue #(
    .TaskBits(TaskBits), .Depth(Depth), .LoadBits(LoadBits), .Bits(Bits), .Memory(QueueMemory)
  ) u_queue (
    .clk_i, .rst_ni,
    .push_i(accept), .push_data_i(sink_tdata_i), .pop_i(fetch), .read_o(read), .idle_o(idle),
    .settles_i(settles_q), .gives_i(gives_next), .skip_i(skip),
    .swap_i(role_i == isobar_pkg::RoleLeft && in_triangle), .count_i(count),
    .decides_i(deciding), .none_i(wrong_q), .over_o(over), .takes_i(takes),
    .landed_i(landed), .landed_data_i(arrived),
    .gives_o(gives), .task_o(next_task), .left_o(left), .some_o(some), .more_o(more),
    .more_next_o(more_next),
    .load_o(load), .load_next_o(load_next)
  );

  // What was fetched is there in the next cycle, and is kept until it is taken.
  logic                source_valid_d, source_valid_q, fetched_q;
  logic [TaskBits-1:0] source_data_q;

  assign fetch = fetch_i && !active && idle && load != '0 && (!source_valid_q || source_tready_i);
  assign source_valid_d  = fetch || (source_valid_q && !source_tready_i);
  assign source_tvalid_o = source_valid_q;
  assign source_tdata_o  = fetched_q ? read : source_data_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      source_valid_q <= 1'b0;
      fetched_q      <= 1'b0;
      source_data_q  <= '0;
    end else begin
      source_valid_q <= source_valid_d;
      fetched_q      <= fetch;
      source_data_q  <= source_tdata_o;
    end
  end

  // The two ways: way 0 serves the triangle's successor and all further dimensions, way 1 the triangle's
  // predecessor.

  logic                word_start;
  logic [1:0]          speaks, hears, valid, busy, last, gave, giving_d, giving_q, first_q;
  logic [1:0]          way_valid, comes, complete, partial, due, ended;
  logic [1:0]          awaits_d, awaits_q, coming_q;
  logic                cancelled_d, cancelled_q;
  logic [2*MaxLanes-1:0] way_line, line;
  logic [PhaseBits-1:0] way_port;  // of way 0
  logic [BeatBits-1:0] lanes, cycles_per_bit, beats_out, beats_in;

  // A word is prepared in the cycle before its phase, from the load that the phase begins with: after
  // reset the serializers have that of an empty PE. Who has none to send keeps silent.
  assign word_start = ends || !active;

  // Who says and hears what, while there are words
  assign speaks[0] = !in_triangle || (orders ? coordinator : role_i == isobar_pkg::RoleRight);
  assign speaks[1] = in_triangle && (orders ? coordinator : role_i == isobar_pkg::RoleLeft);
  assign hears[0]  = !in_triangle || (reports && coordinator) ||
                     (orders && role_i == isobar_pkg::RoleRight);
  assign hears[1]  = in_triangle && ((reports && coordinator) ||
                                     (orders && role_i == isobar_pkg::RoleLeft));
  assign due       = hears & {2{report_ends || settles_q}};

  assign way_port     = in_triangle ? '0 : PhaseBits'(dimension) + 1'b1;
  assign way_valid[0] = valid_i[way_port];
  assign way_line[0 +: MaxLanes] = line_i[way_port*MaxLanes +: MaxLanes];
  assign way_valid[1] = valid_i[1];
  assign way_line[MaxLanes +: MaxLanes] = line_i[MaxLanes +: MaxLanes];

  assign lanes          = BeatBits'(Lanes[dimension*CountBits +: CountBits]);
  assign cycles_per_bit = BeatBits'(CyclesPerBit[dimension*CountBits +: CountBits]);
  assign beats_out = word_start ? BeatBits'(word_beats[dimension_next*CountBits +: CountBits]) :
                     orders_start ? OrderBeats
                                  : BeatBits'(task_beats[dimension*CountBits +: CountBits]);
  assign beats_in  = orders   ? OrderBeats :
                     in_words ? BeatBits'(word_beats[dimension*CountBits +: CountBits])
                              : BeatBits'(task_beats[dimension*CountBits +: CountBits]);

  for (genvar w = 0; w < 2; w++) begin : g_way
    logic                continues;
    logic [BeatBits-1:0] setup;
    logic [Width-1:0]    data;

    assign continues = in_transfer && last[w] && giving_q[w] && more[w];
    assign ready[w]  = gives && more[w];
    assign takes[w]  = (deciding && ready[w]) || continues;
    assign gave[w]   = in_transfer && last[w] && giving_q[w] && !more[w];
    assign giving_d[w] = (deciding && ready[w]) || (giving_q[w] && !gave[w]);
    assign setup = continues ? '0 :
        (w == 1) ? RingSetup : BeatBits'(Setup[dimension_next*CountBits +: CountBits]);
    assign data  = word_start   ? Width'(load_next) :
                   orders_start ? ((w == 0) ? order(to_left_q, left_to_right_q)
                                            : order(to_right_q, -left_to_right_q))
                                : Width'(next_task[w*TaskBits +: TaskBits]);

    isobar_serializer #(
      .Width(Width), .MaxLanes(MaxLanes), .CountBits(BeatBits),
      .HasSetup(w == 0 ? Setup != '0 : RingSetup != '0),
      .ResetBeats(ReportBeats), .ResetSetup(RingSetup)
    ) u_serializer (
      .clk_i, .rst_ni,
      .start_i(word_start || (orders_start && coordinator) || takes[w]),
      .data_i(data),
      .beats_i(beats_out),
      .setup_i(setup),
      .lanes_i(w == 0 ? lanes : BeatBits'(RingLanes)),
      .cycles_per_beat_i(w == 0 ? cycles_per_bit : BeatBits'(CyclesPerBit[CountBits-1:0])),
      .busy_o(busy[w]), .valid_o(valid[w]), .last_o(last[w]),
      .line_o(line[w*MaxLanes +: MaxLanes])
    );

    // A transfer is over when all its tasks have come, or when the line falls silent.
    assign comes[w]    = awaits_q[w] && way_valid[w];
    assign awaits_d[w] = deciding ? !gives && more[w]
        : awaits_q[w] && more_next[w] && !ends && (way_valid[w] || !coming_q[w]);
    assign ended[w]    = awaits_q[w] && coming_q[w] && !way_valid[w];
    assign landed[w]   = awaits_q[w] && complete[w];

    isobar_deserializer #(.Width(Width), .MaxLanes(MaxLanes), .CountBits(BeatBits)) u_neighbour (
      .clk_i, .rst_ni, .clear_i(divides || deciding || ends),
      .valid_i(comes[w] || (active && in_words && hears[w] && way_valid[w])),
      .line_i(way_line[w*MaxLanes +: MaxLanes]), .beats_i(beats_in),
      .lanes_i(w == 0 ? lanes : BeatBits'(RingLanes)),
      .cycles_per_beat_i(w == 0 ? cycles_per_bit : BeatBits'(CyclesPerBit[CountBits-1:0])),
      .complete_o(complete[w]), .partial_o(partial[w]),
      .message_o(message[w*Width +: Width]), .held_o(held[w*Width +: Width])
    );

    assign arrived[w*TaskBits +: TaskBits] = message[w*Width +: TaskBits];
  end

  // What is too much and does not leave counts as a transfer of no cycles.
  assign sends       = deciding && gives && some != '0;
  assign cancelled_d = sends && takes == '0;
  assign sent        = (gave != '0 && (giving_q & ~gave) == '0) || cancelled_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      giving_q    <= '0;
      cancelled_q <= 1'b0;
      first_q     <= '0;
      awaits_q    <= '0;
      coming_q    <= '0;
    end else begin
      giving_q    <= giving_d;
      cancelled_q <= cancelled_d;
      first_q     <= takes & {2{deciding}};
      awaits_q    <= awaits_d;
      coming_q    <= comes;
    end
  end

  isobar_hhc_errors #(.Depth(Depth), .LoadBits(LoadBits)) u_errors (
    .clk_i, .rst_ni, .in_words_i(in_words), .loads_i(in_words && !orders), .ends_i(ends),
    .due_i(due), .complete_i(complete), .partial_i(partial),
    .words_i({message[Width +: LoadBits], message[0 +: LoadBits]}),
    .wrong_i(deciding && (wrong_q || (gives && over))),
    .over_i(deciding && !wrong_q && !gives && over),
    .awaits_i(awaits_q), .ended_i(ended), .error_o
  );

  // The end of the phase: a status word is all that comes in besides

  logic [Ports-1:0] status_valid, status_setup, awaits_at;

  for (genvar p = 0; p < Ports; p++) begin : g_awaits
    localparam int unsigned D = (p < 2) ? 0 : p - 1;
    assign awaits_at[p] = awaits_q[p == 1 ? 1 : 0] && dimension == DimensionBits'(D);
  end

  if (FixedSlot) begin : g_slot
    logic unused_tree;

    assign knows        = 1'b0;
    assign status_valid = '0;
    assign status_setup = '0;
    assign unused_tree  = &{1'b0, own, parent_i, children_i, awaits_at};
  end else begin : g_words
    logic [Ports-1:0] listens, bits;

    for (genvar p = 0; p < Ports; p++) begin : g_listens
      assign listens[p] = in_transfer && valid_i[p] && !awaits_at[p];
      assign bits[p]    = line_i[p*MaxLanes];
    end

    isobar_phase_words #(
      .Ports(Ports), .CountBits(CountBits), .Lanes(PortLanes), .CyclesPerBit(PortCyclesPerBit),
      .Setup(PortSetup)
    ) u_phase_words (
      .clk_i, .rst_ni, .parent_i, .children_i, .own_i(own), .ends_i(ends),
      .valid_i(listens), .bit_i(bits), .knows_o(knows),
      .setting_up_o(status_setup), .valid_o(status_valid)
    );
  end

  // Lines and counters, by port

  for (genvar p = 0; p < Ports; p++) begin : g_port
    localparam int unsigned D = (p < 2) ? 0 : p - 1;
    localparam int unsigned W = (p == 1) ? 1 : 0;
    localparam bit HasSetup = Setup[D*CountBits +: CountBits] != '0;
    // A dimension with fewer lanes has no more than those.
    localparam bit [MaxLanes-1:0] LaneMask =
        {MaxLanes{1'b1}} >> (MaxLanes - 32'(Lanes[D*CountBits +: CountBits]));

    logic selected, carries_word, carries_tasks, carries, setting_up;
    assign selected      = active && dimension == DimensionBits'(D);
    assign carries_word  = selected && in_words && speaks[W];
    assign carries_tasks = selected && in_transfer;
    assign carries       = (carries_word || carries_tasks) && valid[W];
    assign setting_up    = (carries_word || carries_tasks) && busy[W] && !valid[W];
    assign valid_o[p]    = carries || status_valid[p];
    assign line_o[p*MaxLanes +: MaxLanes] =
        (carries ? line[W*MaxLanes +: MaxLanes] & LaneMask : '0) | MaxLanes'(status_valid[p]);

    isobar_counter #(.Counts(1'b1), .Bits(CounterBits)) u_transfer_counter (
      .clk_i, .rst_ni, .count_i(carries_tasks && valid[W]),
      .count_o(transfer_cycles_o[p*CounterBits +: CounterBits])
    );
    isobar_counter #(.Counts(1'b1), .Bits(CounterBits)) u_word_counter (
      .clk_i, .rst_ni, .count_i((carries_word && valid[W]) || status_valid[p]),
      .count_o(word_cycles_o[p*CounterBits +: CounterBits])
    );
    isobar_counter #(.Counts(HasSetup), .Bits(CounterBits)) u_setup_counter (
      .clk_i, .rst_ni, .count_i(setting_up || status_setup[p]),
      .count_o(setup_cycles_o[p*CounterBits +: CounterBits])
    );

    assign obs_shift_o[p*LoadBits +: LoadBits] =
        (selected && deciding && gives) ? LoadBits'(left[W*Bits +: Bits]) : '0;
    assign obs_head_o[p*TaskBits +: TaskBits]   = next_task[W*TaskBits +: TaskBits];
    assign obs_transfer_start_o[p] = carries_tasks && first_q[W];
    assign obs_transfer_end_o[p]   = carries_tasks && gave[W];
    assign obs_landing_o[p]        = selected && landed[W];
    assign obs_landed_o[p*TaskBits +: TaskBits] = arrived[W*TaskBits +: TaskBits];
  end

  assign obs_dimension_o = (reports || divides) ? '0 : PhaseBits'(dimension) + 1'b1;
  assign obs_cycle_o     = CountBits'(cycle);
  assign obs_part_o      = divides ? isobar_pkg::PartDecision : part;
  assign obs_ends_o      = ends;
  assign obs_load_o      = load;

endmodule
