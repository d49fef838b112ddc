// SPDX-License-Identifier: Apache-2.0
// A port of a PE of work stealing. A message is a header, of kind, destination and source, lowest bits
// first, and then what it says: of a request whether its sender works on a task, of a reply how many
// tasks come, of a transfer one task.
//
// Out: what the PE sends to this neighbour waits here until the link is free. Of each kind but transfers
// there is one at most, as the neighbour asks again only when it has all that it was promised. request_i,
// reply_i and transfer_i say that such a message is here from the next cycle on, in which it begins if
// nothing is before it. Messages leave in the order in which they came; the transfers that follow a
// reply wait behind it. works_i stays as it is until the request has left.
//
// In: request_o, reply_o and transfer_o are high in the last cycle of such a message. beat_o says that a
// beat has been taken in; who collects the contents finds them among the last bits of the message.
module isobar_stealing_port #(
  parameter int unsigned TaskBits    = 64,
  parameter int unsigned LoadBits    = 16,
  parameter int unsigned AddressBits = 6,
  parameter int unsigned MaxLanes    = 1,
  parameter int unsigned BeatBits    = 7,
  parameter int unsigned Bits        = 5,  // enough for the tasks of a queue
  parameter int unsigned Lanes       = 1,
  parameter int unsigned Cycles      = 1,  // a bit
  parameter int unsigned Setup       = 0,
  parameter int unsigned CounterBits = 32
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

  // Addresses of this PE and of the one at the other end, constants
  input  logic [AddressBits-1:0] own_i,
  input  logic [AddressBits-1:0] there_i,

  input  logic                   request_i,
  input  logic                   works_i,
  input  logic                   reply_i,
  input  logic [Bits-1:0]        promised_i,
  input  logic                   transfer_i,
  input  logic                   task_valid_i,
  input  logic [TaskBits-1:0]    task_i,
  output logic                   takes_o,     // the task leaves from the next cycle on
  output logic                   missing_o,   // a transfer begins whose task is not there
  output logic                   valid_o,
  output logic [MaxLanes-1:0]    line_o,
  output logic [CounterBits-1:0] transfer_cycles_o,
  output logic [CounterBits-1:0] word_cycles_o,
  output logic [CounterBits-1:0] setup_cycles_o,

  input  logic                   valid_i,
  input  logic [MaxLanes-1:0]    line_i,
  output logic                   beat_o,
  output logic                   request_o,
  output logic                   asker_works_o,
  output logic                   reply_o,
  output logic                   transfer_o,
  output logic                   wrong_o      // a message ends that is none of these
);

  localparam bit [1:0] KindRequest  = 2'd0;
  localparam bit [1:0] KindReply    = 2'd1;
  localparam bit [1:0] KindTransfer = 2'd2;

  localparam int unsigned HeaderBits = 2 + 2 * AddressBits;
  localparam int unsigned Contents   = (TaskBits > LoadBits) ? TaskBits : LoadBits;
  localparam int unsigned Width      = HeaderBits + Contents;
  localparam bit [BeatBits-1:0] RequestBeats  = BeatBits'((HeaderBits + Lanes) / Lanes);
  localparam bit [BeatBits-1:0] ReplyBeats    = BeatBits'((HeaderBits + LoadBits + Lanes - 1) / Lanes);
  localparam bit [BeatBits-1:0] TransferBeats = BeatBits'((HeaderBits + TaskBits + Lanes - 1) / Lanes);
  // A port with fewer lanes has no more than those.
  localparam bit [MaxLanes-1:0] LaneMask = {MaxLanes{1'b1}} >> (MaxLanes - Lanes);

  // Out

  logic                busy, valid, last, free_next;
  logic                requests, replies, transfers;
  logic                sends_request, sends_reply, sends_transfer;
  logic                request_q, reply_q;
  logic                is_transfer_d, is_transfer_q;
  logic [Bits-1:0]     transfers_d, transfers_q, promised_d, promised_q;
  logic [MaxLanes-1:0] line;
  logic [Width-1:0]    message;
  logic [1:0]          kind;
  logic [BeatBits-1:0] beats;

  assign free_next    = !busy || last;
  assign requests     = request_q || request_i;
  assign replies      = reply_q || reply_i;
  assign transfers    = transfers_q != '0 || transfer_i;

  assign sends_reply    = free_next && replies;
  assign sends_transfer = free_next && !replies && transfers;
  assign sends_request  = free_next && !replies && !transfers && requests;
  assign takes_o        = sends_transfer;
  assign missing_o      = sends_transfer && !task_valid_i;

  assign promised_d  = reply_i ? promised_i : promised_q;
  assign transfers_d = transfers_q + Bits'(transfer_i) - Bits'(sends_transfer);

  always_comb begin
    if (sends_request) begin
      kind    = KindRequest;
      beats   = RequestBeats;
      message = Width'(works_i) << HeaderBits;
    end else if (sends_reply) begin
      kind    = KindReply;
      beats   = ReplyBeats;
      message = Width'(promised_d) << HeaderBits;
    end else begin
      kind    = KindTransfer;
      beats   = TransferBeats;
      message = Width'(task_i) << HeaderBits;
    end
    message[HeaderBits-1:0] = {own_i, there_i, kind};
    is_transfer_d = is_transfer_q;
    if (free_next) is_transfer_d = sends_transfer;
  end

  isobar_serializer #(
    .Width(Width), .MaxLanes(MaxLanes), .CountBits(BeatBits), .HasSetup(Setup != 0)
  ) u_serializer (
    .clk_i, .rst_ni, .start_i(sends_request || sends_reply || sends_transfer),
    .data_i(message), .beats_i(beats), .setup_i(BeatBits'(Setup)),
    .lanes_i(BeatBits'(Lanes)), .cycles_per_beat_i(BeatBits'(Cycles)),
    .busy_o(busy), .valid_o(valid), .last_o(last), .line_o(line)
  );

  assign valid_o = valid;
  assign line_o  = line & LaneMask;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      request_q     <= 1'b0;
      reply_q       <= 1'b0;
      is_transfer_q <= 1'b0;
      transfers_q   <= '0;
      promised_q    <= '0;
    end else begin
      request_q     <= requests && !sends_request;
      reply_q       <= replies && !sends_reply;
      is_transfer_q <= is_transfer_d;
      transfers_q   <= transfers_d;
      promised_q    <= promised_d;
    end
  end

  isobar_counter #(.Counts(1'b1), .Bits(CounterBits)) u_transfer_counter (
    .clk_i, .rst_ni, .count_i(valid && is_transfer_q), .count_o(transfer_cycles_o)
  );
  isobar_counter #(.Counts(1'b1), .Bits(CounterBits)) u_word_counter (
    .clk_i, .rst_ni, .count_i(valid && !is_transfer_q), .count_o(word_cycles_o)
  );
  isobar_counter #(.Counts(Setup != 0), .Bits(CounterBits)) u_setup_counter (
    .clk_i, .rst_ni, .count_i(busy && !valid), .count_o(setup_cycles_o)
  );

  // In

  logic                ends, unused_lanes;
  logic [1:0]          kind_in_d, kind_in_q;
  logic [BeatBits-1:0] beat_d, beat_q, hold_d, hold_q, beats_in;

  assign beat_o = valid_i && hold_q + 1'b1 == BeatBits'(Cycles);
  assign ends   = beat_o && beat_q + 1'b1 == beats_in;
  assign hold_d = beat_o ? '0 : hold_q + BeatBits'(valid_i);
  assign beat_d = ends ? '0 : beat_q + BeatBits'(beat_o);

  if (Lanes == 1) begin : g_one_lane
    assign kind_in_d[0] = (beat_q == '0) ? line_i[0] : kind_in_q[0];
    assign kind_in_d[1] = (beat_q == BeatBits'(1)) ? line_i[0] : kind_in_q[1];
  end else begin : g_lanes
    assign kind_in_d = (beat_q == '0) ? line_i[1:0] : kind_in_q;
  end

  always_comb begin
    case (kind_in_d)
      KindReply:    beats_in = ReplyBeats;
      KindTransfer: beats_in = TransferBeats;
      default:                     beats_in = RequestBeats;
    endcase
  end

  assign asker_works_o = line_i[HeaderBits % Lanes];  // A request ends with this bit.
  assign request_o     = ends && kind_in_d == KindRequest;
  assign reply_o       = ends && kind_in_d == KindReply;
  assign transfer_o    = ends && kind_in_d == KindTransfer;
  assign wrong_o       = ends && !(request_o || reply_o || transfer_o);
  assign unused_lanes  = &{1'b0, line_i};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      beat_q    <= '0;
      hold_q    <= '0;
      kind_in_q <= '0;
    end else begin
      beat_q    <= beat_d;
      hold_q    <= hold_d;
      kind_in_q <= kind_in_d;
    end
  end

endmodule
