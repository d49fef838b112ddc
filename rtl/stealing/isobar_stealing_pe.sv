// SPDX-License-Identifier: Apache-2.0
`include "isobar_parameters.svh"

// A PE that steals work from its neighbours: task queue, balancer, and a serial link to and from each of
// them. The fabric's PEs have no phases in common; each acts on what comes. All leave the reset in the same
// cycle, rst_ni being released in step with clk_i, and begin with the first cycle in which run_i is high.
// While it is low the balancer rests: it takes nothing in and decides nothing; its times run on, and it
// goes on where it was.
//
// The streams are for one executor. It puts a task (sink) when sink_tready_o is high, and asks for one
// with fetch_i, in a cycle in which it puts none: if one waits it leaves the queue in that cycle and is at
// the source from the next one on until it is taken. works_i says that the executor works on a task from
// the next cycle on: it is what a request says of the thief. In a cycle the balancer acts first, and what
// it gives or lands is what the executor finds.
//
// A message keeps the link busy for N cycles, setup + ceil(bits / lanes) · cycles a bit, and can be used
// latency cycles after the last of them; isobar_stealing_port has its format. It is handled Handling
// cycles after it could be used, or after those before it, and what that has the PE send leaves as many
// cycles later each: isobar_stealing_agent. Every transfer has one task, and takes longer than Depth + 1
// cycles where an executor puts tasks (isobar_stealing_queue).
//
// The parameters have the links' numbers by port; own_i and there_i are the addresses of the PE and of its
// neighbours, constants.
module isobar_stealing_pe #(
  parameter int unsigned Ports       = 4,
  parameter int unsigned AddressBits = 6,
  `ISOBAR_STEALING_PARAMETERS(Ports, 16)
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  input  logic                             run_i,

  input  logic [AddressBits-1:0]           own_i,
  input  logic [Ports*AddressBits-1:0]     there_i,

  // Links, by port
  output logic [Ports-1:0]                 valid_o,
  output logic [Ports*MaxLanes-1:0]        line_o,
  input  logic [Ports-1:0]                 valid_i,
  input  logic [Ports*MaxLanes-1:0]        line_i,

  // New tasks, AXI4-Stream
  input  logic                             sink_tvalid_i,
  output logic                             sink_tready_o,
  input  logic [TaskBits-1:0]              sink_tdata_i,

  // Tasks for the executor, AXI4-Stream; filled when fetch_i asks for one
  input  logic                             fetch_i,
  input  logic                             works_i,
  output logic                             source_tvalid_o,
  input  logic                             source_tready_i,
  output logic [TaskBits-1:0]              source_tdata_o,

  // Counters of the outgoing links, by port
  output logic [Ports*CounterBits-1:0]     transfer_cycles_o,
  output logic [Ports*CounterBits-1:0]     word_cycles_o,
  output logic [Ports*CounterBits-1:0]     setup_cycles_o,

  output logic [isobar_pkg::ErrorBits-1:0] error_o,

  output logic [LoadBits-1:0]              obs_load_o
);

  localparam int unsigned Bits       = $clog2(Depth + 1);
  localparam int unsigned PortBits   = $clog2(Ports + 1);
  localparam int unsigned HeaderBits = 2 + 2 * AddressBits;
  localparam int unsigned Contents   = (TaskBits > LoadBits) ? TaskBits : LoadBits;
  localparam int unsigned Collected  = Contents + MaxLanes - 1;

  function automatic int unsigned field(input bit [Ports*CountBits-1:0] of, input int unsigned p);
    field = 32'(of[p*CountBits +: CountBits]);
  endfunction

  function automatic int unsigned beat_bits();
    int unsigned most;
    most = HeaderBits + Contents;
    if (MaxLanes > most) most = MaxLanes;
    for (int unsigned p = 0; p < Ports; p++) begin
      if (field(Setup, p) > most) most = field(Setup, p);
      if (field(CyclesPerBit, p) > most) most = field(CyclesPerBit, p);
    end
    beat_bits = $clog2(most + 1);
  endfunction

  localparam int unsigned BeatBits = beat_bits();

  if (Ports < 1) begin : g_ports
    $error("a PE has a neighbour at least");
  end
  if (Depth < 2 || (LoadBits < 32 && (Depth >> LoadBits) != 0)) begin : g_depth
    $error("Depth is at least 2 and below 2^LoadBits");
  end
  if (CountBits < BeatBits) begin : g_count
    $error("CountBits is too few for the bits of a message, or the lanes");
  end
  if (QueueMemory > isobar_pkg::MemoryBlock) begin : g_memory
    $error("QueueMemory is one of isobar_pkg");
  end

  // The ports

  logic [Ports-1:0]           taken, short_of, task_valid;
  logic [Ports-1:0]           beat, requested, asker_works, replied, transferred, wrong;
  logic [Ports*TaskBits-1:0]  next_task;
  logic [Ports*TaskBits-1:0]  arrived_at;
  logic [Ports*LoadBits-1:0]  promised_at;
  logic [Bits-1:0]            promise;
  logic                       sends_request, sends_reply, sends_transfer, says_works;
  logic [PortBits-1:0]        given_to, asks_at;  // who gets replies and tasks, and requests
  logic [Collected-1:0]       collected;

  for (genvar p = 0; p < Ports; p++) begin : g_port
    localparam int unsigned L = field(Lanes, p);
    localparam int unsigned C = field(CyclesPerBit, p);
    // A message's last beat may have more bits than it needs.
    localparam int unsigned ReplyRest    = (L - (HeaderBits + LoadBits) % L) % L;
    localparam int unsigned TransferRest = (L - (HeaderBits + TaskBits) % L) % L;

    if (L < 1 || L > MaxLanes) begin : g_lanes
      $error("Lanes is 1 to MaxLanes");
    end
    if (C < 1 || field(Latency, p) < 1) begin : g_cycles
      $error("CyclesPerBit and Latency are at least 1");
    end
    if (field(Setup, p) + (HeaderBits + LoadBits + L - 1) / L * C + Handling < 2 * Ports + 6) begin : g_quick
      $error("a reply and Handling are too few cycles: the memory serves the other ports before a task leaves");
    end

    isobar_stealing_port #(
      .TaskBits(TaskBits), .LoadBits(LoadBits), .AddressBits(AddressBits), .MaxLanes(MaxLanes),
      .BeatBits(BeatBits), .Bits(Bits), .Lanes(L), .Cycles(C), .Setup(field(Setup, p)),
      .CounterBits(CounterBits)
    ) u_port (
      .clk_i, .rst_ni,
      .own_i, .there_i(there_i[p*AddressBits +: AddressBits]),
      .request_i(sends_request && asks_at == PortBits'(p)), .works_i(says_works),
      .reply_i(sends_reply && given_to == PortBits'(p)), .promised_i(promise),
      .transfer_i(sends_transfer && given_to == PortBits'(p)), .task_valid_i(task_valid[p]),
      .task_i(next_task[p*TaskBits +: TaskBits]),
      .takes_o(taken[p]), .missing_o(short_of[p]),
      .valid_o(valid_o[p]), .line_o(line_o[p*MaxLanes +: MaxLanes]),
      .transfer_cycles_o(transfer_cycles_o[p*CounterBits +: CounterBits]),
      .word_cycles_o(word_cycles_o[p*CounterBits +: CounterBits]),
      .setup_cycles_o(setup_cycles_o[p*CounterBits +: CounterBits]),
      .valid_i(valid_i[p]), .line_i(line_i[p*MaxLanes +: MaxLanes]),
      .beat_o(beat[p]), .request_o(requested[p]), .asker_works_o(asker_works[p]),
      .reply_o(replied[p]), .transfer_o(transferred[p]), .wrong_o(wrong[p])
    );

    assign promised_at[p*LoadBits +: LoadBits] = collected[Collected-1-ReplyRest -: LoadBits];
    assign arrived_at[p*TaskBits +: TaskBits]  = collected[Collected-1-TransferRest -: TaskBits];
  end

  // What was asked for comes by one port alone.

  logic [PortBits-1:0] victim, turn;
  logic [BeatBits-1:0] lanes;
  logic [MaxLanes-1:0] line;
  logic                arrives, collects;
  logic [LoadBits-1:0] promised;
  logic [TaskBits-1:0] arrived;
  logic [Collected-1:0] collected_q;

  assign arrives = transferred != '0;

  always_comb begin
    lanes    = BeatBits'(field(Lanes, 0));
    line     = line_i[MaxLanes-1:0];
    collects = beat[0];
    promised = promised_at[LoadBits-1:0];
    arrived  = arrived_at[TaskBits-1:0];
    for (int unsigned p = 1; p < Ports; p++) begin
      if (victim == PortBits'(p)) begin
        lanes    = BeatBits'(field(Lanes, p));
        line     = line_i[p*MaxLanes +: MaxLanes];
        collects = beat[p];
        promised = promised_at[p*LoadBits +: LoadBits];
        arrived  = arrived_at[p*TaskBits +: TaskBits];
      end
    end
  end

  assign collected = Collected'({line, collected_q} >> lanes);

  always_ff @(posedge clk_i) begin
    if (collects) collected_q <= collected;
  end

  // The inbox and the balancer

  logic                some, is_request, is_reply, first_works, take, twice;
  logic [PortBits-1:0] first_port;
  logic [Bits-1:0]     first_promised, given, load, load_mid, missing;
  logic                lands, lands_after, left, asks, asked, push, pop;

  isobar_stealing_inbox #(.Ports(Ports), .Bits(Bits)) u_inbox (
    .clk_i, .rst_ni,
    .request_i(requested), .works_i(asker_works), .reply_i(replied), .transfer_i(transferred),
    .promised_i(Bits'(promised)),
    .take_i(take), .some_o(some), .is_request_o(is_request), .is_reply_o(is_reply),
    .port_o(first_port), .works_o(first_works), .promised_o(first_promised), .twice_o(twice)
  );

  isobar_stealing_agent #(
    .Ports(Ports), .Depth(Depth), .Bits(Bits), .Half(Half), .Handling(Handling), .Retry(Retry),
    .RetryMax(RetryMax)
  ) u_agent (
    .clk_i, .rst_ni, .run_i, .seed_i(32'd0),
    .load_i(load), .given_o(given), .given_to_o(given_to), .lands_o(lands), .left_o(left),
    .push_i(push), .pop_i(pop), .works_i, .lands_after_o(lands_after),
    .some_i(some), .is_request_i(is_request), .is_reply_i(is_reply), .port_i(first_port),
    .asker_works_i(first_works), .promised_i(first_promised), .take_o(take),
    .request_o(sends_request), .works_o(says_works), .reply_o(sends_reply), .promised_o(promise),
    .transfer_o(sends_transfer), .asks_o(asks), .turn_o(turn), .victim_o(victim), .asked_o(asked), .missing_o(missing)
  );

  assign asks_at = asks ? turn : victim;

  // The queue and its streams

  logic                lost, source_valid_d, source_valid_q, popped_q;
  logic [TaskBits-1:0] read, source_data_q;

  assign sink_tready_o = load_mid < Bits'(Depth) - 1'b1;
  assign push          = sink_tvalid_i && sink_tready_o;
  assign pop           = fetch_i && !sink_tvalid_i && left && (!source_valid_q || source_tready_i);

  isobar_stealing_queue #(
    .TaskBits(TaskBits), .Depth(Depth), .Bits(Bits), .Ports(Ports), .FetchNewest(FetchNewest),
    .Memory(QueueMemory)
  ) u_queue (
    .clk_i, .rst_ni,
    .arrived_i(arrives), .arrived_data_i(arrived),
    .lands_i(lands), .lands_after_i(lands_after), .given_i(given), .given_to_i(given_to), .load_mid_o(load_mid),
    .push_i(push), .push_data_i(sink_tdata_i), .pop_i(pop), .read_o(read),
    .taken_i(taken), .task_valid_o(task_valid), .task_o(next_task),
    .load_o(load), .lost_o(lost)
  );

  assign source_valid_d  = pop || (source_valid_q && !source_tready_i);
  assign source_tvalid_o = source_valid_q;
  assign source_tdata_o  = popped_q ? read : source_data_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      source_valid_q <= 1'b0;
      popped_q       <= 1'b0;
      source_data_q  <= '0;
    end else begin
      source_valid_q <= source_valid_d;
      popped_q       <= pop;
      source_data_q  <= source_tdata_o;
    end
  end

  // An error is said from the cycle after it was seen until the reset; encodings in isobar_pkg:
  //   ErrorWord  a message of no kind, a second request or reply before the first was taken, a reply that
  //              was not asked for, or one that promises more than half of a full queue
  //   ErrorTask  a transfer that was not promised, or a task that the memory was late with
  // There is no ErrorFull: what has no room waits.
  logic [isobar_pkg::ErrorBits-1:0] error_d, error_q;

  always_comb begin
    error_d = error_q;
    if (wrong != '0 || twice ||
        (replied != '0 && (!asked || promised > LoadBits'((Depth + 1) / 2)))) begin
      error_d[isobar_pkg::ErrorWord] = 1'b1;
    end
    if ((transferred != '0 && !asked && missing == '0) || short_of != '0 || lost) begin
      error_d[isobar_pkg::ErrorTask] = 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) error_q <= '0;
    else error_q <= error_d;
  end

  assign error_o    = error_q;
  assign obs_load_o = LoadBits'(load);

endmodule
