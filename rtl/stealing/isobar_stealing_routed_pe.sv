// SPDX-License-Identifier: Apache-2.0
`include "isobar_parameters.svh"

// A PE of work stealing that asks all others, in turn by number, the next one first, or Drawn, and the router of
// its node, by which messages go from PE to PE over others. What is drawn begins with seed_i, which is not 0 and
// stays as it is (isobar_stealing_draw). What is not said here is as in isobar_stealing_pe.
//
// The fabric is a torus of these radices; release_o and release_i are the lines by which neighbours say
// that a buffer of theirs is free (isobar_stealing_router).
module isobar_stealing_routed_pe #(
  parameter int unsigned Dimensions  = 1,
  parameter bit [Dimensions*16-1:0] Radices = 16'd8,
  parameter int unsigned Nodes       = 8,  // the product of the radices
  parameter int unsigned Ports       = 2,
  parameter int unsigned AddressBits = 3,
  parameter int unsigned Classes     = 3,  // the most links between two PEs, less one
  parameter bit          Drawn       = 1'b0,
  `ISOBAR_STEALING_PARAMETERS(Ports, 16)
) (
  input  logic                             clk_i,
  input  logic                             rst_ni,
  input  logic                             run_i,

  input  logic [AddressBits-1:0]           own_i,
  input  logic [31:0]                      seed_i,

  // Links, by port
  output logic [Ports-1:0]                 valid_o,
  output logic [Ports*MaxLanes-1:0]        line_o,
  input  logic [Ports-1:0]                 valid_i,
  input  logic [Ports*MaxLanes-1:0]        line_i,
  output logic [Ports*Classes-1:0]         release_o,
  input  logic [Ports*Classes-1:0]         release_i,

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

`include "isobar_torus.svh"

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

  for (genvar p = 0; p < Ports; p++) begin : g_checks
    if (field(Lanes, p) < 1 || field(Lanes, p) > MaxLanes) begin : g_lanes
      $error("Lanes is 1 to MaxLanes");
    end
    if (field(CyclesPerBit, p) < 1 || field(Latency, p) < 1) begin : g_cycles
      $error("CyclesPerBit and Latency are at least 1");
    end
  end

  // Whom the balancer knows by a number: how far the PE is behind this one, less one

  localparam int unsigned Others     = Nodes - 1;
  localparam int unsigned OtherBits  = $clog2(Others + 1);
  localparam int unsigned Lines      = first_line(Ports);
  localparam int unsigned LineBits   = $clog2(Lines + 1);
  localparam int unsigned HopBits    = $clog2(Classes + 2);
  localparam int unsigned Batch      = (Depth + 1) / 2;  // most that is given at once
  localparam int unsigned Waiting    = Nodes * (Batch + 1);

  // The router

  logic [Lines-1:0]             taken, task_valid;
  logic [Lines*TaskBits-1:0]    next_task;
  logic [Ports-1:0]             requested, asker_works, replied, transferred;
  logic [Ports*AddressBits-1:0] askers;
  logic [Ports*LoadBits-1:0]    promised_at;
  logic [Ports*TaskBits-1:0]    arrived_at;
  logic                         short_of, wrong, full, sends_request, sends_reply, sends_transfer, says_works, arrives;
  logic [AddressBits-1:0]       to;
  logic [PortBits-1:0]          to_port;
  logic                         to_near;
  logic [Bits-1:0]              promise;
  logic [LoadBits-1:0]          promised;
  logic [TaskBits-1:0]          arrived;

  isobar_stealing_router #(
    .Dimensions(Dimensions), .Radices(Radices), .Ports(Ports), .Lines(Lines), .Classes(Classes), .AddressBits(AddressBits),
    .TaskBits(TaskBits), .LoadBits(LoadBits), .Bits(Bits), .MaxLanes(MaxLanes), .CountBits(CountBits),
    .BeatBits(BeatBits), .CounterBits(CounterBits), .Waiting(Waiting),
    .Lanes(Lanes), .CyclesPerBit(CyclesPerBit), .Setup(Setup)
  ) u_router (
    .clk_i, .rst_ni, .own_i,
    .request_i(sends_request), .reply_i(sends_reply), .transfer_i(sends_transfer),
    .to_i(to), .port_i(to_port), .near_i(to_near), .works_i(says_works), .promised_i(promise),
    .task_valid_i(task_valid), .task_i(next_task), .taken_o(taken), .missing_o(short_of),
    .request_o(requested), .asker_o(askers), .asker_works_o(asker_works), .reply_o(replied),
    .transfer_o(transferred), .promised_o(promised_at), .arrived_o(arrived_at), .wrong_o(wrong), .full_o(full),
    .valid_o, .line_o, .release_o, .valid_i, .line_i, .release_i,
    .transfer_cycles_o, .word_cycles_o, .setup_cycles_o
  );

  // The victim's messages come by one port at a time.
  always_comb begin
    promised = '0;
    arrived  = '0;
    for (int unsigned p = 0; p < Ports; p++) begin
      if (replied[p]) promised = promised_at[p*LoadBits +: LoadBits];
      if (transferred[p]) arrived = arrived_at[p*TaskBits +: TaskBits];
    end
  end

  assign arrives = transferred != '0;

  // The inbox and the balancer

  logic                   some, is_request, is_reply, first_works, take, twice;
  logic [AddressBits-1:0] first_asker;
  logic [31:0]            behind;  // this PE the asker is, less one
  logic [OtherBits-1:0]   given_to, victim, turn;
  logic [LineBits-1:0]    given_line;
  logic [Bits-1:0]        first_promised, given, load, load_mid, missing;
  logic                   lands, lands_after, left, asks, asked, push, pop;

  isobar_stealing_letters #(.Ports(Ports), .Nodes(Nodes), .AddressBits(AddressBits), .Bits(Bits)) u_inbox (
    .clk_i, .rst_ni,
    .request_i(requested), .asker_i(askers), .works_i(asker_works), .reply_i(replied),
    .transfer_i(transferred), .promised_i(Bits'(promised)),
    .take_i(take), .some_o(some), .is_request_o(is_request), .is_reply_o(is_reply),
    .asker_o(first_asker), .works_o(first_works), .promised_o(first_promised), .twice_o(twice)
  );

  assign behind = 32'(first_asker) + Nodes - 32'(own_i) - 32'd1;

  isobar_stealing_agent #(
    .Ports(Others), .Depth(Depth), .Bits(Bits), .Half(Half), .Handling(Handling), .Retry(Retry),
    .RetryMax(RetryMax), .Drawn(Drawn)
  ) u_agent (
    .clk_i, .rst_ni, .run_i, .seed_i,
    .load_i(load), .given_o(given), .given_to_o(given_to), .lands_o(lands), .left_o(left),
    .push_i(push), .pop_i(pop), .works_i, .lands_after_o(lands_after),
    .some_i(some), .is_request_i(is_request), .is_reply_i(is_reply), .port_i(OtherBits'(behind >= Nodes ? behind - Nodes : behind)),
    .asker_works_i(first_works), .promised_i(first_promised), .take_o(take),
    .request_o(sends_request), .works_o(says_works), .reply_o(sends_reply), .promised_o(promise),
    .transfer_o(sends_transfer), .asks_o(asks), .turn_o(turn), .victim_o(victim), .asked_o(asked), .missing_o(missing)
  );

  // The ways to whom replies and tasks, the next request and the last one go: all at once, as the balancer
  // says late which it is

  logic [3*OtherBits-1:0]   way_other;
  logic [3*AddressBits-1:0] way_to;
  logic [3*PortBits-1:0]    way_port;
  logic [2:0]               way_near;  // the neighbour itself

  assign way_other = {victim, turn, given_to};

  for (genvar w = 0; w < 3; w++) begin : g_way
    logic [31:0]        node;
    logic [HopBits-1:0] hops;

    assign node = 32'(own_i) + 32'(way_other[w*OtherBits +: OtherBits]) + 32'd1;
    assign way_to[w*AddressBits +: AddressBits] = AddressBits'(node >= Nodes ? node - Nodes : node);
    assign way_near[w] = hops == HopBits'(1);

    isobar_stealing_route #(
      .Dimensions(Dimensions), .Radices(Radices), .AddressBits(AddressBits), .Ports(Ports), .HopBits(HopBits)
    ) u_way (
      .from_i(own_i), .to_i(way_to[w*AddressBits +: AddressBits]), .port_o(way_port[w*PortBits +: PortBits]), .hops_o(hops)
    );
  end

  always_comb begin
    to      = way_to[0 +: AddressBits];
    to_port = way_port[0 +: PortBits];
    to_near = way_near[0];
    if (sends_request) begin
      to      = asks ? way_to[AddressBits +: AddressBits] : way_to[2*AddressBits +: AddressBits];
      to_port = asks ? way_port[PortBits +: PortBits] : way_port[2*PortBits +: PortBits];
      to_near = asks ? way_near[1] : way_near[2];
    end
  end

  function automatic bit [Ports*LineBits-1:0] first_lines();
    for (int unsigned p = 0; p < Ports; p++) first_lines[p*LineBits +: LineBits] = LineBits'(first_line(p));
  endfunction

  localparam bit [Ports*LineBits-1:0] FirstLines = first_lines();

  always_comb begin
    given_line = '0;
    for (int unsigned p = 0; p < Ports; p++) begin
      if (way_port[0 +: PortBits] == PortBits'(p)) given_line = FirstLines[p*LineBits +: LineBits] + LineBits'(!way_near[0]);
    end
  end

  // The queue and its streams

  logic                lost, source_valid_d, source_valid_q, popped_q;
  logic [TaskBits-1:0] read, source_data_q;

  assign sink_tready_o = load_mid < Bits'(Depth) - 1'b1;
  assign push          = sink_tvalid_i && sink_tready_o;
  assign pop           = fetch_i && !sink_tvalid_i && left && (!source_valid_q || source_tready_i);

  isobar_stealing_queue #(
    .TaskBits(TaskBits), .Depth(Depth), .Bits(Bits), .Ports(Lines), .Thieves(Others), .Listed(Others * Batch),
    .FetchNewest(FetchNewest),
    .Memory(QueueMemory)
  ) u_queue (
    .clk_i, .rst_ni,
    .arrived_i(arrives), .arrived_data_i(arrived),
    .lands_i(lands), .lands_after_i(lands_after), .given_i(given), .given_to_i(given_line), .load_mid_o(load_mid),
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
    if (wrong || twice ||
        (replied != '0 && (!asked || promised > LoadBits'((Depth + 1) / 2)))) begin
      error_d[isobar_pkg::ErrorWord] = 1'b1;
    end
    if ((transferred != '0 && !asked && missing == '0) || short_of || lost || full) begin
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
