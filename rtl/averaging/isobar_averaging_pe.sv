// SPDX-License-Identifier: Apache-2.0
`include "isobar_parameters.svh"

// A PE of nearest-neighbour averaging by equal portions (Henrich, equation 5 and footnote 3) on a torus
// of radices of at least 3: task queue, a division for each neighbour, and a serial link to the
// successor and to the predecessor in every dimension, all of which it uses at once. All PEs of a fabric
// leave the reset in the same cycle and get the same run_i; from then on they are in the same step, of
// which they learn the end from each other.
//
// A step begins in a cycle with run_i high and goes on to its end whatever run_i does meanwhile; low
// at the end, it keeps the PE at the beginning of the next step, its links silent. The streams are
// served there alone. rst_ni is released in step with clk_i.
//
// Step, cycle by cycle (N(b) = setup + ceil(b / lanes) · cycles a bit):
//   0                    the load, all landings included, is on all lines as a word
//   W = the longest N(load) + latency  decision: the differences to the neighbours' loads
//   W + 1 …              they are divided by the neighbours and the PE itself, a bit of the quotients a
//                        cycle (isobar_averaging_portion)
//   then                 a place in the queue for each port that gives, a port a cycle, and the first
//                        task of each in its buffer (isobar_averaging_queue)
//   W + Decision …       tasks are on the lines of all ports that give, N(k · TaskBits) cycles for k of
//                        them. They leave the queue as their bits begin, and are counted in the load of
//                        who gets them as their bits end; they are written one a cycle.
// How the step ends is as in isobar_exchange_pe.
//
// A PE that has less tasks than the portions of its ports come to gives to the first ports what it has.
// Who was to get the others knows it by the silence in the first cycle in which they could come. With at
// most three dimensions a portion is then given as a whole or not at all, so a PE knows after that cycle
// how many tasks come by each port, and where their places are, in the order of ports.
//
// Decision is at least what division and places take, and the tasks of a link need time for the others
// to be read and written: both are checked. MaxWait is the largest wait_i. Ports are 2d for the
// successor and 2d + 1 for the predecessor in dimension d + 1. What is not said here is as in
// isobar_exchange_pe.
module isobar_averaging_pe #(
  parameter int unsigned Dimensions = 1,
  `ISOBAR_AVERAGING_PARAMETERS(16),
  localparam int unsigned Ports = 2 * Dimensions
) (
  input  logic                        clk_i,
  input  logic                        rst_ni,
  input  logic                        run_i,

  // The PE's place in the spanning tree, constants
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
  output logic                        obs_dimension_o,      // 0: all ports are served at once
  output logic [CountBits-1:0]        obs_cycle_o,          // of what is waited for
  output logic [1:0]                  obs_part_o,
  output logic                        obs_ends_o,           // the last cycle of a step
  output logic [LoadBits-1:0]         obs_load_o,
  output logic [Ports*LoadBits-1:0]   obs_shift_o,  // in the last decision cycle: tasks to go
  output logic [Ports*TaskBits-1:0]   obs_head_o,   // the first of them
  output logic [Ports-1:0]            obs_transfer_start_o, // its first busy cycle
  output logic [Ports-1:0]            obs_transfer_end_o,   // its last busy cycle
  output logic [Ports-1:0]            obs_landing_o,        // a task has come
  output logic [Ports*TaskBits-1:0]   obs_landed_o
);

  localparam int unsigned Parts    = Ports + 1;
  localparam int unsigned RestBits = $clog2(Parts);
  localparam int unsigned Bits =
      ($clog2(Depth + 1) > RestBits) ? $clog2(Depth + 1) : RestBits;
  localparam int unsigned Steps = Bits - RestBits + 1;  // of the division
  localparam int unsigned Width = (TaskBits > LoadBits) ? TaskBits : LoadBits;

  function automatic int unsigned field(input bit [Dimensions*CountBits-1:0] of,
                                        input int unsigned d);
    field = 32'(of[d*CountBits +: CountBits]);
  endfunction

  // The cycles of a message in which it has bits
  function automatic int unsigned serial(input int unsigned bits, input int unsigned d);
    serial = (bits + field(Lanes, d) - 1) / field(Lanes, d) * field(CyclesPerBit, d);
  endfunction

  function automatic int unsigned passage(input int unsigned bits, input int unsigned d);
    passage = field(Setup, d) + serial(bits, d) + field(Latency, d);
  endfunction

  // The longest passage of as many bits; of none: the last first cycle in which tasks can come
  function automatic int unsigned longest(input int unsigned bits);
    longest = 0;
    for (int unsigned d = 0; d < Dimensions; d++) begin
      if (passage(bits, d) > longest) longest = passage(bits, d);
    end
  endfunction

  // The bits of the counter of what is waited for, and of those of a message
  function automatic int unsigned cycle_bits();
    int unsigned most;
    most = longest(LoadBits);
    if (Decision > most) most = Decision;
    if (FixedSlot && longest(Depth * TaskBits) > most) most = longest(Depth * TaskBits);
    if (!FixedSlot && MaxWait > most) most = MaxWait;
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
    for (int unsigned p = 0; p < Ports; p++) begin
      by_port[p*CountBits +: CountBits] = of[(p/2)*CountBits +: CountBits];
    end
  endfunction

  localparam bit [Ports*CountBits-1:0] PortLanes        = by_port(Lanes);
  localparam bit [Ports*CountBits-1:0] PortCyclesPerBit = by_port(CyclesPerBit);
  localparam bit [Ports*CountBits-1:0] PortSetup        = by_port(Setup);
  localparam bit [CountBits-1:0] SlotCycles =
      FixedSlot ? CountBits'(longest(Depth * TaskBits)) : '0;
  localparam int unsigned CycleBits = cycle_bits();
  localparam int unsigned BeatBits  = beat_bits();
  localparam int unsigned Latest    = longest(0);
  localparam int unsigned SinceBits = $clog2(Latest + 2);

  if (Depth < 2 || (LoadBits < 32 && (Depth >> LoadBits) != 0)) begin : g_depth
    $error("Depth is at least 2 and below 2^LoadBits");
  end
  if (CountBits < CycleBits || CountBits < BeatBits) begin : g_count
    $error("CountBits is too few for the cycles of a phase, the bits of a message, or the lanes");
  end
  if (QueueMemory > isobar_pkg::MemoryBlock) begin : g_memory
    $error("QueueMemory is one of isobar_pkg");
  end
  if (Dimensions > 3) begin : g_dimensions
    $error("with more than three dimensions the tasks that come by a port are not known beforehand");
  end
  if (Decision < Steps + Ports + 4) begin : g_decision
    $error("Decision is too few cycles for the division and the first task of each port");
  end

  // The step

  logic [CycleBits-1:0] cycle;
  logic [1:0]           part;
  logic                 active, in_words, deciding, decides, departs, in_transfer, ends;
  logic                 sends, sent, own, knows, unused_phase, unused_next;

  isobar_sequencer #(
    .Dimensions(1), .CountBits(CountBits), .CycleBits(CycleBits), .FixedSlot(FixedSlot),
    .Decision(Decision), .DimensionBits(1)
  ) u_sequencer (
    .clk_i, .rst_ni, .run_i,
    .word_cycles_i(CountBits'(longest(LoadBits))),
    .transfer_cycles_i(SlotCycles),
    .latency_i(CountBits'(1)), .wait_i, .sends_i(sends), .sent_i(sent), .knows_i(knows),
    .dimension_o(unused_phase), .dimension_next_o(unused_next), .cycle_o(cycle), .part_o(part),
    .active_o(active), .decided_o(departs), .own_o(own), .ends_o(ends)
  );

  assign in_words    = part == isobar_pkg::PartWords;
  assign deciding    = part == isobar_pkg::PartDecision;
  assign decides     = deciding && cycle == '0;
  assign in_transfer = part == isobar_pkg::PartTransfer;

  // The cycles since tasks left, as far as anything depends on them

  logic [SinceBits-1:0] since_d, since_q;

  assign since_d = departs ? '0 : (since_q == SinceBits'(Latest + 1)) ? since_q : since_q + 1'b1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) since_q <= SinceBits'(Latest + 1);
    else since_q <= since_d;
  end

  // The queue

  logic                      accept, fetch, idle, over, divides, walk_out, walk_in;
  logic [TaskBits-1:0]       read;
  logic [Ports-1:0]          gives, takes, landed, awaits, more;
  logic [Ports*Bits-1:0]     count, left;
  logic [Ports*TaskBits-1:0] buffers, arrived;
  logic [LoadBits-1:0]       load, load_next;

  assign sink_tready_o = !active && idle && load < LoadBits'(Depth) - 1'b1;
  assign accept        = sink_tvalid_i && sink_tready_o;
  assign divides       = deciding && !decides && cycle <= CycleBits'(Steps);
  assign walk_out      = deciding && cycle == CycleBits'(Steps);
  assign walk_in       = in_transfer && since_q == SinceBits'(Latest);

  isobar_averaging_queue #(
    .Ports(Ports), .TaskBits(TaskBits), .Depth(Depth), .LoadBits(LoadBits), .Bits(Bits),
    .Memory(QueueMemory)
  ) u_queue (
    .clk_i, .rst_ni,
    .push_i(accept), .push_data_i(sink_tdata_i), .pop_i(fetch), .read_o(read), .idle_o(idle),
    .walk_out_i(walk_out), .departs_i(departs), .walk_in_i(walk_in),
    .gives_i(gives), .count_i(count), .present_i(awaits), .takes_i(takes),
    .landed_i(landed), .landed_data_i(arrived),
    .buffer_o(buffers), .left_o(left), .more_o(more), .over_o(over),
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

  // The ports

  logic                      word_start;
  logic [Ports-1:0]          giving, done, gave, complete, partial, broken, ended;
  logic [Ports-1:0]          port_valid, port_setup, status_valid, status_setup;
  logic [Ports*LoadBits-1:0] neighbours;

  // A word is prepared in the cycle before its step, from the load that the step begins with: after
  // reset the serializers have that of an empty PE.
  assign word_start = ends || !active;
  assign sends      = departs && takes != '0;
  assign sent       = giving != '0 && (giving & ~done) == '0;

  for (genvar p = 0; p < Ports; p++) begin : g_port
    localparam int unsigned D = p / 2;
    localparam int unsigned L = 32'(Lanes[D*CountBits +: CountBits]);
    localparam int unsigned C = 32'(CyclesPerBit[D*CountBits +: CountBits]);
    localparam int unsigned First = passage(0, D);  // in which tasks can come
    if (L < 1 || L > MaxLanes || TaskBits % L != 0) begin : g_lanes
      $error("Lanes is 1 to MaxLanes and divides TaskBits");
    end
    if (C < 1 || 32'(Latency[D*CountBits +: CountBits]) < 1) begin : g_cycles
      $error("CyclesPerBit and Latency are at least 1");
    end
    if (TaskBits / L * C < Ports + 2 + Latest - First) begin : g_quick
      $error("a task takes too few cycles for the tasks of the other ports to be served meanwhile");
    end

    logic                early, due;
    logic [MaxLanes-1:0] line;

    assign early    = since_q < SinceBits'(First);
    assign due      = !gives[p] && count[p*Bits +: Bits] != '0;
    assign ended[p] = awaits[p] && since_q > SinceBits'(First) && !valid_i[p] && more[p];

    isobar_averaging_portion #(
      .LoadBits(LoadBits), .Bits(Bits), .Parts(Parts), .Successor(p % 2 == 0)
    ) u_portion (
      .clk_i, .rst_ni, .start_i(decides), .divide_i(divides), .own_i(load),
      .neighbour_i(neighbours[p*LoadBits +: LoadBits]),
      .gives_o(gives[p]), .count_o(count[p*Bits +: Bits])
    );

    isobar_averaging_port #(
      .TaskBits(TaskBits), .LoadBits(LoadBits), .MaxLanes(MaxLanes), .BeatBits(BeatBits), .Lanes(L),
      .Cycles(C), .Setup(32'(Setup[D*CountBits +: CountBits])),
      .Latency(32'(Latency[D*CountBits +: CountBits]))
    ) u_port (
      .clk_i, .rst_ni, .active_i(active), .in_words_i(in_words), .deciding_i(deciding),
      .departs_i(departs), .in_transfer_i(in_transfer), .ends_i(ends),
      .word_start_i(word_start), .load_next_i(load_next),
      .gives_i(gives[p]), .more_i(more[p]), .due_i(due), .early_i(early),
      .task_i(buffers[p*TaskBits +: TaskBits]),
      .takes_o(takes[p]), .gave_o(gave[p]), .first_o(obs_transfer_start_o[p]),
      .giving_o(giving[p]), .done_o(done[p]),
      .valid_i(valid_i[p]), .line_i(line_i[p*MaxLanes +: MaxLanes]),
      .valid_o(port_valid[p]), .line_o(line), .setting_up_o(port_setup[p]),
      .awaits_o(awaits[p]), .complete_o(complete[p]), .partial_o(partial[p]),
      .broken_o(broken[p]), .landed_o(landed[p]),
      .arrived_o(arrived[p*TaskBits +: TaskBits]),
      .neighbour_o(neighbours[p*LoadBits +: LoadBits])
    );

    assign valid_o[p] = port_valid[p] || status_valid[p];
    assign line_o[p*MaxLanes +: MaxLanes] = line | MaxLanes'(status_valid[p]);

    isobar_counter #(.Counts(1'b1), .Bits(CounterBits)) u_transfer_counter (
      .clk_i, .rst_ni, .count_i(in_transfer && port_valid[p]),
      .count_o(transfer_cycles_o[p*CounterBits +: CounterBits])
    );
    isobar_counter #(.Counts(1'b1), .Bits(CounterBits)) u_word_counter (
      .clk_i, .rst_ni, .count_i((in_words && port_valid[p]) || status_valid[p]),
      .count_o(word_cycles_o[p*CounterBits +: CounterBits])
    );
    isobar_counter #(
      .Counts(Setup[D*CountBits +: CountBits] != '0), .Bits(CounterBits)
    ) u_setup_counter (
      .clk_i, .rst_ni, .count_i(port_setup[p] || status_setup[p]),
      .count_o(setup_cycles_o[p*CounterBits +: CounterBits])
    );

    assign obs_shift_o[p*LoadBits +: LoadBits] =
        (departs && gives[p]) ? LoadBits'(left[p*Bits +: Bits]) : '0;
  end

  isobar_averaging_errors #(.Ports(Ports), .Depth(Depth), .LoadBits(LoadBits)) u_errors (
    .clk_i, .rst_ni, .in_words_i(in_words), .decides_i(decides), .deciding_i(deciding),
    .ends_i(ends), .valid_i, .complete_i(complete), .neighbours_i(neighbours), .ended_i(ended),
    .broken_i(broken), .over_i(over), .error_o
  );

  // The end of the step: a status word is all that comes in besides

  if (FixedSlot) begin : g_slot
    logic unused_tree;

    assign knows        = 1'b0;
    assign status_valid = '0;
    assign status_setup = '0;
    assign unused_tree  = &{1'b0, own, parent_i, children_i, partial};
  end else begin : g_words
    logic [Ports-1:0] listens, bits;
    logic             unused_partial;

    assign unused_partial = &{1'b0, partial};

    for (genvar p = 0; p < Ports; p++) begin : g_listens
      assign listens[p] = in_transfer && valid_i[p] && !awaits[p];
      assign bits[p]    = line_i[p*MaxLanes];
    end

    isobar_phase_words #(
      .Ports(Ports), .CountBits(CountBits), .Lanes(PortLanes),
      .CyclesPerBit(PortCyclesPerBit), .Setup(PortSetup)
    ) u_phase_words (
      .clk_i, .rst_ni, .parent_i, .children_i, .own_i(own), .ends_i(ends),
      .valid_i(listens), .bit_i(bits), .knows_o(knows),
      .setting_up_o(status_setup), .valid_o(status_valid)
    );
  end

  assign obs_dimension_o    = 1'b0;
  assign obs_cycle_o        = CountBits'(cycle);
  assign obs_part_o         = part;
  assign obs_ends_o         = ends;
  assign obs_load_o         = load;
  assign obs_head_o         = buffers;
  assign obs_transfer_end_o = gave;
  assign obs_landing_o      = landed;
  assign obs_landed_o       = arrived;

endmodule
