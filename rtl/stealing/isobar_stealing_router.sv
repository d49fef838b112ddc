// SPDX-License-Identifier: Apache-2.0
// The router of a PE of work stealing: store-and-forward, in order of dimensions. A message goes on when it is
// here whole, when the link is free and, unless it ends at its far end, when a buffer of the next class is
// free there. A message that has gone over h links waits in the buffer of class h of the port at which it came
// in, of which there is one; so no circle of messages can wait for each other (docs/network.md). There are
// buffers only where some way has its message wait. Of those that can go the one that came first goes, of those
// that come in one cycle that of the lowest port, before the PE's own.
//
// The PE's own messages wait in two lines at each port, those that end at the neighbour and those that go
// on there, if there are any, as some can pass the others. request_i, reply_i and transfer_i say that such a message for to_i, which
// leaves by port_i, is here from the next cycle on, and near_i whether to_i is the neighbour; a transfer's task
// is the next one of its line (task_valid_i), by line.
//
// release_o says, by port and class, that a buffer becomes free with the end of this cycle; the neighbour
// hears it by release_i, Latency cycles later.
module isobar_stealing_router #(
  parameter int unsigned Dimensions  = 1,
  parameter bit [Dimensions*16-1:0] Radices = 16'd8,
  parameter int unsigned Ports       = 2,
  parameter int unsigned Classes     = 3,  // the most links between two PEs, less one
  parameter int unsigned AddressBits = 3,
  parameter int unsigned TaskBits    = 64,
  parameter int unsigned LoadBits    = 16,
  parameter int unsigned Bits        = 5,  // enough for the tasks of a queue
  parameter int unsigned MaxLanes    = 1,
  parameter int unsigned CountBits   = 16,
  parameter int unsigned BeatBits    = 7,
  parameter int unsigned CounterBits = 32,
  parameter int unsigned Waiting     = 128, // most of the PE's own messages that wait at a port, or more
  parameter bit [Ports*CountBits-1:0] Lanes        = {Ports{CountBits'(1)}},
  parameter bit [Ports*CountBits-1:0] CyclesPerBit = {Ports{CountBits'(1)}},
  parameter bit [Ports*CountBits-1:0] Setup        = '0,
  parameter int unsigned Lines       = 2 * Ports, // first_line(Ports)
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
  input  logic [PortBits-1:0]          port_i,
  input  logic                         near_i,
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
  localparam int unsigned HopBits    = $clog2(Classes + 2);
  localparam int unsigned LineBits   = $clog2(Waiting + 1);

  function automatic int unsigned at_port(input bit [Ports*CountBits-1:0] of, input int unsigned p);
    at_port = 32'(of[p*CountBits +: CountBits]);
  endfunction

  function automatic bit same_lanes();
    same_lanes = 1'b1;
    for (int unsigned p = 1; p < Ports; p++) begin
      if (at_port(Lanes, p) != at_port(Lanes, 0)) same_lanes = 1'b0;
    end
  endfunction

  localparam bit SameLanes = same_lanes();

`include "isobar_torus.svh"

  if (Lines != first_line(Ports)) begin : g_lines_of_ports
    $error("Lines is first_line(Ports)");
  end

  // Where all PEs are neighbours nothing waits; the one buffer that is left is never used.
  localparam int unsigned Buffers = first_slot(Ports);
  localparam int unsigned Slots   = (Buffers == 0) ? 1 : Buffers;

  // The bits of each kind of message; one of no kind is expected to be as long as a request.
  localparam int unsigned RequestBits  = HeaderBits + 1;
  localparam int unsigned ReplyBits    = HeaderBits + LoadBits;
  localparam int unsigned TransferBits = HeaderBits + TaskBits;

  // In: what ends in this cycle

  logic [Ports-1:0]          ends, wrong, stays;
  logic [Ports*Width-1:0]    message;
  logic [Ports*PortBits-1:0] onward_port;  // by which it goes on
  logic [Ports*HopBits-1:0]  hops;         // over which it has come
  logic [Ports-1:0]          goes_on;      // beyond the next PE

  for (genvar p = 0; p < Ports; p++) begin : g_in
    localparam int unsigned L = at_port(Lanes, p);
    localparam int unsigned C = at_port(CyclesPerBit, p);
    localparam int unsigned Held = most_behind(opposite(p));  // of the messages that come, in a buffer each
    localparam int unsigned WayBits = 2 + PortBits + HopBits;

    logic                   beat, passes, in_range, unused_partial;
    logic [1:0]             kind_d, kind_q;
    logic [1:0]             begun_d, begun_q;  // beats of the message, two at most
    logic [BeatBits-1:0]    hold_d, hold_q, beats;
    logic [Width-1:0]       came, unused_held;
    logic [AddressBits-1:0] to, from;
    logic [PortBits-1:0]    onward;
    logic [HopBits-1:0]     left, back;
    logic [WayBits-1:0]     way_d, way;

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

    assign beats = (kind_d == KindReply)    ? BeatBits'((ReplyBits + L - 1) / L)
                 : (kind_d == KindTransfer) ? BeatBits'((TransferBits + L - 1) / L)
                                            : BeatBits'((RequestBits + L - 1) / L);

    isobar_deserializer #(.Width(Width), .MaxLanes(MaxLanes), .CountBits(BeatBits)) u_deserializer (
      .clk_i, .rst_ni, .clear_i(1'b0), .valid_i(valid_i[p]), .line_i(line_i[p*MaxLanes +: MaxLanes]),
      .beats_i(beats), .lanes_i(BeatBits'(L)), .cycles_per_beat_i(BeatBits'(C)),
      .complete_o(ends[p]), .partial_o(unused_partial), .message_o(came), .held_o(unused_held)
    );

    assign to   = came[2 +: AddressBits];
    assign from = came[2+AddressBits +: AddressBits];
    assign message[p*Width +: Width] = came;

    if (Held != 0) begin : g_ways
      logic [PortBits-1:0] unused_port;

      isobar_stealing_route #(
        .Dimensions(Dimensions), .Radices(Radices), .AddressBits(AddressBits), .Ports(Ports), .HopBits(HopBits)
      ) u_onward (
        .from_i(own_i), .to_i(to), .port_o(onward), .hops_o(left)
      );
      isobar_stealing_route #(
        .Dimensions(Dimensions), .Radices(Radices), .AddressBits(AddressBits), .Ports(Ports), .HopBits(HopBits)
      ) u_back (
        .from_i(from), .to_i(own_i), .port_o(unused_port), .hops_o(back)
      );
    end else begin : g_all_end
      assign {onward, left, back} = '0;
    end

    // Whether it goes on, by which port, whether beyond the next PE, and over how many links it came
    assign way_d = {to != own_i, onward, left > HopBits'(1), back};
    assign {passes, onward_port[p*PortBits +: PortBits], goes_on[p], hops[p*HopBits +: HopBits]} = way;

    // Where no message's last beat has a part of its header, the way is known before it ends.
    if (HeaderBits % L == 0) begin : g_early
      logic [WayBits-1:0] way_q;
      assign way = way_q;
      always_ff @(posedge clk_i) way_q <= way_d;
    end else begin : g_late
      assign way = way_d;
    end

    assign in_range         = hops[p*HopBits +: HopBits] != '0 && 32'(hops[p*HopBits +: HopBits]) <= Held;
    assign stays[p]         = ends[p] && passes;
    assign wrong[p]         = ends[p] && (kind_d == 2'd3 || (passes && !in_range));
    assign request_o[p]     = ends[p] && !stays[p] && kind_d == KindRequest;
    assign reply_o[p]       = ends[p] && !stays[p] && kind_d == KindReply;
    assign transfer_o[p]    = ends[p] && !stays[p] && kind_d == KindTransfer;
    assign asker_works_o[p] = came[HeaderBits];
    assign asker_o[p*AddressBits +: AddressBits] = from;
    assign promised_o[p*LoadBits +: LoadBits]    = came[HeaderBits +: LoadBits];
    assign arrived_o[p*TaskBits +: TaskBits]     = came[HeaderBits +: TaskBits];
  end

  // A port may have no buffers.
  logic unused_ways;
  assign unused_ways = &{1'b0, message, onward_port, goes_on};

  assign wrong_o = wrong != '0 || slot_wrong != '0;

  // The PE's own messages, in lines

  localparam int unsigned SaidBits = 2 + AddressBits + Bits;

  logic                         injects;
  logic [1:0]                   own_kind;
  logic [Bits-1:0]              own_word;
  logic [Lines-1:0]             line_waits, line_goes, line_transfers;
  logic [Lines*LineBits-1:0]    line_count;
  logic [Lines*Width-1:0]       line_message;
  logic [Ports-1:0]             near_first;  // what waits for the neighbour came before what goes on there
  logic [Ports*LineBits-1:0]    gone_q;      // how many have gone on there
  logic [2*Ports-1:0]           own_goes;    // by port, one for the neighbour begins, or one that goes on there
  logic [2*Ports*LineBits-1:0]  own_count;   // as these, how many wait as the cycle begins

  assign injects  = request_i || reply_i || transfer_i;
  assign own_kind = request_i ? KindRequest : reply_i ? KindReply : KindTransfer;
  assign own_word = request_i ? Bits'(works_i) : promised_i;

  for (genvar l = 0; l < Lines; l++) begin : g_line
    localparam int unsigned P        = port_of_line(l);
    localparam bit          IsNear   = l == first_line(P);
    localparam bit          IsAlone  = most_behind(P) == 0;
    localparam int unsigned WordBits = SaidBits + (IsNear && !IsAlone ? LineBits : 0);

    logic                   joins, empty, pushes;
    logic [1:0]             kind;
    logic [AddressBits-1:0] to;
    logic [Bits-1:0]        word;
    logic [WordBits-1:0]    joining, head, first;
    logic [LineBits-1:0]    waiting, unused_next;

    // One line is for the neighbour, the other for who is beyond.
    assign joins   = injects && port_i == PortBits'(P) && (IsAlone || near_i == IsNear);
    assign joining[WordBits-1 -: SaidBits] = {own_kind, to_i, own_word};
    // Who joins an empty line is its first at once.
    assign empty   = waiting == '0;
    assign first   = empty ? joining : head;
    assign {kind, to, word}  = first[WordBits-1 -: SaidBits];
    assign line_waits[l]     = joins || !empty;
    assign line_transfers[l] = kind == KindTransfer;
    assign line_count[l*LineBits +: LineBits] = waiting;
    assign line_message[l*Width +: Width] =
        line_transfers[l] ? Width'({task_i[l*TaskBits +: TaskBits], own_i, to, kind}) : Width'({word, own_i, to, kind});
    assign pushes     = joins && !(empty && line_goes[l]);
    assign taken_o[l] = line_goes[l] && line_transfers[l];

    // With a message for the neighbour it is kept how many had ever joined the other line. It can always go, so
    // none that came later passes it, and that many have gone just when it is the first of both.
    if (IsNear && !IsAlone) begin : g_near
      assign joining[LineBits-1:0] = gone_q[P*LineBits +: LineBits] + line_count[(l+1)*LineBits +: LineBits];
      assign near_first[P]         = first[LineBits-1:0] == gone_q[P*LineBits +: LineBits];
    end else if (IsNear) begin : g_alone
      assign near_first[P] = 1'b1;
    end

    isobar_queue #(
      .TaskBits(WordBits), .Depth(Waiting), .LoadBits(LineBits), .Memory(isobar_pkg::MemoryBlock)
    ) u_messages (
      .clk_i, .rst_ni, .push_i(pushes), .push_data_i(joining), .pop_i(line_goes[l] && !empty),
      .head_o(head), .load_o(waiting), .load_next_o(unused_next)
    );
  end

  for (genvar p = 0; p < Ports; p++) begin : g_gone
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) gone_q[p*LineBits +: LineBits] <= '0;
      else gone_q[p*LineBits +: LineBits] <= gone_q[p*LineBits +: LineBits] + LineBits'(own_goes[2*p+1]);
    end
  end

  assign missing_o = (taken_o & ~task_valid_i) != '0;

  // The buffers: a message that stays takes that of its class at its port, and shifts out of it

  logic [Slots-1:0]           slot_valid_q, slot_sends_q, slot_arrives, slot_waits, slot_onward_d, slot_onward_q, slot_bit;
  logic [Slots-1:0]           slot_leaves;
  logic [Slots-1:0]           slot_wrong;   // what arrives has no way on from there
  logic [Slots*Ports-1:0]     slot_by_d, slot_by_q;  // one of the ports by which it can leave
  logic [Slots*Slots-1:0]     slot_older, slot_before;  // by two, whether the second came before the first
  logic [2*Slots-1:0]         slot_behind;    // by line of its port, whether one in it came before
  logic [Slots*2-1:0]         slot_kind;
  logic [Slots*MaxLanes-1:0]  slot_bits;
  logic [Ports*Slots-1:0]     goes;           // by port, which slot's message begins
  logic [Slots-1:0]           slot_goes;
  logic [Ports-1:0]           shift, done;    // a beat of a port's message ends; all of it does

  always_comb begin
    slot_goes = '0;
    for (int unsigned p = 0; p < Ports; p++) slot_goes = slot_goes | goes[p*Slots +: Slots];
  end

  isobar_stealing_order #(.Ports(Slots)) u_order (.clk_i, .comes_i(slot_arrives), .older_o(slot_older));

  for (genvar s = 0; s < Slots; s++) begin : g_slot
    localparam int unsigned    P    = port_of(s);
    localparam int unsigned    H    = class_of(s);
    localparam bit [Ports-1:0] Ways = ways_of(s);

    logic                  keeps;
    logic [Ports-1:0]      onward, by;        // it is to leave by this port; it leaves by it
    logic [Width-1:0]      shifted, message_q;
    logic [2*LineBits-1:0] ahead_d, ahead_q;  // how many of each line of its port came before and wait
    logic [1:0]            goes_first;        // one of that line begins

    assign slot_arrives[s]  = Buffers != 0 && stays[P] && hops[P*HopBits +: HopBits] == HopBits'(H);
    assign slot_waits[s]    = slot_arrives[s] || (slot_valid_q[s] && !slot_sends_q[s]);
    assign slot_onward_d[s] = slot_arrives[s] ? goes_on[P] : slot_onward_q[s];
    assign slot_wrong[s]    = slot_arrives[s] && (onward & Ways) == '0;

    for (genvar p = 0; p < Ports; p++) begin : g_by
      assign onward[p] = onward_port[P*PortBits +: PortBits] == PortBits'(p);
      assign by[p]     = slot_sends_q[s] && slot_by_q[s*Ports + p];

      if (Ways == Ports'(1) << p) begin : g_only
        assign slot_by_d[s*Ports + p] = 1'b1;
        assign slot_by_q[s*Ports + p] = 1'b1;
      end else if (Ways[p]) begin : g_some
        logic by_q;
        assign slot_by_d[s*Ports + p] = slot_arrives[s] ? onward[p] : by_q;
        assign slot_by_q[s*Ports + p] = by_q;
        always_ff @(posedge clk_i) by_q <= slot_by_d[s*Ports + p];
      end else begin : g_never
        assign slot_by_d[s*Ports + p] = 1'b0;
        assign slot_by_q[s*Ports + p] = 1'b0;
      end
    end

    for (genvar other = 0; other < Slots; other++) begin : g_before
      // If two messages come in the same cycle, the one at the lower port counts as the first. Both count as
      // earlier than a message of the PE's own of that cycle.
      assign slot_before[s*Slots + other] = slot_arrives[s] ? !(slot_arrives[other] && other >= s)
                                                            : !slot_arrives[other] && slot_older[s*Slots + other];
    end

    always_comb begin
      ahead_d    = ahead_q;
      goes_first = '0;
      for (int unsigned p = 0; p < Ports; p++) begin
        if (slot_by_d[s*Ports + p]) begin
          if (slot_arrives[s]) ahead_d = own_count[2*p*LineBits +: 2*LineBits];
          goes_first = own_goes[2*p +: 2];
        end
      end
    end

    for (genvar l = 0; l < 2; l++) begin : g_behind
      assign slot_behind[2*s + l] = ahead_d[l*LineBits +: LineBits] != '0;
    end

    assign slot_kind[2*s +: 2] = slot_arrives[s] ? message[P*Width +: 2] : message_q[1:0];
    assign slot_bits[s*MaxLanes +: MaxLanes] = MaxLanes'(message_q);

    assign slot_leaves[s] = (by & done) != '0;

    if (SameLanes) begin : g_same
      assign shifted = ((by & shift) != '0) ? message_q >> at_port(Lanes, 0) : message_q;
    end else begin : g_others
      always_comb begin
        shifted = message_q;
        for (int unsigned p = 0; p < Ports; p++) begin
          if (by[p] && shift[p]) shifted = message_q >> Lanes[p*CountBits +: CountBits];
        end
      end
    end

    assign keeps        = slot_arrives[s] || (slot_valid_q[s] && !slot_leaves[s]);
    assign slot_bit[s]  = slot_arrives[s] && slot_valid_q[s] && !slot_leaves[s];  // it is not free

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        slot_valid_q[s] <= 1'b0;
        slot_sends_q[s] <= 1'b0;
      end else begin
        slot_valid_q[s] <= keeps;
        slot_sends_q[s] <= slot_goes[s] || (slot_sends_q[s] && !slot_leaves[s]);
      end
    end

    always_ff @(posedge clk_i) begin
      for (int unsigned l = 0; l < 2; l++) begin
        ahead_q[l*LineBits +: LineBits] <=
            ahead_d[l*LineBits +: LineBits] - LineBits'(goes_first[l] && slot_behind[2*s + l]);
      end
      slot_onward_q[s] <= slot_onward_d[s];
      message_q        <= slot_arrives[s] ? message[P*Width +: Width] : shifted;
    end
  end

  assign full_o = slot_bit != '0;

  for (genvar p = 0; p < Ports; p++) begin : g_release
    for (genvar c = 0; c < Classes; c++) begin : g_class
      localparam int unsigned Slot = first_slot(p) + c;
      if (c < most_behind(opposite(p))) begin : g_held
        assign release_o[p*Classes + c] = slot_leaves[Slot];
      end else begin : g_never
        assign release_o[p*Classes + c] = 1'b0;
      end
    end
  end

  // Out: of those that can go by a port the one that came first

  for (genvar p = 0; p < Ports; p++) begin : g_out
    localparam int unsigned L = at_port(Lanes, p);
    localparam int unsigned C = at_port(CyclesPerBit, p);
    localparam int unsigned S = at_port(Setup, p);
    localparam bit [MaxLanes-1:0] LaneMask = {MaxLanes{1'b1}} >> (MaxLanes - L);
    localparam int unsigned Behind = most_behind(p);
    localparam bit [Classes-1:0] Has = {Classes{1'b1}} >> (Classes - Behind);  // the classes there
    localparam int unsigned Near   = first_line(p);
    localparam int unsigned Far    = (Behind == 0) ? Near : Near + 1;  // if there is one

    logic [Classes-1:0]   used_d, used_q, room, takes_now;  // buffers at the far end, by class
    logic                 unused_room;                      // of classes that it has not
    logic [Slots-1:0]     can, first, chosen, sends_q;
    logic [Slots*Classes-1:0] takes;             // the buffer that each of them takes there
    logic [1:0]           own_can, own_chosen;
    logic                 far_first, own_first;  // of the lines', of lines and buffers
    logic                 starts, is_own_d, is_own_q, is_transfer_d, is_transfer_q;
    logic                 busy, valid, last, free_next, beat_ends;
    logic [1:0]           kind;
    logic [Width-1:0]     own_d, own_q;
    logic [BeatBits-1:0]  beats, beats_d, beats_q, hold_d, hold_q, setup_d, setup_q;
    logic [MaxLanes-1:0]  bits;

    assign room      = ~used_q | release_i[p*Classes +: Classes];
    assign unused_room = &{1'b0, room};
    assign free_next = !busy || last;
    assign own_can   = {Behind != 0 && line_waits[Far] && room[0], line_waits[Near]};

    for (genvar s = 0; s < Slots; s++) begin : g_can
      // Behind the link it has gone over so many.
      localparam int unsigned Next = class_of(s) + 1;
      if (Next <= Behind) begin : g_on
        assign takes[s*Classes +: Classes] = slot_onward_d[s] ? Classes'(1) << (Next - 1) : '0;
        assign can[s] = slot_waits[s] && slot_by_d[s*Ports + p] && (!slot_onward_d[s] || room[Next-1]);
      end else begin : g_ends
        assign takes[s*Classes +: Classes] = '0;
        assign can[s] = slot_waits[s] && slot_by_d[s*Ports + p];
      end
    end

    // The first of the buffers, of the lines, and of both
    for (genvar s = 0; s < Slots; s++) begin : g_first
      assign first[s] = can[s] && (slot_before[s*Slots +: Slots] & can) == '0;
    end
    assign far_first = own_can[1] && !(own_can[0] && near_first[p]);

    always_comb begin
      own_first = can == '0;
      for (int unsigned s = 0; s < Slots; s++) begin
        if (first[s] && (far_first ? slot_behind[2*s + 1] : slot_behind[2*s])) own_first = 1'b1;
      end
      own_first = own_first && own_can != '0;
    end

    assign own_chosen = own_first ? {far_first, !far_first} : 2'b00;
    assign chosen     = own_first ? '0 : first;
    assign starts     = free_next && (can != '0 || own_can != '0);
    // The buffer that it takes at the far end
    always_comb begin
      takes_now = '0;
      if (starts && own_chosen[1]) takes_now[0] = 1'b1;
      for (int unsigned s = 0; s < Slots; s++) begin
        if (starts && chosen[s]) takes_now = takes_now | takes[s*Classes +: Classes];
      end
    end
    assign used_d = Has & ((used_q & ~release_i[p*Classes +: Classes]) | takes_now);
    assign goes[p*Slots +: Slots] = starts ? chosen : '0;
    assign own_goes[2*p +: 2]     = starts ? own_chosen : '0;
    assign line_goes[Near]        = own_goes[2*p];
    assign own_count[2*p*LineBits +: LineBits] = line_count[Near*LineBits +: LineBits];

    if (Behind != 0) begin : g_far
      assign line_goes[Far] = own_goes[2*p+1];
      assign own_count[(2*p+1)*LineBits +: LineBits] = line_count[Far*LineBits +: LineBits];
    end else begin : g_all_end
      assign own_count[(2*p+1)*LineBits +: LineBits] = '0;
    end

    always_comb begin
      kind  = own_chosen[1] ? line_message[Far*Width +: 2] : line_message[Near*Width +: 2];
      own_d = own_q;
      if (starts && own_chosen != '0) begin
        own_d = own_chosen[1] ? line_message[Far*Width +: Width] : line_message[Near*Width +: Width];
      end else if (beat_ends) begin
        own_d = own_q >> L;
      end
      for (int unsigned s = 0; s < Slots; s++) begin
        if (chosen[s]) kind = slot_kind[2*s +: 2];
      end
    end

    assign is_own_d      = starts ? own_chosen != '0 : is_own_q;
    assign is_transfer_d = starts ? kind == KindTransfer : is_transfer_q;

    assign beats = (kind == KindReply)    ? BeatBits'((ReplyBits + L - 1) / L)
                 : (kind == KindTransfer) ? BeatBits'((TransferBits + L - 1) / L)
                                          : BeatBits'((RequestBits + L - 1) / L);

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
        beats_d = beats;
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
      assign sends_q[s] = slot_sends_q[s] && slot_by_q[s*Ports + p];
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
  logic [Slots-1:0] lost, stray;
  logic [Slots*Slots*Slots-1:0] circle;  // the first came before the second, that before the third, that before the first
  logic [Lines-1:0] crowds, joins_line;  // a line is full, and joined

  for (genvar l = 0; l < Lines; l++) begin : g_lines
    assign crowds[l]     = g_line[l].waiting >= 16'(Waiting);
    assign joins_line[l] = g_line[l].joins;
  end

  always_ff @(posedge clk_i) started_q <= 1'b1;

  for (genvar p = 0; p < Ports; p++) begin : g_laws
    logic [Slots-1:0] here, top;

    for (genvar s = 0; s < Slots; s++) begin : g_slots
      assign here[s] = slot_waits[s] && slot_by_d[s*Ports + p];
      assign top[s]  = class_of(s) >= most_behind(p);
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
    // What is in a buffer stays until all of it has left, by one port.
    assign lost[s] = slot_valid_q[s] && !g_slot[s].keeps && !slot_leaves[s];
    assign stray[s] = slot_waits[s] && (slot_by_d[s*Ports +: Ports] == '0 ||
                                        (slot_by_d[s*Ports +: Ports] & (slot_by_d[s*Ports +: Ports] - 1'b1)) != '0);
    for (genvar two = 0; two < Slots; two++) begin : g_two
      for (genvar three = 0; three < Slots; three++) begin : g_three
        assign circle[(s*Slots + two)*Slots + three] =
            s != two && two != three && three != s && slot_valid_q[s] && slot_valid_q[two] && slot_valid_q[three] &&
            slot_older[two*Slots + s] && slot_older[three*Slots + two] && slot_older[s*Slots + three];
      end
    end
  end

  always_comb begin
    m_reset: assume (started_q || !rst_ni);
    m_lines: assume ((crowds & joins_line) == '0);
    m_way:   assume (slot_wrong == '0);
    if (rst_ni) begin
      a_works:  assert (idles == '0);
      a_one:    assert (twice == '0);
      a_higher: assert (waits_higher == '0);
      a_room:   assert (blind == '0);
      a_kept:   assert (lost == '0);
      a_way:    assert (stray == '0);
      i_order:  assert (circle == '0);
      c_passes: cover (goes != '0 && line_goes != '0);
    end
  end
`endif

endmodule
