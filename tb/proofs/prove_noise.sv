// SPDX-License-Identifier: Apache-2.0
`include "isobar_parameters.svh"

// A PE whose links may carry anything in any cycle: what a broken neighbour or line can do to it.
// Its time, its queue and its streams are as ever; what came wrong is said, and forgotten with the
// message that it came in the place of.
//
// m_ assumptions, a_ laws, i_ what only induction needs, c_ covers.
module prove_noise #(
  parameter int unsigned Dimensions = 1,
  parameter bit [Dimensions-1:0] Radix2 = '0,
  `ISOBAR_PARAMETERS(16),
  localparam int unsigned DimensionBits = (Dimensions > 1) ? $clog2(Dimensions) : 1
) (
  input logic clk_i,
  input logic rst_ni,
  input logic run_i,
  input logic [2*Dimensions-1:0]          valid_i,
  input logic [2*Dimensions*MaxLanes-1:0] line_i,
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

  logic [Ports-1:0]             valid_out;
  logic [Ports*MaxLanes-1:0]    line_out;
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
    .valid_o(valid_out), .line_o(line_out), .valid_i, .line_i,
    .sink_tvalid_i, .sink_tready_o(sink_tready), .sink_tdata_i,
    .fetch_i, .source_tvalid_o(source_tvalid), .source_tready_i, .source_tdata_o(source_tdata),
    .transfer_cycles_o(transfer_cycles), .word_cycles_o(word_cycles),
    .setup_cycles_o(setup_cycles), .error_o(error),
    .obs_dimension_o(obs_dimension), .obs_cycle_o(obs_cycle), .obs_part_o(obs_part),
    .obs_load_o(obs_load), .obs_shift_o(obs_shift), .obs_head_o(obs_head),
    .obs_transfer_start_o(obs_start), .obs_transfer_end_o(obs_end),
    .obs_landing_o(obs_landing), .obs_landed_o(obs_landed)
  );

  // Time, as ever.

  logic [DimensionBits-1:0] dimension_d, dimension_q;
  logic [CountBits-1:0]     position_d, position_q;
  logic [Dimensions-1:0]    here, deciding, landing, in_words, position_ok;
  logic                     active, decides, lands, words;
  logic                     started_q = 1'b0;

  assign active  = run_i || dimension_q != '0 || position_q != '0;
  assign decides = |deciding;
  assign lands   = |landing;
  assign words   = |in_words;

  always_comb begin
    dimension_d = dimension_q;
    position_d  = position_q + 1'b1;
    if (lands) begin
      dimension_d = (dimension_q == DimensionBits'(Dimensions - 1)) ? '0 : dimension_q + 1'b1;
      position_d  = '0;
    end
    if (!active) position_d = '0;
  end

  // What came in since the slot began or, after the decision, since then: cycles with bits, how many
  // of them make a message, and whether one of them was the last of a message.

  logic [CountBits-1:0] pred_d, pred_q, succ_d, succ_q, word_whole, task_whole;
  logic                 from_pred, from_succ, word_ends_pred, word_ends_succ, task_ends;
  logic [Dimensions-1:0] valid_pred, valid_succ;
  logic [Dimensions*CountBits-1:0] word_wholes, task_wholes;

  for (genvar d = 0; d < Dimensions; d++) begin : g_dimension
    localparam int unsigned L = 32'(Lanes[d*CountBits +: CountBits]);
    localparam int unsigned C = 32'(CyclesPerBit[d*CountBits +: CountBits]);
    localparam int unsigned S = 32'(Setup[d*CountBits +: CountBits]);
    localparam int unsigned Lambda = 32'(Latency[d*CountBits +: CountBits]);
    localparam int unsigned WordCycles = (LoadBits + L - 1) / L * C;
    localparam int unsigned TaskCycles = (TaskBits + L - 1) / L * C;
    localparam int unsigned Decision = Hears ? S + WordCycles + Lambda : 0;
    localparam int unsigned Landing = Decision + S + TaskCycles + Lambda;

    assign here[d]     = active && dimension_q == DimensionBits'(d);
    assign in_words[d] = here[d] && position_q < CountBits'(Decision);
    assign deciding[d] = here[d] && position_q == CountBits'(Decision);
    assign landing[d]  = here[d] && position_q == CountBits'(Landing);
    assign valid_pred[d] = here[d] && valid_i[Radix2[d] ? 2 * d : 2 * d + 1];
    assign valid_succ[d] = here[d] && valid_i[2*d];
    assign word_wholes[d*CountBits +: CountBits] = here[d] ? CountBits'(WordCycles) : '0;
    assign task_wholes[d*CountBits +: CountBits] = here[d] ? CountBits'(TaskCycles) : '0;
    assign position_ok[d] = dimension_q != DimensionBits'(d) || position_q <= CountBits'(Landing);
  end

  always_comb begin
    word_whole = '0;
    task_whole = '0;
    for (int unsigned d = 0; d < Dimensions; d++) begin
      word_whole = word_whole | word_wholes[d*CountBits +: CountBits];
      task_whole = task_whole | task_wholes[d*CountBits +: CountBits];
    end
  end

  assign from_pred      = |valid_pred;
  assign from_succ      = |valid_succ;
  assign word_ends_pred = words && from_pred && pred_q + 1'b1 == word_whole;
  assign word_ends_succ = words && from_succ && succ_q + 1'b1 == word_whole;
  assign task_ends      = !words && !decides && from_pred && pred_q + 1'b1 == task_whole;

  assign pred_d = (!active || decides || lands || word_ends_pred || task_ends) ? '0
                                                                : pred_q + CountBits'(from_pred);
  assign succ_d = (!active || !words || word_ends_succ) ? '0 : succ_q + CountBits'(from_succ);

  // The errors, one by one.

  logic                 came_pred_d, came_pred_q, came_succ_d, came_succ_q;
  logic [LoadBits-1:0]  load_d, load_q, heard_pred, heard_succ;
  logic                 wrong_pred, wrong_succ, bad_word, bad_task, full, lost, landed;
  logic [isobar_pkg::ErrorBits-1:0] error_d, error_q;

  (* hierconn *) logic [Width-1:0]    \u_pe.predecessor_held ;
  (* hierconn *) logic [LoadBits-1:0] \u_pe.successor_held ;

  assign came_pred_d = HearsPredecessor && word_ends_pred;
  assign came_succ_d = HearsSuccessor && word_ends_succ;
  assign heard_pred  = LoadBits'(\u_pe.predecessor_held );
  assign heard_succ  = \u_pe.successor_held ;
  assign wrong_pred  = HearsPredecessor && ((words && came_pred_q) ||
      (decides && (!came_pred_q || heard_pred > LoadBits'(Depth))));
  assign wrong_succ  = HearsSuccessor && ((words && came_succ_q) ||
      (decides && (!came_succ_q || heard_succ > LoadBits'(Depth))));
  assign bad_word = wrong_pred || wrong_succ;
  assign bad_task = (task_ends && !lands) || (lands && !task_ends && (from_pred || pred_q != '0));
  assign full     = load_q == LoadBits'(Depth);
  assign lost     = lands && task_ends && full;
  assign landed   = lands && task_ends && !full;

  always_comb begin
    error_d = error_q;
    if (bad_word) error_d[isobar_pkg::ErrorWord] = 1'b1;
    if (bad_task) error_d[isobar_pkg::ErrorTask] = 1'b1;
    if (lost) error_d[isobar_pkg::ErrorFull] = 1'b1;
  end

  logic accept, fetch;

  assign accept = sink_tvalid_i && sink_tready;
  assign fetch  = fetch_i && !decides && load_q != '0 && (!source_tvalid || source_tready_i);
  assign load_d = load_q + LoadBits'(accept) + LoadBits'(landed)
                         - LoadBits'(fetch) - LoadBits'(obs_shift);

  // The cycle before, for laws over two.

  logic                waits_d, waits_q, may_fill_d, may_fill_q;
  logic [TaskBits-1:0] source_tdata_q;

  assign waits_d    = source_tvalid && !source_tready_i;
  assign may_fill_d = fetch_i && !decides;

  always_ff @(posedge clk_i) started_q <= 1'b1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      dimension_q    <= '0;
      position_q     <= '0;
      pred_q         <= '0;
      succ_q         <= '0;
      came_pred_q    <= 1'b0;
      came_succ_q    <= 1'b0;
      load_q         <= '0;
      error_q        <= '0;
      waits_q        <= 1'b0;
      may_fill_q     <= 1'b0;
      source_tdata_q <= '0;
    end else begin
      dimension_q    <= dimension_d;
      position_q     <= position_d;
      pred_q         <= pred_d;
      succ_q         <= succ_d;
      came_pred_q    <= came_pred_d;
      came_succ_q    <= came_succ_d;
      load_q         <= load_d;
      error_q        <= error_d;
      waits_q        <= waits_d;
      may_fill_q     <= may_fill_d;
      source_tdata_q <= source_tdata;
    end
  end

  always_comb begin
    m_reset: assume (started_q || !rst_ni);

    // No line moves the slot.
    a_position: assert (obs_cycle == position_q && obs_dimension == dimension_q);

    // A task is written in the landing cycle, if all of one came between decision and landing and
    // none ended before; never into a full queue. Nothing else changes the load but the streams and
    // the shift.
    a_landing:  assert (obs_landing == landed);
    a_load:     assert (obs_load == load_q);
    a_capacity: assert (load_q <= LoadBits'(Depth));
    if (obs_shift) begin
      a_shift:  assert (decides && load_q != '0);
    end

    // What came wrong is said from the next cycle until the reset, and what came right is not.
    a_error: assert (error == error_q);

    // AXI4-Stream, source.
    if (waits_q) begin
      a_stable: assert (source_tvalid && source_tdata == source_tdata_q);
    end
    if (source_tvalid && !waits_q) begin
      a_fetched: assert (may_fill_q);
    end

    c_landed: cover (landed && error_q == '0 && obs_landed != '0);
    c_word:   cover (error_q[isobar_pkg::ErrorWord] || !Hears);
    c_task:   cover (error_q[isobar_pkg::ErrorTask]);
    if (HearsSuccessor) begin
      c_full: cover (error_q[isobar_pkg::ErrorFull]);
    end
    c_after:  cover (landed && error_q[isobar_pkg::ErrorTask]);  // the link goes on after an error
  end

  // For induction, and a law of its own: when a slot begins, and after the decision, the
  // deserializers are as after the reset, whatever came before.

  (* hierconn *) logic [SlotBits-1:0] \u_pe.u_predecessor.beat_q ;
  (* hierconn *) logic [SlotBits-1:0] \u_pe.u_predecessor.hold_q ;
  (* hierconn *) logic [SlotBits-1:0] \u_pe.u_predecessor.place_q ;
  (* hierconn *) logic [SlotBits-1:0] \u_pe.u_successor.beat_q ;
  (* hierconn *) logic [SlotBits-1:0] \u_pe.u_successor.hold_q ;
  (* hierconn *) logic [SlotBits-1:0] \u_pe.u_successor.place_q ;
  (* hierconn *) logic \u_pe.u_errors.predecessor_came_q ;
  (* hierconn *) logic \u_pe.u_errors.successor_came_q ;

  logic [Dimensions-1:0] begins, pred_ok, succ_ok;

  for (genvar d = 0; d < Dimensions; d++) begin : g_induction
    localparam int unsigned L = 32'(Lanes[d*CountBits +: CountBits]);
    localparam int unsigned C = 32'(CyclesPerBit[d*CountBits +: CountBits]);
    localparam int unsigned Extra = 32'(Setup[d*CountBits +: CountBits]) +
                                    32'(Latency[d*CountBits +: CountBits]);
    localparam int unsigned WordBeats = (LoadBits + L - 1) / L;
    localparam int unsigned TaskBeats = (TaskBits + L - 1) / L;
    localparam int unsigned Decision = Hears ? WordBeats * C + Extra : 0;

    logic now, early;

    assign now       = dimension_q == DimensionBits'(d);
    assign early     = position_q <= CountBits'(Decision);
    assign begins[d] = now && (position_q == '0 || position_q == CountBits'(Decision + 1));
    assign pred_ok[d] = !now ||
        (CountBits'(\u_pe.u_predecessor.beat_q ) == pred_q / CountBits'(C) &&
         CountBits'(\u_pe.u_predecessor.hold_q ) == pred_q % CountBits'(C) &&
         CountBits'(\u_pe.u_predecessor.place_q ) == pred_q / CountBits'(C) * CountBits'(L) &&
         pred_q < CountBits'((early ? WordBeats : TaskBeats) * C));
    assign succ_ok[d] = !now ||
        (HearsSuccessor && early
             ? CountBits'(\u_pe.u_successor.beat_q ) == succ_q / CountBits'(C) &&
               CountBits'(\u_pe.u_successor.hold_q ) == succ_q % CountBits'(C) &&
               CountBits'(\u_pe.u_successor.place_q ) == succ_q / CountBits'(C) * CountBits'(L) &&
               succ_q < CountBits'(WordBeats * C)
             : \u_pe.u_successor.beat_q == '0 && \u_pe.u_successor.hold_q == '0 &&
               \u_pe.u_successor.place_q == '0);
  end

  always_comb begin
    if (|begins) begin
      a_fresh: assert (\u_pe.u_predecessor.beat_q == '0 && \u_pe.u_predecessor.hold_q == '0 &&
                       \u_pe.u_predecessor.place_q == '0 && \u_pe.u_successor.beat_q == '0 &&
                       \u_pe.u_successor.hold_q == '0 && \u_pe.u_successor.place_q == '0);
    end
    i_position:  assert (&position_ok);
    i_dimension: assert (dimension_q <= DimensionBits'(Dimensions - 1));
    i_pred:      assert (&pred_ok);
    i_succ:      assert (&succ_ok);
    i_begins:    assert (!(|begins) || (pred_q == '0 && succ_q == '0));
    i_last_place: assert (HearsSuccessor || words || decides || !active ||
                          load_q < LoadBits'(Depth));
    i_none_came: assert (position_q != '0 || (!came_pred_q && !came_succ_q));
    i_came:      assert (\u_pe.u_errors.predecessor_came_q == came_pred_q &&
                         \u_pe.u_errors.successor_came_q == came_succ_q);
  end

endmodule
