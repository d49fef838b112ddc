// SPDX-License-Identifier: Apache-2.0
`include "isobar_parameters.svh"

// A PE of dimension exchange anywhere in a spanning tree, whose links may carry anything in any cycle,
// but for one status word: its parent's comes once a phase and after its own, as the parent tells its
// children only what all of them have told it. Phases end by words. So the queue, the loads and the
// streams are proved for broken neighbours and lines, too.
//
// m_ assumptions, a_ laws, i_ what only induction needs, c_ covers.
module prove_exchange #(
  parameter int unsigned Dimensions = 1,
  `ISOBAR_EXCHANGE_PARAMETERS(4),
  localparam int unsigned DimensionBits = (Dimensions > 1) ? $clog2(Dimensions) : 1
) (
  input logic clk_i,
  input logic rst_ni,
  input logic run_i,
  input logic [Dimensions-1:0]          valid_i,
  input logic [Dimensions*MaxLanes-1:0] line_i,
  input logic                sink_tvalid_i,
  input logic [TaskBits-1:0] sink_tdata_i,
  input logic                fetch_i,
  input logic                source_tready_i
);

  (* anyconst *) logic [Dimensions-1:0] parent, children;
  (* anyconst *) logic [CountBits-1:0]  wait_cycles;

  logic [Dimensions-1:0]          valid_out, obs_start, obs_end;
  logic [Dimensions*MaxLanes-1:0] line_out;
  logic                           sink_tready, source_tvalid, obs_landing, obs_ends;
  logic [TaskBits-1:0]            source_tdata, obs_head, obs_landed;
  logic [Dimensions*CounterBits-1:0] transfer_cycles, word_cycles, setup_cycles;
  logic [DimensionBits-1:0]       obs_dimension;
  logic [CountBits-1:0]           obs_cycle;
  logic [1:0]                     obs_part;
  logic [LoadBits-1:0]            obs_load, obs_shift;
  logic [isobar_pkg::ErrorBits-1:0] error;

  isobar_exchange_pe #(
    .Dimensions(Dimensions), `ISOBAR_PASS_EXCHANGE_PARAMETERS
  ) u_pe (
    .clk_i, .rst_ni, .run_i, .parent_i(parent), .children_i(children), .wait_i(wait_cycles),
    .valid_o(valid_out), .line_o(line_out), .valid_i, .line_i,
    .sink_tvalid_i, .sink_tready_o(sink_tready), .sink_tdata_i,
    .fetch_i, .source_tvalid_o(source_tvalid), .source_tready_i, .source_tdata_o(source_tdata),
    .transfer_cycles_o(transfer_cycles), .word_cycles_o(word_cycles),
    .setup_cycles_o(setup_cycles), .error_o(error),
    .obs_dimension_o(obs_dimension), .obs_cycle_o(obs_cycle), .obs_part_o(obs_part),
    .obs_ends_o(obs_ends), .obs_load_o(obs_load), .obs_shift_o(obs_shift), .obs_head_o(obs_head),
    .obs_transfer_start_o(obs_start), .obs_transfer_end_o(obs_end),
    .obs_landing_o(obs_landing), .obs_landed_o(obs_landed)
  );

  (* hierconn *) logic [Dimensions-1:0] \u_pe.g_words.u_phase_words.told ;
  (* hierconn *) logic \u_pe.g_words.u_phase_words.u_phase_end.all_q ;
  (* hierconn *) logic [Dimensions-1:0] \u_pe.status_valid ;
  (* hierconn *) logic \u_pe.u_sequencer.waiting ;
  (* hierconn *) logic \u_pe.takes ;
  (* hierconn *) logic \u_pe.active ;

  logic words, decides, transfers, accept, fetch, takes, active;

  assign active    = \u_pe.active ;
  assign words     = obs_part == isobar_pkg::PartWords;
  assign decides   = obs_part == isobar_pkg::PartDecision;
  assign transfers = obs_part == isobar_pkg::PartTransfer;
  assign takes     = \u_pe.takes ;
  assign accept    = sink_tvalid_i && sink_tready;
  assign fetch     = fetch_i && !active && load_q != '0 && (!source_tvalid || source_tready_i);

  // All that comes and goes; and the tasks of a transfer that are still to go.

  logic [LoadBits-1:0] load_d, load_q, left_d, left_q;
  logic                waits_d, waits_q, may_fill_d, may_fill_q;
  logic [TaskBits-1:0] source_tdata_q;
  logic [isobar_pkg::ErrorBits-1:0] error_q;
  logic                started_q = 1'b0;

  assign load_d = load_q + LoadBits'(accept) + LoadBits'(obs_landing)
                         - LoadBits'(fetch) - LoadBits'(takes);
  assign left_d = decides ? obs_shift - LoadBits'(obs_shift != '0) : left_q - LoadBits'(takes);
  assign waits_d    = source_tvalid && !source_tready_i;
  assign may_fill_d = fetch_i && !active;

  always_ff @(posedge clk_i) started_q <= 1'b1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      load_q         <= '0;
      left_q         <= '0;
      waits_q        <= 1'b0;
      may_fill_q     <= 1'b0;
      source_tdata_q <= '0;
      error_q        <= '0;
    end else begin
      load_q         <= load_d;
      left_q         <= left_d;
      waits_q        <= waits_d;
      may_fill_q     <= may_fill_d;
      source_tdata_q <= source_tdata;
      error_q        <= error;
    end
  end

  always_comb begin
    m_reset:  assume (started_q || !rst_ni);
    m_parent: assume ((\u_pe.g_words.u_phase_words.told & parent) == '0 ||
                      (\u_pe.g_words.u_phase_words.u_phase_end.all_q && !\u_pe.u_sequencer.waiting ));
    m_place:  assume ((parent & children) == '0 && (parent & (parent - 1'b1)) == '0 &&
                      (parent | children) != '0);

    // The load counts every entry and exit, and never passes 0 or Depth.
    a_load:     assert (obs_load == load_q);
    a_capacity: assert (load_q <= LoadBits'(Depth));
    // No task is written that is not there as a whole, none into a full queue, none but in transfers.
    if (obs_landing) begin
      a_landing: assert (transfers && load_q < LoadBits'(Depth));
    end
    // It gives no more than half of what it has, in the decision; so many tasks leave, not one more, and
    // a phase ends when they have gone.
    a_shift:    assert (obs_shift == '0 || (decides && obs_shift <= load_q / 2));
    a_takes:    assert (!takes || (decides && obs_shift != '0) || (transfers && left_q != '0));
    if (obs_end != '0 || obs_ends) begin
      a_all:    assert (left_q == '0);
    end
    // The streams are served between steps alone, by AXI4-Stream's rules.
    if (active) begin
      a_closed: assert (!sink_tready);
    end
    if (waits_q) begin
      a_stable: assert (source_tvalid && source_tdata == source_tdata_q);
    end
    if (source_tvalid && !waits_q) begin
      a_fetched: assert (may_fill_q);
    end
    // Between steps there is nothing on its lines but what it has yet to tell its children.
    if (!active) begin
      a_silent: assert ((valid_out & ~\u_pe.status_valid ) == '0);
    end
    // What is said of errors is said until the reset.
    a_error:    assert ((error_q & ~error) == '0);

    c_landed: cover (obs_landing && error == '0);
    c_several: cover (takes && transfers);
    c_full:   cover (error[isobar_pkg::ErrorFull]);
    c_again:  cover (!active && error == '0 && transfer_cycles != '0);
  end

  // For induction: what the serializer holds of a word, cycle by cycle, so that it is idle when tasks may
  // go; and that whoever has told that its transfer has landed has none.

  localparam int unsigned Width = (TaskBits > LoadBits) ? TaskBits : LoadBits;

  // As isobar_exchange_pe has it.
  function automatic int unsigned beat_bits();
    int unsigned most;
    most = (Width > MaxLanes) ? Width : MaxLanes;
    for (int unsigned d = 0; d < Dimensions; d++) begin
      if (32'(Setup[d*CountBits +: CountBits]) > most) most = 32'(Setup[d*CountBits +: CountBits]);
      if (32'(CyclesPerBit[d*CountBits +: CountBits]) > most) begin
        most = 32'(CyclesPerBit[d*CountBits +: CountBits]);
      end
    end
    beat_bits = $clog2(most + 1);
  endfunction
  localparam int unsigned BeatBits  = beat_bits();
  localparam int unsigned LeftBits  = $clog2(Depth / 2 + 1);

  (* hierconn *) logic [BeatBits-1:0] \u_pe.u_serializer.beats_q ;
  (* hierconn *) logic [BeatBits-1:0] \u_pe.u_serializer.setup_q ;
  (* hierconn *) logic [BeatBits-1:0] \u_pe.u_serializer.hold_q ;
  (* hierconn *) logic [LeftBits-1:0] \u_pe.left_q ;
  (* hierconn *) logic \u_pe.awaits_q ;
  (* hierconn *) logic \u_pe.u_sequencer.on_its_way ;
  (* hierconn *) logic \u_pe.g_words.u_phase_words.u_phase_end.own_q ;
  (* hierconn *) logic [Dimensions-1:0] \u_pe.g_words.u_phase_words.u_phase_end.told_q ;

  logic [Dimensions-1:0] word_ok, idle_ok, task_ok, cycle_ok;
  logic [Dimensions-1:0] told;
  logic                  busy, own, all, on_its_way, waiting;

  assign busy       = \u_pe.u_serializer.beats_q != '0;
  assign own        = \u_pe.g_words.u_phase_words.u_phase_end.own_q ;
  assign all        = \u_pe.g_words.u_phase_words.u_phase_end.all_q ;
  assign told       = \u_pe.g_words.u_phase_words.u_phase_end.told_q ;
  assign on_its_way = \u_pe.u_sequencer.on_its_way ;
  assign waiting    = \u_pe.u_sequencer.waiting ;

  for (genvar d = 0; d < Dimensions; d++) begin : g_dimension
    localparam int unsigned L = 32'(Lanes[d*CountBits +: CountBits]);
    localparam int unsigned C = 32'(CyclesPerBit[d*CountBits +: CountBits]);
    localparam int unsigned S = 32'(Setup[d*CountBits +: CountBits]);
    localparam int unsigned Lambda = 32'(Latency[d*CountBits +: CountBits]);
    localparam int unsigned WordBeats = (LoadBits + L - 1) / L;
    localparam int unsigned TaskBeats = TaskBits / L;

    logic                 here;
    logic [CountBits-1:0] age, beats, setup, hold;

    assign here  = obs_dimension == DimensionBits'(d);
    assign age   = (obs_cycle < CountBits'(S)) ? '0 : obs_cycle - CountBits'(S);
    assign beats = CountBits'(\u_pe.u_serializer.beats_q );
    assign setup = CountBits'(\u_pe.u_serializer.setup_q );
    assign hold  = CountBits'(\u_pe.u_serializer.hold_q );
    assign word_ok[d] = !here ||
        (setup == (obs_cycle < CountBits'(S) ? CountBits'(S) - obs_cycle : '0) &&
         (age < CountBits'(WordBeats * C)
              ? beats == CountBits'(WordBeats) - age / CountBits'(C) && hold == age % CountBits'(C)
              : beats == '0 && hold == '0));
    assign task_ok[d] = !here ||
        (beats <= CountBits'(TaskBeats) && hold < CountBits'(C) && setup <= CountBits'(S) &&
         (beats != '0 || (setup == '0 && hold == '0)));
    assign cycle_ok[d] = !here ||
        ((!words || obs_cycle < CountBits'(S + WordBeats * C + Lambda)) &&
         (!on_its_way || obs_cycle < CountBits'(Lambda)));
    assign idle_ok[d] = !here || (beats == '0 && setup == '0 && hold == '0);
  end

  always_comb begin
    i_dimension: assert (obs_dimension <= DimensionBits'(Dimensions - 1));
    i_part:      assert (words || decides || transfers);
    i_cycle:     assert (&cycle_ok);
    i_counts:    assert (words || on_its_way || waiting || obs_cycle == '0);
    i_word:      assert (!words || &word_ok);
    i_idle:      assert (!decides || &idle_ok);
    i_tasks:     assert (!transfers || &task_ok);
    i_left:      assert (transfers && busy ? LoadBits'(\u_pe.left_q ) == left_q && left_q <= load_q
                                           : left_q == '0);
    i_on_its_way: assert (!on_its_way || (transfers && !busy));
    i_own:       assert (!own || (transfers && !busy && !on_its_way));
    i_all:       assert (!all || (own && (children & ~told) == '0));
    i_waiting:   assert (!waiting || all);
    i_told:      assert (transfers || told == '0);
    i_awaits:    assert (transfers || !\u_pe.awaits_q );
    i_parent_told: assert (!waiting || wait_cycles != '0);
  end

endmodule
