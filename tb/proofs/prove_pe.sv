// SPDX-License-Identifier: Apache-2.0
`include "isobar_parameters.svh"

// A PE in lockstep with neighbours of its own kind. Each neighbour sends what line_law says, for a
// word and a task of its own choice; that is what the PE itself is proved to send (a_lines,
// a_word), Latency cycles earlier. Application and executor are free.
//
// m_ assumptions, a_ laws, i_ what only induction needs, c_ covers. The ghost registers below are
// the specification: they follow from the ports and from docs/time.md, not from the RTL.
module prove_pe #(
  parameter int unsigned Dimensions = 1,
  parameter bit [Dimensions-1:0] Radix2 = '0,
  `ISOBAR_PARAMETERS(16),
  localparam int unsigned DimensionBits = (Dimensions > 1) ? $clog2(Dimensions) : 1
) (
  input logic clk_i,
  input logic rst_ni,
  input logic run_i,

  // What the neighbours choose: their words, by port, in cycle 0 of a slot; in the decision cycle
  // whether the predecessor shifts, and which task.
  input logic [2*Dimensions*LoadBits-1:0] heard_i,
  input logic                             sent_i,
  input logic [TaskBits-1:0]              sent_task_i,

  input logic                sink_tvalid_i,
  input logic [TaskBits-1:0] sink_tdata_i,
  input logic                fetch_i,
  input logic                source_tready_i
);

  localparam int unsigned Ports = 2 * Dimensions;
  localparam int unsigned Width = (TaskBits > LoadBits) ? TaskBits : LoadBits;
  localparam bit HearsPredecessor = Condition == 2 || Condition == 4;
  localparam bit HearsSuccessor   = Condition == 3 || Condition == 4 || Condition == 5;
  localparam bit Hears            = HearsPredecessor || HearsSuccessor;

  `ISOBAR_SLOT_BITS
  localparam int unsigned SlotBits = slot_bits(Hears);

  logic [Ports-1:0]             valid_out, valid_in;
  logic [Ports*MaxLanes-1:0]    line_out, line_in;
  logic                         sink_tready, source_tvalid, obs_shift, obs_landing;
  logic [TaskBits-1:0]          source_tdata, obs_head, obs_landed;
  logic [Ports*CounterBits-1:0] transfer_cycles, word_cycles, setup_cycles;
  logic [DimensionBits-1:0]     obs_dimension;
  logic [CountBits-1:0]         obs_cycle;
  logic [1:0]                   obs_part;
  logic [LoadBits-1:0]          obs_load;
  logic [Ports-1:0]             obs_start, obs_end;
  logic [isobar_pkg::ErrorBits-1:0] error;

  isobar_pe #(
    .Dimensions(Dimensions), .Radix2(Radix2),
    `ISOBAR_PASS_PARAMETERS
  ) u_pe (
    .clk_i, .rst_ni, .run_i,
    .valid_o(valid_out), .line_o(line_out), .valid_i(valid_in), .line_i(line_in),
    .sink_tvalid_i, .sink_tready_o(sink_tready), .sink_tdata_i,
    .fetch_i, .source_tvalid_o(source_tvalid), .source_tready_i, .source_tdata_o(source_tdata),
    .transfer_cycles_o(transfer_cycles), .word_cycles_o(word_cycles),
    .setup_cycles_o(setup_cycles),
    .error_o(error),
    .obs_dimension_o(obs_dimension), .obs_cycle_o(obs_cycle), .obs_part_o(obs_part),
    .obs_load_o(obs_load), .obs_shift_o(obs_shift), .obs_head_o(obs_head),
    .obs_transfer_start_o(obs_start), .obs_transfer_end_o(obs_end),
    .obs_landing_o(obs_landing), .obs_landed_o(obs_landed)
  );

  // Time: the slot of docs/time.md, dimension after dimension.

  logic [DimensionBits-1:0] dimension_d, dimension_q;
  logic [CountBits-1:0]     position_d, position_q;
  logic [Dimensions-1:0]    here, deciding, landing, in_words;
  logic                     active, decides, lands;
  logic                     started_q = 1'b0;
  logic                     stepped_q, stopped_q;  // a step has begun since the reset, one has ended

  // run_i is looked at where a step begins.
  assign active  = run_i || dimension_q != '0 || position_q != '0;
  assign decides = |deciding;
  assign lands   = |landing;

  always_comb begin
    dimension_d = dimension_q;
    position_d  = position_q + 1'b1;
    if (lands) begin
      dimension_d = (dimension_q == DimensionBits'(Dimensions - 1)) ? '0 : dimension_q + 1'b1;
      position_d  = '0;
    end
    if (!active) position_d = '0;
  end

  // What this slot's neighbours said and sent.

  logic [Ports*LoadBits-1:0]      heard_d, heard_q;
  logic                           sent_d, sent_q;
  logic [TaskBits-1:0]            sent_task_d, sent_task_q;
  logic [Dimensions*LoadBits-1:0] predecessors, successors;
  logic [LoadBits-1:0]            predecessor, successor;

  assign heard_d     = (active && position_q == '0) ? heard_i : heard_q;
  assign sent_d      = decides ? sent_i : sent_q && !lands;
  assign sent_task_d = decides ? sent_task_i : sent_task_q;

  always_comb begin
    predecessor = '0;
    successor   = '0;
    for (int unsigned d = 0; d < Dimensions; d++) begin
      if (here[d]) predecessor = predecessors[d*LoadBits +: LoadBits];
      if (here[d]) successor = successors[d*LoadBits +: LoadBits];
    end
  end

  // The tasks: how many, where the tracked one is, what leaves.

  (* hierconn *) logic \u_pe.u_queue.formal_track ;

  logic [LoadBits-1:0] load_d, load_q, word, word_d, word_q, ahead_d, ahead_q;
  logic                holds, accept, landed, fetch, shift, moving_d, moving_q;
  logic                tracked_d, tracked_q, by_link_d, by_link_q, first;
  logic [TaskBits-1:0] tracked_task_d, tracked_task_q, oldest, task_d, task_q;
  logic                source_valid_d, source_valid_q;
  logic [TaskBits-1:0] source_task_d, source_task_q;

  always_comb begin
    case (Condition)
      3'd0:    holds = load_q > 0;
      3'd1:    holds = load_q > 1;
      3'd2:    holds = load_q > 1 || (load_q == 1 && predecessor > 1);
      3'd3:    holds = load_q > 1 && load_q >= successor;
      3'd4:    holds = (load_q > 1 || (load_q == 1 && predecessor > 1)) && load_q >= successor;
      default: holds = load_q > 0 && load_q >= successor;
    endcase
  end

  assign accept = sink_tvalid_i && sink_tready;
  assign landed = lands && sent_q;
  assign shift  = decides && holds;
  assign fetch  = fetch_i && !decides && load_q != '0 && (!source_valid_q || source_tready_i);
  assign load_d = load_q + LoadBits'(accept) + LoadBits'(landed)
                         - LoadBits'(fetch) - LoadBits'(shift);
  assign first  = tracked_q && ahead_q == '0;
  assign oldest = first ? tracked_task_q : obs_head;

  always_comb begin
    tracked_d      = tracked_q;
    ahead_d        = ahead_q;
    tracked_task_d = tracked_task_q;
    by_link_d      = by_link_q;
    if (fetch || shift) begin
      ahead_d = ahead_q - 1'b1;
      if (first) tracked_d = 1'b0;
    end
    if ((accept || landed) && !tracked_q && \u_pe.u_queue.formal_track ) begin
      tracked_d      = 1'b1;
      ahead_d        = load_q - LoadBits'(fetch || shift);
      tracked_task_d = landed ? sent_task_q : sink_tdata_i;
      by_link_d      = landed;
    end
  end

  assign word           = (position_q == '0) ? load_q : word_q;
  assign word_d         = word;
  assign moving_d       = decides ? shift : moving_q && !lands;
  assign task_d         = shift ? oldest : task_q;
  assign source_valid_d = fetch || (source_valid_q && !source_tready_i);
  assign source_task_d  = fetch ? oldest : source_task_q;

  always_ff @(posedge clk_i) started_q <= 1'b1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      stepped_q      <= 1'b0;
      stopped_q      <= 1'b0;
      dimension_q    <= '0;
      position_q     <= '0;
      heard_q        <= '0;
      sent_q         <= 1'b0;
      sent_task_q    <= '0;
      load_q         <= '0;
      word_q         <= '0;
      moving_q       <= 1'b0;
      task_q         <= '0;
      tracked_q      <= 1'b0;
      ahead_q        <= '0;
      tracked_task_q <= '0;
      by_link_q      <= 1'b0;
      source_valid_q <= 1'b0;
      source_task_q  <= '0;
    end else begin
      stepped_q      <= stepped_q || active;
      stopped_q      <= stopped_q || (stepped_q && !active);
      dimension_q    <= dimension_d;
      position_q     <= position_d;
      heard_q        <= heard_d;
      sent_q         <= sent_d;
      sent_task_q    <= sent_task_d;
      load_q         <= load_d;
      word_q         <= word_d;
      moving_q       <= moving_d;
      task_q         <= task_d;
      tracked_q      <= tracked_d;
      ahead_q        <= ahead_d;
      tracked_task_q <= tracked_task_d;
      by_link_q      <= by_link_d;
      source_valid_q <= source_valid_d;
      source_task_q  <= source_task_d;
    end
  end

  // Cycles from `first` on, up to `last`, that had gone by when `cycle` began.
  function automatic [CountBits-1:0] within(
    input [CountBits-1:0] cycle, input int unsigned first, input int unsigned last
  );
    if (cycle <= CountBits'(first)) within = '0;
    else if (cycle >= CountBits'(last)) within = CountBits'(last - first);
    else within = cycle - CountBits'(first);
  endfunction

  // The lines, by dimension and port.

  logic [Ports*CounterBits-1:0] transfers_base_q, words_base_q, setups_base_q;

  logic [Ports-1:0]          heard_ok, line_ok, quiet_ok, start_ok, end_ok, slot_ok;
  logic [Ports-1:0]          word_busy, word_valid, task_busy, task_valid, setting_up;

  for (genvar d = 0; d < Dimensions; d++) begin : g_dimension
    localparam int unsigned L = 32'(Lanes[d*CountBits +: CountBits]);
    localparam int unsigned C = 32'(CyclesPerBit[d*CountBits +: CountBits]);
    localparam int unsigned S = 32'(Setup[d*CountBits +: CountBits]);
    localparam int unsigned Lambda = 32'(Latency[d*CountBits +: CountBits]);
    localparam int unsigned WordBeats = (LoadBits + L - 1) / L;
    localparam int unsigned TaskBeats = (TaskBits + L - 1) / L;
    localparam int unsigned Decision = Hears ? S + WordBeats * C + Lambda : 0;
    localparam int unsigned TaskCycles = S + TaskBeats * C;
    localparam int unsigned Landing = Decision + TaskCycles + Lambda;
    localparam bit Pair = Radix2[d];
    localparam int unsigned FromPredecessor = Pair ? 2 * d : 2 * d + 1;

    assign here[d]     = active && dimension_q == DimensionBits'(d);
    assign in_words[d] = here[d] && position_q < CountBits'(Decision);
    assign deciding[d] = here[d] && position_q == CountBits'(Decision);
    assign landing[d]  = here[d] && position_q == CountBits'(Landing);
    assign predecessors[d*LoadBits +: LoadBits] = heard_q[FromPredecessor*LoadBits +: LoadBits];
    assign successors[d*LoadBits +: LoadBits] = heard_q[2*d*LoadBits +: LoadBits];

    for (genvar side = 0; side < 2; side++) begin : g_port
      localparam int unsigned P = 2 * d + side;
      localparam bit ToSuccessor = side == 0;
      // A word goes to whoever decides by it, and comes from whom this PE decides by.
      localparam bit SendsWords = Pair ? ToSuccessor && Hears
                                       : (ToSuccessor ? HearsPredecessor : HearsSuccessor);
      localparam bit HearsWords = Pair ? ToSuccessor && Hears
                                       : (ToSuccessor ? HearsSuccessor : HearsPredecessor);

      logic                word_in_busy, word_in_valid, task_in_busy, task_in_valid;
      logic [MaxLanes-1:0] word_line, task_line, word_in_line, task_in_line;
      logic                first_cycle, last_cycle;

      line_law #(
        .Width(LoadBits), .MaxLanes(MaxLanes), .CountBits(CountBits), .Lanes(L), .Cycles(C),
        .Setup(S), .Beats(WordBeats)
      ) u_word_out (
        .present_i(SendsWords && in_words[d]), .age_i(position_q), .message_i(word),
        .busy_o(word_busy[P]), .valid_o(word_valid[P]), .line_o(word_line)
      );
      line_law #(
        .Width(TaskBits), .MaxLanes(MaxLanes), .CountBits(CountBits), .Lanes(L), .Cycles(C),
        .Setup(S), .Beats(TaskBeats)
      ) u_task_out (
        .present_i(ToSuccessor && here[d] && moving_q),
        .age_i(position_q - CountBits'(Decision + 1)), .message_i(task_q),
        .busy_o(task_busy[P]), .valid_o(task_valid[P]), .line_o(task_line)
      );
      line_law #(
        .Width(LoadBits), .MaxLanes(MaxLanes), .CountBits(CountBits), .Lanes(L), .Cycles(C),
        .Setup(S), .Beats(WordBeats)
      ) u_word_in (
        .present_i(HearsWords && in_words[d] && position_q >= CountBits'(Lambda)),
        .age_i(position_q - CountBits'(Lambda)), .message_i(heard_q[P*LoadBits +: LoadBits]),
        .busy_o(word_in_busy), .valid_o(word_in_valid), .line_o(word_in_line)
      );
      line_law #(
        .Width(TaskBits), .MaxLanes(MaxLanes), .CountBits(CountBits), .Lanes(L), .Cycles(C),
        .Setup(S), .Beats(TaskBeats)
      ) u_task_in (
        .present_i(P == FromPredecessor && here[d] && sent_q &&
                   position_q > CountBits'(Decision + Lambda)),
        .age_i(position_q - CountBits'(Decision + 1 + Lambda)), .message_i(sent_task_q),
        .busy_o(task_in_busy), .valid_o(task_in_valid), .line_o(task_in_line)
      );

      assign valid_in[P] = word_in_valid || task_in_valid;
      assign line_in[P*MaxLanes +: MaxLanes] = word_in_line | task_in_line;
      assign setting_up[P] = (word_busy[P] || task_busy[P]) && !word_valid[P] && !task_valid[P];

      assign heard_ok[P] = heard_i[P*LoadBits +: LoadBits] <= LoadBits'(Depth);
      assign line_ok[P]  = valid_out[P] == (word_valid[P] || task_valid[P]) &&
                           line_out[P*MaxLanes +: MaxLanes] == (word_line | task_line);
      assign quiet_ok[P] = here[d] || !valid_out[P];
      assign first_cycle = task_busy[P] && position_q == CountBits'(Decision + 1);
      assign last_cycle  = task_busy[P] && position_q == CountBits'(Decision + TaskCycles);
      assign start_ok[P] = obs_start[P] == first_cycle;
      assign end_ok[P]   = obs_end[P] == last_cycle;

      // Counted since the slot began; whole at its end.
      logic [CountBits-1:0] words_due, transfers_due, setups_due;
      assign words_due = (SendsWords && here[d])
          ? within(position_q, S, S + WordBeats * C) : '0;
      assign transfers_due = (ToSuccessor && here[d] && moving_q)
          ? within(position_q, Decision + 1 + S, Decision + 1 + TaskCycles) : '0;
      assign setups_due = ((SendsWords && here[d]) ? within(position_q, 0, S) : '0) +
          ((ToSuccessor && here[d] && moving_q)
               ? within(position_q, Decision + 1, Decision + 1 + S) : '0);
      assign slot_ok[P] =
          transfer_cycles[P*CounterBits +: CounterBits] ==
              transfers_base_q[P*CounterBits +: CounterBits] + CounterBits'(transfers_due) &&
          word_cycles[P*CounterBits +: CounterBits] ==
              words_base_q[P*CounterBits +: CounterBits] + CounterBits'(words_due) &&
          setup_cycles[P*CounterBits +: CounterBits] ==
              setups_base_q[P*CounterBits +: CounterBits] + CounterBits'(setups_due);
    end
  end

  // The cycle before, for laws over two.

  logic                         may_fill_d, may_fill_q, waits_d, waits_q;
  logic [TaskBits-1:0]          source_tdata_q;
  logic [Ports*CounterBits-1:0] transfers_q, words_q, setups_q;
  logic [Ports-1:0]             transfer_due_q, word_due_q, setup_due_q, count_ok, one_ok;

  assign may_fill_d = fetch_i && !decides;
  assign waits_d    = source_tvalid && !source_tready_i;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      may_fill_q       <= 1'b0;
      waits_q          <= 1'b0;
      source_tdata_q   <= '0;
      transfers_q      <= '0;
      words_q          <= '0;
      setups_q         <= '0;
      transfer_due_q   <= '0;
      word_due_q       <= '0;
      setup_due_q      <= '0;
      transfers_base_q <= '0;
      words_base_q     <= '0;
      setups_base_q    <= '0;
    end else begin
      may_fill_q       <= may_fill_d;
      waits_q          <= waits_d;
      source_tdata_q   <= source_tdata;
      transfers_q      <= transfer_cycles;
      words_q          <= word_cycles;
      setups_q         <= setup_cycles;
      transfer_due_q   <= task_valid;
      word_due_q       <= word_valid;
      setup_due_q      <= setting_up;
      transfers_base_q <= lands ? transfer_cycles : transfers_base_q;
      words_base_q     <= lands ? word_cycles : words_base_q;
      setups_base_q    <= lands ? setup_cycles : setups_base_q;
    end
  end

  for (genvar p = 0; p < Ports; p++) begin : g_count
    logic [CounterBits-1:0] transfers, words, setups;
    assign transfers = transfer_cycles[p*CounterBits +: CounterBits] -
                       transfers_q[p*CounterBits +: CounterBits];
    assign words     = word_cycles[p*CounterBits +: CounterBits] -
                       words_q[p*CounterBits +: CounterBits];
    assign setups    = setup_cycles[p*CounterBits +: CounterBits] -
                       setups_q[p*CounterBits +: CounterBits];
    assign count_ok[p] = transfers == CounterBits'(transfer_due_q[p]) &&
        words == CounterBits'(word_due_q[p]) && setups == CounterBits'(setup_due_q[p]);
    assign one_ok[p] = transfers + words + setups <= CounterBits'(1);
  end

  // The laws

  (* hierconn *) logic \u_pe.start ;
  (* hierconn *) logic \u_pe.busy ;
  (* hierconn *) logic \u_pe.last ;

  always_comb begin
    m_reset: assume (started_q || !rst_ni);
    m_heard: assume (&heard_ok);  // no neighbour announces more than Depth

    // The slot.
    a_cycle:     assert (obs_cycle == position_q);
    a_dimension: assert (obs_dimension == dimension_q);
    if (active) begin
      a_phase_part: assert (obs_part == (decides ? isobar_pkg::PartDecision :
                                         lands ? isobar_pkg::PartLanding :
                                         |in_words ? isobar_pkg::PartWords
                                                   : isobar_pkg::PartTransfer));
    end

    // The decision, for all loads: the own as it is, the neighbours' as they were heard.
    a_decision: assert (obs_shift == shift);

    // Capacity: a full PE shifts, so a landing always finds room, and no word says more than Depth.
    if (decides && load_q == LoadBits'(Depth)) begin
      a_full: assert (obs_shift);
    end
    a_room:     assert (!landed || obs_load < LoadBits'(Depth));
    a_capacity: assert (load_q <= LoadBits'(Depth));
    a_word:     assert (word <= LoadBits'(Depth));

    // No task is lost, doubled or altered: every entry and every exit changes the load by one, the
    // tracked task leaves in its turn, and what it was is what the line and the source show.
    a_load:    assert (obs_load == load_q);
    a_landing: assert (obs_landing == landed);
    if (landed) begin
      a_landed: assert (obs_landed == sent_task_q);
    end
    if (first) begin
      a_oldest: assert (obs_head == tracked_task_q);
    end

    // The lines carry just the word and the task; nothing starts on a busy line.
    a_lines:  assert (&line_ok);
    a_quiet:  assert (&quiet_ok);
    a_starts: assert (&start_ok);
    a_ends:   assert (&end_ok);
    if (active) begin
      a_busy: assert (\u_pe.busy == |(word_busy | task_busy));
      a_idle: assert (!\u_pe.start || !\u_pe.busy || \u_pe.last );
    end

    // Neighbours of this kind are never in error.
    a_error: assert (error == '0);

    // AXI4-Stream. The sink's master need not even obey.
    a_ready: assert (sink_tready == (!lands && load_q < LoadBits'(Depth - 1)));
    a_valid: assert (source_tvalid == source_valid_q);
    if (source_tvalid) begin
      a_data: assert (source_tdata == source_task_q);
    end
    if (waits_q) begin
      a_stable: assert (source_tvalid && source_tdata == source_tdata_q);
    end
    if (source_tvalid && !waits_q) begin
      a_fetched: assert (may_fill_q);
    end

    // The counters: every busy cycle in just one of them.
    a_count: assert (&count_ok);
    a_one:   assert (&one_ok);
    a_slot:  assert (&slot_ok);
  end

  always_comb begin
    c_full_landing: cover (landed && load_q == LoadBits'(Depth - 1));
    c_full_shift:   cover (shift && load_q == LoadBits'(Depth));
    c_stay:         cover (decides && !shift && (load_q != '0 || Condition == 0));
    c_relay:        cover (shift && first && by_link_q && tracked_task_q != '0);
    c_sink_to_link: cover (shift && first && !by_link_q);
    c_executed:     cover (fetch && first && by_link_q);
    c_sink_to_source: cover (fetch && first && !by_link_q);
    c_wait:         cover (waits_q && source_tdata != '0);
    c_refill:       cover (fetch && source_tvalid);
    c_not_landing:  cover (sink_tvalid_i && lands && load_q == '0);
    c_not_full:     cover (sink_tvalid_i && !lands && !sink_tready);
    c_last_dimension: cover (landed && moving_q && dimension_q == DimensionBits'(Dimensions - 1));
    c_transfers:    cover (lands && transfer_cycles[(Ports-2)*CounterBits +: CounterBits] != '0);
    c_words:        cover (lands && (!Hears || word_cycles != '0));
    c_again:        cover (stopped_q && landed && moving_q);
    c_setups:       cover (lands && moving_q && (Setup == '0 || setup_cycles != '0));
  end

  // For induction: what holds at each position, and what the registers inside hold.

  (* hierconn *) logic [SlotBits-1:0]  \u_pe.u_serializer.beats_q ;
  (* hierconn *) logic [SlotBits-1:0]  \u_pe.u_serializer.setup_q ;
  (* hierconn *) logic [SlotBits-1:0]  \u_pe.u_serializer.hold_q ;
  (* hierconn *) logic [Width-1:0]     \u_pe.u_serializer.shift_q ;
  (* hierconn *) logic [SlotBits-1:0]  \u_pe.u_predecessor.beat_q ;
  (* hierconn *) logic [SlotBits-1:0]  \u_pe.u_predecessor.hold_q ;
  (* hierconn *) logic [SlotBits-1:0]  \u_pe.u_predecessor.place_q ;
  (* hierconn *) logic [Width-1:0]     \u_pe.u_predecessor.message_q ;
  (* hierconn *) logic [SlotBits-1:0]  \u_pe.u_successor.beat_q ;
  (* hierconn *) logic [SlotBits-1:0]  \u_pe.u_successor.hold_q ;
  (* hierconn *) logic [SlotBits-1:0]  \u_pe.u_successor.place_q ;
  (* hierconn *) logic [LoadBits-1:0]  \u_pe.u_successor.message_q ;
  (* hierconn *) logic                 \u_pe.u_errors.predecessor_came_q ;
  (* hierconn *) logic                 \u_pe.u_errors.successor_came_q ;
  (* hierconn *) logic                 \u_pe.u_queue.tracked_q ;
  (* hierconn *) logic [LoadBits-1:0]  \u_pe.u_queue.ahead_q ;
  (* hierconn *) logic [TaskBits-1:0]  \u_pe.u_queue.task_q ;

  logic [Dimensions-1:0] position_ok, place_ok;
  logic [Ports-1:0]      known_ok;

  for (genvar d = 0; d < Dimensions; d++) begin : g_induction
    localparam int unsigned L = 32'(Lanes[d*CountBits +: CountBits]);
    localparam int unsigned C = 32'(CyclesPerBit[d*CountBits +: CountBits]);
    localparam int unsigned S = 32'(Setup[d*CountBits +: CountBits]);
    localparam int unsigned Lambda = 32'(Latency[d*CountBits +: CountBits]);
    localparam int unsigned WordBeats = (LoadBits + L - 1) / L;
    localparam int unsigned TaskBeats = (TaskBits + L - 1) / L;
    localparam int unsigned Decision = Hears ? S + WordBeats * C + Lambda : 0;
    localparam int unsigned Landing = Decision + S + TaskBeats * C + Lambda;
    localparam bit Pair = Radix2[d];
    localparam bit HearsWords = HearsPredecessor || (Pair && Hears);

    logic                 now, early, word_there, task_there;
    logic [CountBits-1:0] since_decision;

    assign now            = dimension_q == DimensionBits'(d);
    assign early          = position_q <= CountBits'(Decision);
    assign since_decision = position_q - CountBits'(Decision + 1);
    assign word_there     = active && early && position_q >= CountBits'(Lambda);
    assign task_there     = sent_q && !early && since_decision >= CountBits'(Lambda);

    assign position_ok[d] = !now || position_q <= CountBits'(Landing);
    assign place_ok[d]    = !now || !early || (!moving_q && !sent_q);
    assign known_ok[2*d +: 2] =
        {heard_q[(2*d+1)*LoadBits +: LoadBits] <= LoadBits'(Depth),
         heard_q[2*d*LoadBits +: LoadBits] <= LoadBits'(Depth)};

    serializer_state #(
      .Width(Width), .CountBits(CountBits), .Lanes(L), .Cycles(C), .Setup(S)
    ) u_serializer (
      .check_i(now), .present_i(early ? position_q != CountBits'(Decision) : moving_q),
      .age_i(early ? position_q : since_decision),
      .message_beats_i(early ? CountBits'(WordBeats) : CountBits'(TaskBeats)),
      .message_i(early ? Width'(word) : Width'(task_q)),
      .beats_i(CountBits'(\u_pe.u_serializer.beats_q )),
      .setup_i(CountBits'(\u_pe.u_serializer.setup_q )),
      .hold_i(CountBits'(\u_pe.u_serializer.hold_q )), .shift_i(\u_pe.u_serializer.shift_q )
    );

    deserializer_state #(
      .Width(Width), .CountBits(CountBits), .Lanes(L), .Cycles(C), .Setup(S)
    ) u_predecessor (
      .check_i(now), .present_i(early ? HearsWords && word_there : task_there),
      .age_i(early ? position_q - CountBits'(Lambda) : since_decision - CountBits'(Lambda)),
      .message_beats_i(early ? CountBits'(WordBeats) : CountBits'(TaskBeats)),
      .message_i(early ? Width'(predecessors[d*LoadBits +: LoadBits]) : Width'(sent_task_q)),
      .beat_i(CountBits'(\u_pe.u_predecessor.beat_q )),
      .hold_i(CountBits'(\u_pe.u_predecessor.hold_q )),
      .place_i(CountBits'(\u_pe.u_predecessor.place_q )), .held_i(\u_pe.u_predecessor.message_q )
    );

    deserializer_state #(
      .Width(LoadBits), .CountBits(CountBits), .Lanes(L), .Cycles(C), .Setup(S)
    ) u_successor (
      .check_i(now), .present_i(HearsSuccessor && word_there),
      .age_i(position_q - CountBits'(Lambda)), .message_beats_i(CountBits'(WordBeats)),
      .message_i(successors[d*LoadBits +: LoadBits]),
      .beat_i(CountBits'(\u_pe.u_successor.beat_q )),
      .hold_i(CountBits'(\u_pe.u_successor.hold_q )),
      .place_i(CountBits'(\u_pe.u_successor.place_q )), .held_i(\u_pe.u_successor.message_q )
    );
  end

  // A word has come in the cycle before the decision, and in no other.
  logic after_words;

  assign after_words = Hears && decides;

  always_comb begin
    i_came: assert (\u_pe.u_errors.predecessor_came_q == (HearsPredecessor && after_words) &&
                    \u_pe.u_errors.successor_came_q == (HearsSuccessor && after_words));
    i_position:  assert (&position_ok);
    i_dimension: assert (dimension_q <= DimensionBits'(Dimensions - 1));
    i_stepped:   assert (stepped_q || (position_q == '0 && dimension_q == '0));
    i_place:     assert (&place_ok);
    i_known:     assert (&known_ok);
    i_last_place: assert (|in_words || decides || !active || load_q < LoadBits'(Depth));
    i_tracked:   assert (\u_pe.u_queue.tracked_q == tracked_q);
    if (tracked_q) begin
      i_inside: assert (ahead_q < load_q);
      i_ahead: assert (\u_pe.u_queue.ahead_q == ahead_q);
      i_task:  assert (\u_pe.u_queue.task_q == tracked_task_q);
    end
  end

endmodule
