// SPDX-License-Identifier: Apache-2.0
// The router of a PE of work stealing: store-and-forward, in order of dimensions. A message goes on when it is
// here whole, when the link is free and, unless it ends at its far end, when a buffer of the next class is
// free there. A message that has gone over h links waits in the buffer of class h of the port at which it came
// in, of which there is one; so no circle of messages can wait for each other (docs/network.md). Of those that
// can go the one that came first goes, of those that come in one cycle that of the lowest port, before
// the PE's own.
//
// The PE's own messages wait in two lines at each port, those that end at the neighbour and those that go
// on there, as some can pass the others. request_i, reply_i and transfer_i say that such a message for to_i
// is here from the next cycle on; a transfer's task is the next one of its line (task_valid_i), by line.
//
// release_o says, by port and class, that a buffer becomes free with the end of this cycle; the neighbour
// hears it by release_i, Latency cycles later.
module isobar_stealing_router #(
  parameter int unsigned Dimensions  = 1,
  parameter bit [Dimensions*16-1:0] Radices = 16'd8,
  parameter int unsigned Ports       = 2,
  parameter int unsigned Classes     = 3,  // buffers of a port: one for each number of links but the last
  parameter int unsigned AddressBits = 3,
  parameter int unsigned TaskBits    = 64,
  parameter int unsigned LoadBits    = 16,
  parameter int unsigned Bits        = 5,  // enough for the tasks of a queue
  parameter int unsigned MaxLanes    = 1,
  parameter int unsigned CountBits   = 16,
  parameter int unsigned BeatBits    = 7,
  parameter int unsigned CounterBits = 32,
  parameter int unsigned Waiting     = 128, // most of the PE's own messages that wait at a port, or more
  parameter int unsigned OrderBits   = 16,  // of the numbers by which messages at a port are told apart
  parameter bit [Ports*CountBits-1:0] Lanes        = {Ports{CountBits'(1)}},
  parameter bit [Ports*CountBits-1:0] CyclesPerBit = {Ports{CountBits'(1)}},
  parameter bit [Ports*CountBits-1:0] Setup        = '0,
  localparam int unsigned Lines      = 2 * Ports,
  localparam int unsigned PortBits   = $clog2(Ports + 1)
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,

  input  logic [AddressBits-1:0]       own_i,

  // Own messages
  input  logic                         request_i,
  input  logic                         reply_i,
  input  logic                         transfer_i,
  input  logic [AddressBits-1:0]       to_i,
  input  logic                         works_i,
  input  logic [Bits-1:0]              promised_i,
  input  logic [Lines-1:0]             task_valid_i,
  input  logic [Lines*TaskBits-1:0]    task_i,
  output logic [Lines-1:0]             taken_o,
  output logic                         missing_o,

  // Messages for this PE, by port, in their last cycle
  output logic [Ports-1:0]             request_o,
  output logic [Ports*AddressBits-1:0] asker_o,
  output logic [Ports-1:0]             asker_works_o,
  output logic [Ports-1:0]             reply_o,
  output logic [Ports-1:0]             transfer_o,
  output logic [Ports*LoadBits-1:0]    promised_o,
  output logic [Ports*TaskBits-1:0]    arrived_o,
  output logic                         wrong_o,
  output logic                         full_o,       // a message comes whose buffer is not free

  // Links
  output logic [Ports-1:0]             valid_o,
  output logic [Ports*MaxLanes-1:0]    line_o,
  output logic [Ports*Classes-1:0]     release_o,
  input  logic [Ports-1:0]             valid_i,
  input  logic [Ports*MaxLanes-1:0]    line_i,
  input  logic [Ports*Classes-1:0]     release_i,
  output logic [Ports*CounterBits-1:0] transfer_cycles_o,
  output logic [Ports*CounterBits-1:0] word_cycles_o,
  output logic [Ports*CounterBits-1:0] setup_cycles_o
);

  localparam bit [1:0] KindRequest  = 2'd0;
  localparam bit [1:0] KindReply    = 2'd1;
  localparam bit [1:0] KindTransfer = 2'd2;

  localparam int unsigned HeaderBits = 2 + 2 * AddressBits;
  localparam int unsigned Contents   = (TaskBits > LoadBits) ? TaskBits : LoadBits;
  localparam int unsigned Width      = HeaderBits + Contents;
  localparam int unsigned Slots      = Ports * Classes;
  localparam int unsigned HopBits    = $clog2(Classes + 2);

  function automatic int unsigned at_port(input bit [Ports*CountBits-1:0] of, input int unsigned p);
    at_port = 32'(of[p*CountBits +: CountBits]);
  endfunction

  function automatic logic [BeatBits-1:0] beats(input logic [1:0] kind, input int unsigned lanes);
    case (kind)
      KindReply:    beats = BeatBits'((HeaderBits + LoadBits + lanes - 1) / lanes);
      KindTransfer: beats = BeatBits'((HeaderBits + TaskBits + lanes - 1) / lanes);
      default:      beats = BeatBits'((HeaderBits + lanes) / lanes);
    endcase
  endfunction

  // In: what ends in this cycle

  logic [Ports-1:0]          ends, wrong, stays;
  logic [Ports*Width-1:0]    message;
  logic [Ports*PortBits-1:0] onward_port;  // by which it goes on
  logic [Ports*HopBits-1:0]  hops;         // over which it has come
  logic [Ports-1:0]          goes_on;      // beyond the next PE

  for (genvar p = 0; p < Ports; p++) begin : g_in
    localparam int unsigned L = at_port(Lanes, p);
    localparam int unsigned C = at_port(CyclesPerBit, p);

    logic                   beat, unused_partial;
    logic [1:0]             kind_d, kind_q;
    logic [1:0]             begun_d, begun_q;  // beats of the message, two at most
    logic [BeatBits-1:0]    hold_d, hold_q;
    logic [Width-1:0]       came, unused_held;
    logic [AddressBits-1:0] to, from;
    logic [PortBits-1:0]    unused_port;
    logic [HopBits-1:0]     left;

    assign beat    = valid_i[p] && hold_q + 1'b1 == BeatBits'(C);
    assign hold_d  = beat ? '0 : hold_q + BeatBits'(valid_i[p]);
    assign begun_d = ends[p] ? '0 : (beat && begun_q != 2'd2) ? begun_q + 1'b1 : begun_q;

    if (L == 1) begin : g_one_lane
      assign kind_d[0] = (begun_q == 2'd0) ? line_i[p*MaxLanes] : kind_q[0];
      assign kind_d[1] = (begun_q == 2'd1) ? line_i[p*MaxLanes] : kind_q[1];
    end else begin : g_lanes
      assign kind_d = (begun_q == 2'd0) ? line_i[p*MaxLanes +: 2] : kind_q;
    end

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        kind_q  <= '0;
        begun_q <= '0;
        hold_q  <= '0;
      end else begin
        kind_q  <= kind_d;
        begun_q <= begun_d;
        hold_q  <= hold_d;
      end
    end

    isobar_deserializer #(.Width(Width), .MaxLanes(MaxLanes), .CountBits(BeatBits)) u_deserializer (
      .clk_i, .rst_ni, .clear_i(1'b0), .valid_i(valid_i[p]), .line_i(line_i[p*MaxLanes +: MaxLanes]),
      .beats_i(beats(kind_d, L)), .lanes_i(BeatBits'(L)), .cycles_per_beat_i(BeatBits'(C)),
      .complete_o(ends[p]), .partial_o(unused_partial), .message_o(came), .held_o(unused_held)
    );

    assign to   = came[2 +: AddressBits];
    assign from = came[2+AddressBits +: AddressBits];
    assign message[p*Width +: Width] = came;

    isobar_stealing_route #(
      .Dimensions(Dimensions), .Radices(Radices), .AddressBits(AddressBits), .Ports(Ports), .HopBits(HopBits)
    ) u_onward (
      .from_i(own_i), .to_i(to), .port_o(onward_port[p*PortBits +: PortBits]), .hops_o(left)
    );
    isobar_stealing_route #(
      .Dimensions(Dimensions), .Radices(Radices), .AddressBits(AddressBits), .Ports(Ports), .HopBits(HopBits)
    ) u_back (
      .from_i(from), .to_i(own_i), .port_o(unused_port), .hops_o(hops[p*HopBits +: HopBits])
    );

    assign stays[p]         = ends[p] && to != own_i;
    assign wrong[p]         = ends[p] && (kind_d == 2'd3 || (stays[p] && 32'(hops[p*HopBits +: HopBits]) > Classes));
    assign goes_on[p]       = left > HopBits'(1);
    assign request_o[p]     = ends[p] && !stays[p] && kind_d == KindRequest;
    assign reply_o[p]       = ends[p] && !stays[p] && kind_d == KindReply;
    assign transfer_o[p]    = ends[p] && !stays[p] && kind_d == KindTransfer;
    assign asker_works_o[p] = came[HeaderBits];
    assign asker_o[p*AddressBits +: AddressBits] = from;
    assign promised_o[p*LoadBits +: LoadBits]    = came[HeaderBits +: LoadBits];
    assign arrived_o[p*TaskBits +: TaskBits]     = came[HeaderBits +: TaskBits];
  end

  assign wrong_o = wrong != '0;

  // The order at a port: what comes in, by port, and then the PE's own message

  logic [Ports*OrderBits-1:0] order_d, order_q, order_own;
  logic [Ports*OrderBits-1:0] order_in;  // of what came in by a port, at the port by which it goes on
  logic [Ports-1:0]           joins_port;

  always_comb begin
    order_d  = order_q;
    order_in = '0;
    for (int unsigned i = 0; i < Ports; i++) begin
      for (int unsigned p = 0; p < Ports; p++) begin
        if (stays[i] && onward_port[i*PortBits +: PortBits] == PortBits'(p)) begin
          order_in[i*OrderBits +: OrderBits] = order_d[p*OrderBits +: OrderBits];
          order_d[p*OrderBits +: OrderBits]  = order_d[p*OrderBits +: OrderBits] + 1'b1;
        end
      end
    end
    order_own = order_d;
    for (int unsigned p = 0; p < Ports; p++) begin
      if (joins_port[p]) order_d[p*OrderBits +: OrderBits] = order_d[p*OrderBits +: OrderBits] + 1'b1;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) order_q <= '0;
    else order_q <= order_d;
  end

  // The PE's own messages, in lines

  localparam int unsigned WordBits = 2 + AddressBits + Bits + OrderBits;

  logic                         injects;
  logic [1:0]                   own_kind;
  logic [Bits-1:0]              own_word;
  logic [PortBits-1:0]          own_port;
  logic [HopBits-1:0]           own_hops;
  logic [Lines-1:0]             line_waits, line_goes, line_transfers;
  logic [Lines*OrderBits-1:0]   line_order;  // of its first message
  logic [Lines*Width-1:0]       line_message;

  isobar_stealing_route #(
    .Dimensions(Dimensions), .Radices(Radices), .AddressBits(AddressBits), .Ports(Ports), .HopBits(HopBits)
  ) u_own (
    .from_i(own_i), .to_i, .port_o(own_port), .hops_o(own_hops)
  );

  assign injects  = request_i || reply_i || transfer_i;
  assign own_kind = request_i ? KindRequest : reply_i ? KindReply : KindTransfer;
  assign own_word = request_i ? Bits'(works_i) : promised_i;

  for (genvar l = 0; l < Lines; l++) begin : g_line
    logic                   joins, empty, pushes;
    logic [1:0]             kind;
    logic [AddressBits-1:0] to;
    logic [Bits-1:0]        word;
    logic [OrderBits-1:0]   order;
    logic [WordBits-1:0]    joining, head;
    logic [15:0]            waiting, unused_next;

    // One line is for the neighbour, the other for who is beyond.
    assign joins   = injects && own_port == PortBits'(l / 2) && (own_hops == HopBits'(1)) == (l % 2 == 0);
    assign joining = {own_kind, to_i, own_word, order_own[(l/2)*OrderBits +: OrderBits]};
    // Who joins an empty line is its first at once.
    assign empty   = waiting == '0;
    assign {kind, to, word, order} = empty ? joining : head;
    assign line_waits[l]     = joins || !empty;
    assign line_transfers[l] = kind == KindTransfer;
    assign line_order[l*OrderBits +: OrderBits] = order;
    assign line_message[l*Width +: Width] =
        line_transfers[l] ? Width'({task_i[l*TaskBits +: TaskBits], own_i, to, kind}) : Width'({word, own_i, to, kind});
    assign pushes     = joins && !(empty && line_goes[l]);
    assign taken_o[l] = line_goes[l] && line_transfers[l];

    isobar_queue #(
      .TaskBits(WordBits), .Depth(Waiting), .LoadBits(16), .Memory(isobar_pkg::MemoryBlock)
    ) u_messages (
      .clk_i, .rst_ni, .push_i(pushes), .push_data_i(joining), .pop_i(line_goes[l] && !empty),
      .head_o(head), .load_o(waiting), .load_next_o(unused_next)
    );
  end

  for (genvar p = 0; p < Ports; p++) begin : g_joins
    assign joins_port[p] = g_line[2*p].joins || g_line[2*p+1].joins;
  end

  assign missing_o = (taken_o & ~task_valid_i) != '0;

  // The buffers: a message that stays takes that of its class at its port, and shifts out of it

  logic [Slots-1:0]           slot_valid_q, slot_sends_q, slot_arrives, slot_waits, slot_onward_d, slot_onward_q, slot_bit;
  logic [Slots*PortBits-1:0]  slot_port_d, slot_port_q;
  logic [Slots*OrderBits-1:0] slot_order_d, slot_order_q;
  logic [Slots*2-1:0]         slot_kind;
  logic [Slots*MaxLanes-1:0]  slot_bits;
  logic [Ports*Slots-1:0]     goes;           // by port, which slot's message begins
  logic [Slots-1:0]           slot_goes;
  logic [Ports-1:0]           shift, done;    // a beat of a port's message ends; all of it does

  always_comb begin
    slot_goes = '0;
    for (int unsigned p = 0; p < Ports; p++) slot_goes = slot_goes | goes[p*Slots +: Slots];
  end

  for (genvar s = 0; s < Slots; s++) begin : g_slot
    localparam int unsigned P = s / Classes;
    localparam int unsigned H = s % Classes + 1;

    logic             leaves, keeps;
    logic [Width-1:0] shifted, message_q;

    assign slot_arrives[s]  = stays[P] && hops[P*HopBits +: HopBits] == HopBits'(H);
    assign slot_waits[s]    = slot_arrives[s] || (slot_valid_q[s] && !slot_sends_q[s]);
    assign slot_onward_d[s] = slot_arrives[s] ? goes_on[P] : slot_onward_q[s];
    assign slot_port_d[s*PortBits +: PortBits] =
        slot_arrives[s] ? onward_port[P*PortBits +: PortBits] : slot_port_q[s*PortBits +: PortBits];
    assign slot_order_d[s*OrderBits +: OrderBits] =
        slot_arrives[s] ? order_in[P*OrderBits +: OrderBits] : slot_order_q[s*OrderBits +: OrderBits];
    assign slot_kind[2*s +: 2] = slot_arrives[s] ? message[P*Width +: 2] : message_q[1:0];
    assign slot_bits[s*MaxLanes +: MaxLanes] = MaxLanes'(message_q);

    always_comb begin
      leaves  = 1'b0;
      shifted = message_q;
      for (int unsigned p = 0; p < Ports; p++) begin
        if (slot_sends_q[s] && slot_port_q[s*PortBits +: PortBits] == PortBits'(p)) begin
          leaves = done[p];
          if (shift[p]) shifted = message_q >> Lanes[p*CountBits +: CountBits];
        end
      end
    end

    assign release_o[s] = leaves;
    assign keeps        = slot_arrives[s] || (slot_valid_q[s] && !leaves);
    assign slot_bit[s]  = slot_arrives[s] && slot_valid_q[s] && !leaves;  // it is not free

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        slot_valid_q[s] <= 1'b0;
        slot_sends_q[s] <= 1'b0;
      end else begin
        slot_valid_q[s] <= keeps;
        slot_sends_q[s] <= slot_goes[s] || (slot_sends_q[s] && !leaves);
      end
    end

    always_ff @(posedge clk_i) begin
      slot_port_q[s*PortBits +: PortBits]    <= slot_port_d[s*PortBits +: PortBits];
      slot_order_q[s*OrderBits +: OrderBits] <= slot_order_d[s*OrderBits +: OrderBits];
      slot_onward_q[s]                       <= slot_onward_d[s];
      message_q <= slot_arrives[s] ? message[P*Width +: Width] : shifted;
    end
  end

  assign full_o = slot_bit != '0;

  // Out: of those that can go by a port the one that came first

  for (genvar p = 0; p < Ports; p++) begin : g_out
    localparam int unsigned L = at_port(Lanes, p);
    localparam int unsigned C = at_port(CyclesPerBit, p);
    localparam int unsigned S = at_port(Setup, p);
    localparam bit [MaxLanes-1:0] LaneMask = {MaxLanes{1'b1}} >> (MaxLanes - L);

    logic [Classes-1:0]   used_d, used_q, room, takes_now;  // buffers at the far end, by class
    logic [Slots-1:0]     can, chosen, sends_q;
    logic [Slots*Classes-1:0] takes;             // the buffer that each of them takes there
    logic [1:0]           own_can, own_chosen;
    logic                 found, starts, is_own_d, is_own_q, is_transfer_d, is_transfer_q;
    logic [OrderBits-1:0] best, than;
    logic                 busy, valid, last, free_next, beat_ends;
    logic [1:0]           kind;
    logic [Width-1:0]     own_d, own_q;
    logic [BeatBits-1:0]  beats_d, beats_q, hold_d, hold_q, setup_d, setup_q;
    logic [MaxLanes-1:0]  bits;

    assign room      = ~used_q | release_i[p*Classes +: Classes];
    assign free_next = !busy || last;
    assign own_can   = {line_waits[2*p+1] && room[0], line_waits[2*p]};

    for (genvar s = 0; s < Slots; s++) begin : g_can
      // Behind the link it has gone over so many.
      localparam int unsigned Next = s % Classes + 2;
      assign takes[s*Classes +: Classes] =
          slot_onward_d[s] ? Classes'({{Classes{1'b0}}, 1'b1} << (Next - 1)) : '0;
      if (Next <= Classes) begin : g_on
        assign can[s] = slot_waits[s] && slot_port_d[s*PortBits +: PortBits] == PortBits'(p) &&
                        (!slot_onward_d[s] || room[Next-1]);
      end else begin : g_last
        assign can[s] = slot_waits[s] && slot_port_d[s*PortBits +: PortBits] == PortBits'(p);
      end
    end

    always_comb begin
      found      = 1'b0;
      best       = '0;
      than       = '0;
      chosen     = '0;
      own_chosen = '0;
      for (int unsigned s = 0; s < Slots; s++) begin
        than = slot_order_d[s*OrderBits +: OrderBits] - best;
        if (can[s] && (!found || than[OrderBits-1])) begin
          found     = 1'b1;
          best      = slot_order_d[s*OrderBits +: OrderBits];
          chosen    = '0;
          chosen[s] = 1'b1;
        end
      end
      for (int unsigned l = 0; l < 2; l++) begin
        than = line_order[(2*p+l)*OrderBits +: OrderBits] - best;
        if (own_can[l] && (!found || than[OrderBits-1])) begin
          found         = 1'b1;
          best          = line_order[(2*p+l)*OrderBits +: OrderBits];
          chosen        = '0;
          own_chosen    = '0;
          own_chosen[l] = 1'b1;
        end
      end
    end

    assign starts = found && free_next;
    // The buffer that it takes at the far end
    always_comb begin
      takes_now = '0;
      if (starts && own_chosen[1]) takes_now[0] = 1'b1;
      for (int unsigned s = 0; s < Slots; s++) begin
        if (starts && chosen[s]) takes_now = takes_now | takes[s*Classes +: Classes];
      end
    end
    assign used_d = (used_q & ~release_i[p*Classes +: Classes]) | takes_now;
    assign goes[p*Slots +: Slots] = starts ? chosen : '0;
    assign line_goes[2*p +: 2]    = starts ? own_chosen : '0;

    always_comb begin
      kind  = own_chosen[1] ? line_message[(2*p+1)*Width +: 2] : line_message[2*p*Width +: 2];
      own_d = own_q;
      if (starts && own_chosen != '0) begin
        own_d = own_chosen[1] ? line_message[(2*p+1)*Width +: Width] : line_message[2*p*Width +: Width];
      end else if (beat_ends) begin
        own_d = own_q >> L;
      end
      for (int unsigned s = 0; s < Slots; s++) begin
        if (chosen[s]) kind = slot_kind[2*s +: 2];
      end
    end

    assign is_own_d      = starts ? own_chosen != '0 : is_own_q;
    assign is_transfer_d = starts ? kind == KindTransfer : is_transfer_q;

    assign busy      = beats_q != '0;
    assign valid     = busy && setup_q == '0;
    assign beat_ends = valid && hold_q + 1'b1 == BeatBits'(C);
    assign last      = beat_ends && beats_q == BeatBits'(1);
    assign shift[p]  = beat_ends;
    assign done[p]   = last;

    always_comb begin
      beats_d = beats_q - BeatBits'(beat_ends);
      hold_d  = beat_ends ? '0 : hold_q + BeatBits'(valid);
      setup_d = setup_q - BeatBits'(setup_q != '0);
      if (starts) begin
        beats_d = beats(kind, L);
        setup_d = BeatBits'(S);
      end
    end

    always_comb begin
      bits = is_own_q ? MaxLanes'(own_q) : '0;
      for (int unsigned s = 0; s < Slots; s++) begin
        if (sends_q[s]) bits = bits | slot_bits[s*MaxLanes +: MaxLanes];
      end
    end

    for (genvar s = 0; s < Slots; s++) begin : g_sends
      assign sends_q[s] = slot_sends_q[s] && slot_port_q[s*PortBits +: PortBits] == PortBits'(p);
    end

    assign valid_o[p] = valid;
    assign line_o[p*MaxLanes +: MaxLanes] = valid ? bits & LaneMask : '0;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        used_q        <= '0;
        beats_q       <= '0;
        hold_q        <= '0;
        setup_q       <= '0;
        is_own_q      <= 1'b0;
        is_transfer_q <= 1'b0;
      end else begin
        used_q        <= used_d;
        beats_q       <= beats_d;
        hold_q        <= hold_d;
        setup_q       <= setup_d;
        is_own_q      <= is_own_d;
        is_transfer_q <= is_transfer_d;
      end
    end

    always_ff @(posedge clk_i) own_q <= own_d;

    isobar_counter #(.Counts(1'b1), .Bits(CounterBits)) u_transfer_counter (
      .clk_i, .rst_ni, .count_i(valid && is_transfer_q), .count_o(transfer_cycles_o[p*CounterBits +: CounterBits])
    );
    isobar_counter #(.Counts(1'b1), .Bits(CounterBits)) u_word_counter (
      .clk_i, .rst_ni, .count_i(valid && !is_transfer_q), .count_o(word_cycles_o[p*CounterBits +: CounterBits])
    );
    isobar_counter #(.Counts(Setup[p*CountBits +: CountBits] != '0), .Bits(CounterBits)) u_setup_counter (
      .clk_i, .rst_ni, .count_i(busy && !valid), .count_o(setup_cycles_o[p*CounterBits +: CounterBits])
    );
  end

`ifdef FORMAL
  // What no circle can be made of: by port, laws that are broken
  logic             started_q = 1'b0;
  logic [Ports-1:0] idles, twice, blind, waits_higher;
  logic [Slots-1:0] lost;
  logic [Lines-1:0] crowds, joins_line;  // a line is full, and joined

  for (genvar l = 0; l < Lines; l++) begin : g_lines
    assign crowds[l]     = g_line[l].waiting >= 16'(Waiting);
    assign joins_line[l] = g_line[l].joins;
  end

  always_ff @(posedge clk_i) started_q <= 1'b1;

  for (genvar p = 0; p < Ports; p++) begin : g_laws
    logic [Slots-1:0] here, top;

    for (genvar s = 0; s < Slots; s++) begin : g_slots
      assign here[s] = slot_waits[s] && slot_port_d[s*PortBits +: PortBits] == PortBits'(p);
      assign top[s]  = s % Classes + 1 == Classes;
    end
    // A link that is free takes one of those that can go, if there is any.
    assign idles[p] = g_out[p].free_next && !g_out[p].starts &&
                      (g_out[p].can != '0 || g_out[p].own_can != '0);
    // It takes one alone, that can go, when it is free.
    assign twice[p] = g_out[p].starts &&
                      (!g_out[p].free_next ||
                       {g_out[p].chosen, g_out[p].own_chosen} == '0 ||
                       (({g_out[p].chosen, g_out[p].own_chosen} & ({g_out[p].chosen, g_out[p].own_chosen} - 1'b1)) != '0) ||
                       (g_out[p].chosen & ~g_out[p].can) != '0 || (g_out[p].own_chosen & ~g_out[p].own_can) != '0);
    // Who has the highest class, or ends at the next PE, waits for the link alone.
    assign waits_higher[p] = (here & (top | ~slot_onward_d) & ~g_out[p].can) != '0;
    // It begins when it has a buffer that is free there, and then that is not.
    assign blind[p] = (g_out[p].takes_now & ~g_out[p].room) != '0 || (g_out[p].takes_now & ~g_out[p].used_d) != '0;
  end

  for (genvar s = 0; s < Slots; s++) begin : g_kept
    // What is in a buffer stays until all of it has left.
    assign lost[s] = slot_valid_q[s] && !g_slot[s].keeps && !g_slot[s].leaves;
  end

  always_comb begin
    m_reset: assume (started_q || !rst_ni);
    m_lines: assume ((crowds & joins_line) == '0);
    if (rst_ni) begin
      a_works:  assert (idles == '0);
      a_one:    assert (twice == '0);
      a_higher: assert (waits_higher == '0);
      a_room:   assert (blind == '0);
      a_kept:   assert (lost == '0);
      c_passes: cover (goes != '0 && line_goes != '0);
    end
  end
`endif

endmodule
