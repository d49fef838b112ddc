// SPDX-License-Identifier: Apache-2.0
// The balancer of a PE of work stealing: it takes in what has come, Handling cycles each, and reacts; each
// message that it sends keeps it busy as long. A PE in whose queue nothing waits asks another, in turn or
// Drawn (isobar_stealing_draw), and one that is asked gives half of what it has more than the asker, or one task (models/schemes/
// message_driven/steal.cpp). After a request in vain it waits, from Retry to RetryMax cycles, twice as
// long each time.
//
// In a cycle it does what there is to do in this order, until it is busy: it reacts to the message that
// it has handled, to what the executor changed in earlier cycles, lands a task for which there was no
// room, which is all for that cycle, reacts to its timer, and takes the next message; then it reacts to
// what the executor changes in this cycle. The tasks that it gives leave the queue at
// once (given_o), one that lands enters it (lands_o). What it sends is handed over when it leaves: request_o,
// reply_o and transfer_o say so in the cycle before. Replies and transfers go to given_to_o, a request to victim_o,
// or, if it is decided on in this cycle (asks_o), to turn_o.
module isobar_stealing_agent #(
  parameter int unsigned Ports    = 4,
  parameter int unsigned Depth    = 16,
  parameter int unsigned Bits     = 5,  // enough for Depth
  parameter bit          Half     = 1'b1,
  parameter int unsigned Handling = 1,
  parameter int unsigned Retry    = 16,
  parameter int unsigned RetryMax = 4096,
  parameter bit          Drawn    = 1'b0,
  localparam int unsigned PortBits = $clog2(Ports + 1)
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                run_i,
  input  logic [31:0]         seed_i,        // of what is drawn

  // The queue, and the executor, which acts after this in the cycle
  input  logic [Bits-1:0]     load_i,
  output logic [Bits-1:0]     given_o,
  output logic [PortBits-1:0] given_to_o,
  output logic                lands_o,
  output logic                left_o,        // a task waits after that
  input  logic                push_i,        // the executor puts a task,
  input  logic                pop_i,         // or takes one
  input  logic                works_i,       // it works on a task, from the next cycle on
  output logic                lands_after_o,

  // The inbox
  input  logic                some_i,
  input  logic                is_request_i,
  input  logic                is_reply_i,
  input  logic [PortBits-1:0] port_i,
  input  logic                asker_works_i,
  input  logic [Bits-1:0]     promised_i,
  output logic                take_o,

  // What leaves
  output logic                request_o,
  output logic                works_o,
  output logic                reply_o,
  output logic [Bits-1:0]     promised_o,
  output logic                transfer_o,

  output logic                asks_o,
  output logic [PortBits-1:0] turn_o,        // whom it asks next
  output logic [PortBits-1:0] victim_o,      // whom it asked last
  output logic                asked_o,       // and waits for
  output logic [Bits-1:0]     missing_o      // promised, and not landed yet
);

  localparam int unsigned HandlingBits = $clog2(Handling + 1);
  localparam int unsigned WaitBits     = $clog2(RetryMax + 1);
  localparam bit [PortBits-1:0]     LastPort   = PortBits'(Ports - 1);
  localparam bit [HandlingBits-1:0] LastHandling = HandlingBits'(Handling - 1);

  if (Handling < 1 || Retry < 1 || RetryMax < Retry) begin : g_times
    $error("Handling and Retry are at least 1, and RetryMax is at least Retry");
  end

  // What it knows

  logic                begun_q, works_q;
  logic                asked_d, asked_q, waits_q, news_d, news_q;
  logic [Bits-1:0]     missing_d, missing_q;
  logic [Bits-1:0]     for_room_d, for_room_q;  // handled transfers whose task has not landed
  logic [WaitBits-1:0] next_wait_q, timer_q;
  logic [PortBits-1:0] turn, victim_q;

  // The message that it handles
  logic                    handles_d, handles_q, handled_request_q, handled_reply_q, handled_works_q;
  logic [PortBits-1:0]     handled_port_q;
  logic [Bits-1:0]         handled_promised_q;
  logic [HandlingBits-1:0] handling_d, handling_q;

  // Messages that are still to leave
  logic                    replies_q, requests_q, request_works_q;
  logic [Bits-1:0]         promised_q, transfers_q;
  logic [HandlingBits-1:0] gap_d, gap_q;

  logic idle, free, begins;

  assign idle   = !replies_q && !requests_q && transfers_q == '0;
  assign free   = run_i && idle && handling_q == '0;
  assign begins = run_i && !begun_q;

  // Before the executor

  logic                reacts, asks, gives, asks_before, stops_before, handles;
  logic                asked, waits, news, is_due, has_room, lands_late;
  logic [Bits-1:0]     load, missing, for_room, given;
  logic [Bits:0]       more;
  logic [WaitBits:0]   twice;
  logic [WaitBits-1:0] longer, next_wait, timer;  // how long it waits after the next request in vain

  assign more   = (Bits + 1)'(load_i) + (Bits + 1)'(works_q) - (Bits + 1)'(handled_works_q);
  assign given  = (load_i == '0) ? '0 : Half ? Bits'(more >> 1) : Bits'((more >> 1) != '0);
  assign reacts = free && handles_q;
  assign gives  = reacts && handled_request_q;
  assign twice  = {next_wait_q, 1'b0};
  assign longer = (twice > (WaitBits + 1)'(RetryMax)) ? WaitBits'(RetryMax) : WaitBits'(twice);
  assign is_due = waits_q && timer_q == '0;
  assign has_room = load_i < Bits'(Depth);

  always_comb begin
    asked     = asked_q;
    waits     = waits_q;
    news      = news_q;
    missing   = missing_q;
    for_room  = for_room_q;
    next_wait = next_wait_q;
    timer     = timer_q - WaitBits'(timer_q != '0);
    handles   = handles_q;
    load      = load_i;
    asks      = begins;  // if it may
    lands_o    = 1'b0;
    lands_late = 1'b0;
    if (reacts) begin
      handles = 1'b0;
      if (handled_request_q) begin
        load = load_i - given;
        asks = 1'b1;
        if (given != '0 && waits && load != '0) next_wait = WaitBits'(Retry);
      end else if (handled_reply_q) begin
        asked   = 1'b0;
        missing = missing_q + handled_promised_q;
        waits   = handled_promised_q == '0;
        timer   = next_wait_q - 1'b1;
        next_wait = waits ? longer : WaitBits'(Retry);
      end else if (for_room_q == '0 && has_room) begin
        lands_o = 1'b1;
      end else begin
        for_room = for_room_q + 1'b1;
      end
    end
    if (free && !gives) begin
      if (news_q) begin
        news = 1'b0;
        asks = 1'b1;
        if (waits && load != '0) next_wait = WaitBits'(Retry);
      end
      if (for_room != '0 && has_room) begin
        for_room   = for_room - 1'b1;
        lands_late = 1'b1;
      end
      if (is_due) begin
        waits = 1'b0;
        asks  = 1'b1;
      end
    end
    lands_o = lands_o || lands_late;
    if (lands_o) begin
      load    = load_i + 1'b1;
      missing = missing_q - 1'b1;
    end
    asks_before  = asks && !asked && !waits && missing == '0 && load == '0;
    stops_before = gives || asks_before || lands_late;
    take_o       = free && !stops_before && some_i;
  end

  assign given_o    = gives ? given : '0;
  assign given_to_o = handled_port_q;

  // After it

  logic asks_after, request, request_works, is_quiet, changes, empties;

  // What it gives is the last task only if it works on one and the asker on none.
  assign left_o     = lands_o || (load_i != '0 && !(gives && load_i == Bits'(1) && works_q && !handled_works_q));
  assign changes    = push_i || pop_i;
  assign empties    = pop_i && load_i == (lands_o ? Bits'(0) : Bits'(1));
  assign is_quiet   = free && !stops_before && !take_o;
  assign asks_after = is_quiet && empties && !asked && !waits && missing == '0;
  // What waits for room waits in front of a full queue.
  assign lands_after_o = is_quiet && pop_i && for_room != '0;
  assign request    = asks_before || asks_after;
  assign request_works = asks_after ? works_i : works_q;

  assign news_d      = news || changes;
  assign asked_d     = asked || request;
  assign missing_d   = missing - Bits'(lands_after_o);
  assign for_room_d  = for_room - Bits'(lands_after_o);
  assign handles_d   = handles || take_o;
  assign handling_d  = take_o ? LastHandling : handling_q - HandlingBits'(handling_q != '0);

  if (Drawn) begin : g_drawn
    isobar_stealing_draw #(.Ports(Ports)) u_draw (
      .clk_i, .seeds_i(!begun_q), .seed_i, .draws_i(request), .port_o(turn)
    );
  end else begin : g_turns
    logic        unused_seed;
    logic [PortBits-1:0] turn_q;

    assign turn        = turn_q;
    assign unused_seed = &{1'b0, seed_i};

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) turn_q <= '0;
      else if (request) turn_q <= (turn_q == LastPort) ? '0 : turn_q + 1'b1;
    end
  end

  // What leaves, one message in Handling cycles: a reply, the transfers behind it, a request. No other
  // message is taken meanwhile, so reply and transfers go to the port of the one that it handled last.

  logic                    replies, requests, is_next, works;
  logic [Bits-1:0]         transfers;
  logic [HandlingBits-1:0] gap;

  assign replies    = gives || replies_q;
  assign promised_o = gives ? given : promised_q;
  assign transfers  = gives ? given : transfers_q;
  assign requests   = request || requests_q;
  assign works      = request ? request_works : request_works_q;
  assign gap        = (gives || request) ? LastHandling : gap_q;
  assign is_next    = run_i && (replies || requests || transfers != '0) && gap == '0;
  assign gap_d      = is_next ? LastHandling : gap - HandlingBits'(gap != '0);
  assign works_o    = works;

  assign reply_o    = is_next && replies;
  assign transfer_o = is_next && !replies && transfers != '0;
  assign request_o  = is_next && !replies && transfers == '0;
  assign asks_o     = request;
  assign turn_o     = turn;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      begun_q     <= 1'b0;
      works_q     <= 1'b0;
      asked_q     <= 1'b0;
      waits_q     <= 1'b0;
      news_q      <= 1'b0;
      missing_q   <= '0;
      for_room_q  <= '0;
      next_wait_q <= WaitBits'(Retry);
      timer_q     <= '0;
      victim_q    <= '0;
      handles_q   <= 1'b0;
      handling_q  <= '0;
      replies_q   <= 1'b0;
      requests_q  <= 1'b0;
      transfers_q <= '0;
      gap_q       <= '0;
    end else begin
      begun_q     <= begun_q || run_i;
      works_q     <= works_i;
      asked_q     <= asked_d;
      waits_q     <= waits;
      news_q      <= news_d;
      missing_q   <= missing_d;
      for_room_q  <= for_room_d;
      next_wait_q <= next_wait;
      timer_q     <= timer;
      if (request) victim_q <= turn;
      handles_q   <= handles_d;
      handling_q  <= handling_d;
      replies_q   <= replies && !is_next;
      requests_q  <= requests && !request_o;
      transfers_q <= transfers - Bits'(transfer_o);
      gap_q       <= gap_d;
    end
  end

  always_ff @(posedge clk_i) begin
    promised_q      <= promised_o;
    request_works_q <= works;
    if (take_o) begin
      handled_request_q  <= is_request_i;
      handled_reply_q    <= is_reply_i;
      handled_port_q     <= port_i;
      handled_works_q    <= asker_works_i;
      handled_promised_q <= promised_i;
    end
  end

  assign victim_o  = victim_q;
  assign asked_o   = asked_q;
  assign missing_o = missing_q;

`ifdef FORMAL
  // The queue, as it counts: the executor puts a task where one has room, takes one where one waits.
  logic [Bits:0]           load_mid, load_next;
  logic [Bits-1:0]         behind_d, behind_q;    // transfers that are still to leave behind a reply
  logic [PortBits-1:0]     promised_to_q;
  logic                    asked_once_q, started_q = 1'b0;
  logic [HandlingBits-1:0] since_d, since_q;      // cycles from which on the next message may leave
  logic                    answers;

  assign load_mid  = (Bits + 1)'(load_i) + (Bits + 1)'(lands_o) - (Bits + 1)'(given_o);
  assign load_next = load_mid + (Bits + 1)'(push_i) - (Bits + 1)'(pop_i) + (Bits + 1)'(lands_after_o);
  assign answers   = reacts && !handled_request_q && handled_reply_q;
  assign behind_d  = reply_o ? promised_o : behind_q - Bits'(transfer_o);
  assign since_d   = is_next ? LastHandling : since_q - HandlingBits'(since_q != '0);

  always_ff @(posedge clk_i) started_q <= 1'b1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      behind_q      <= '0;
      promised_to_q <= '0;
      asked_once_q  <= 1'b0;
      since_q       <= '0;
    end else begin
      behind_q      <= behind_d;
      if (reply_o) promised_to_q <= handled_port_q;
      asked_once_q  <= (asked_once_q && !answers) || request;
      since_q       <= since_d;
    end
  end

  always_comb begin
    m_reset: assume (started_q || !rst_ni);
    m_load:  assume (load_i <= Bits'(Depth));
    m_port:  assume (port_i <= LastPort && (!handles_q || handled_port_q <= LastPort));
    m_push:  assume (!push_i || (load_mid < (Bits + 1)'(Depth - 1) && !pop_i));
    m_pop:   assume (!pop_i || left_o);
    // A victim replies once, with half of a full queue at most; its tasks follow, one landing each.
    m_reply: assume (!take_o || is_request_i || (is_reply_i ? asked : !asked && missing > for_room));
    m_half:  assume (promised_i <= Bits'((Depth + 1) / 2));
    if (rst_ni) begin
      // Half of what it has more than the asker, or one task; it has them.
      if (gives) begin
        a_half: assert (load_i == '0 ? given_o == '0 :
                        Half ? (Bits + 1)'(given_o) == (((Bits + 1)'(load_i) + (Bits + 1)'(works_q)) -
                                                         (Bits + 1)'(handled_works_q)) / 2
                             : given_o == Bits'(load_i + works_q >= 2 + handled_works_q));
      end
      a_has:   assert (given_o <= load_i && (given_o == '0 || gives));
      a_left:  assert (left_o == (load_mid != '0));
      // Whoever asks has no task waiting, none promised, and nobody else asked.
      a_lacks: assert (!request || ((asks_after ? load_next : load_mid) == '0 &&
                                 missing_d == '0 && !waits));
      a_once:  assert (!request || !(asked_once_q && !answers));
      // A task lands where there is room.
      a_room:  assert (load_next <= (Bits + 1)'(Depth));
      a_lands: assert (!(lands_o && lands_after_o) && (!lands_o || load_i < Bits'(Depth)));
      // After a request in vain it waits, at most RetryMax cycles, and does not ask meanwhile.
      a_waits: assert (!(waits_q && timer_q != '0) || !request);
      a_wait:  assert (next_wait_q >= WaitBits'(Retry) && next_wait_q <= WaitBits'(RetryMax) &&
                       timer_q < WaitBits'(RetryMax));
      // Messages leave one by one, Handling cycles apart; behind a reply as many transfers as it said, to
      // whom it said it.
      a_one:   assert (2'(request_o) + 2'(reply_o) + 2'(transfer_o) <= 2'd1);
      a_apart: assert (!is_next || since_q == '0);
      a_behind: assert ((!transfer_o || (behind_q != '0 && handled_port_q == promised_to_q)) &&
                        (behind_q == '0 || (!reply_o && !request_o)));
      // Induction
      i_asked:  assert (asked_once_q == asked_q);
      i_handles: assert (!handles_q || handled_request_q ||
                         (handled_reply_q ? asked_q : !asked_q && missing_q > for_room_q));
      i_room:   assert (for_room_q <= missing_q && missing_q <= Bits'((Depth + 1) / 2));
      i_handled: assert (!handles_q || handled_promised_q <= Bits'((Depth + 1) / 2));
      i_waits:  assert (!(asked_q && (waits_q || missing_q != '0)) && !(waits_q && missing_q != '0));
      i_behind: assert (replies_q ? behind_q == '0 && transfers_q == promised_q : behind_q == transfers_q);
      i_to:     assert (behind_q == '0 || handled_port_q == promised_to_q);
      i_gap:    assert (since_q <= LastHandling && gap_q <= LastHandling && (idle || gap_q >= since_q));
      i_turn:   assert (turn <= LastPort && victim_q <= LastPort && ((!replies_q && transfers_q == '0) || handled_port_q <= LastPort));
      c_last:   cover (gives && given_o == load_i && load_i != '0);
      c_again:  cover (request && is_due);
      c_after:  cover (asks_after);
      c_late:   cover (lands_after_o);
      c_all:    cover (reply_o && promised_o == Bits'(1) && requests);
    end
  end
`endif

endmodule
