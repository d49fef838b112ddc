// SPDX-License-Identifier: Apache-2.0
// Serializer, link and deserializer in a row: every message, of either of two sizes and started as
// soon as the serializer allows or later, is complete exactly N + Latency - 1 cycles after its
// first cycle, unaltered, and nothing else is.
module prove_message #(
  parameter int unsigned TaskBits  = 8,
  parameter int unsigned WordBits  = 3,
  parameter int unsigned MaxLanes  = 1,
  parameter int unsigned CountBits = 8,
  parameter int unsigned Lanes     = 1,
  parameter int unsigned Cycles    = 1,
  parameter int unsigned Setup     = 0,
  parameter int unsigned Latency   = 1
) (
  input logic                clk_i,
  input logic                rst_ni,
  input logic                wish_i,  // to start a message
  input logic                task_i,  // of the larger size
  input logic [TaskBits-1:0] data_i
);

  localparam int unsigned TaskBeats = (TaskBits + Lanes - 1) / Lanes;
  localparam int unsigned WordBeats = (WordBits + Lanes - 1) / Lanes;
  localparam bit [MaxLanes-1:0] Mask = {MaxLanes{1'b1}} >> (MaxLanes - Lanes);

  // The message under way, as a row of Latency + 1: lowest as it is sent, above it as it was 1, 2,
  // ... cycles earlier, highest as it comes in.
  logic [Latency:0]               present_d, present_q, task_d, task_q, last, sent_busy, sent_valid;
  logic [(Latency+1)*CountBits-1:0] age_d, age_q;
  logic [(Latency+1)*TaskBits-1:0]  message_d, message_q;
  logic [(Latency+1)*MaxLanes-1:0]  sent_line;

  logic                 start, busy, valid, near_last, far_valid, complete, partial;
  logic [MaxLanes-1:0]  line, far_line;
  logic [TaskBits-1:0]  data, message, held, far_message;
  logic [CountBits-1:0] far_beats;

  assign data      = task_i ? data_i : TaskBits'(data_i[WordBits-1:0]);
  assign start     = wish_i && (!present_q[0] || last[0]);
  assign present_d = {present_q[Latency-1:0], start || (present_q[0] && !last[0])};
  assign task_d    = {task_q[Latency-1:0], start ? task_i : task_q[0]};
  assign age_d     = {age_q[Latency*CountBits-1:0],
                      start ? CountBits'(0) : age_q[CountBits-1:0] + 1'b1};
  assign message_d = {message_q[Latency*TaskBits-1:0], start ? data : message_q[TaskBits-1:0]};

  assign far_beats   = task_q[Latency] ? CountBits'(TaskBeats) : CountBits'(WordBeats);
  assign far_message = message_q[Latency*TaskBits +: TaskBits];

  isobar_serializer #(.Width(TaskBits), .MaxLanes(MaxLanes), .CountBits(CountBits)) u_serializer (
    .clk_i, .rst_ni, .start_i(start), .data_i(data),
    .beats_i(task_i ? CountBits'(TaskBeats) : CountBits'(WordBeats)),
    .setup_i(CountBits'(Setup)), .lanes_i(CountBits'(Lanes)),
    .cycles_per_beat_i(CountBits'(Cycles)),
    .busy_o(busy), .valid_o(valid), .last_o(near_last), .line_o(line)
  );

  isobar_link #(.Latency(Latency), .Lanes(MaxLanes)) u_link (
    .clk_i, .rst_ni, .valid_i(valid), .line_i(line & Mask),
    .valid_o(far_valid), .line_o(far_line)
  );

  isobar_deserializer #(.Width(TaskBits), .MaxLanes(MaxLanes), .CountBits(CountBits))
  u_deserializer (
    .clk_i, .rst_ni, .clear_i(1'b0), .valid_i(far_valid), .line_i(far_line), .beats_i(far_beats),
    .lanes_i(CountBits'(Lanes)), .cycles_per_beat_i(CountBits'(Cycles)),
    .complete_o(complete), .partial_o(partial), .message_o(message), .held_o(held)
  );

  for (genvar i = 0; i <= Latency; i++) begin : g_stage
    localparam int unsigned TaskCycles = Setup + TaskBeats * Cycles;
    localparam int unsigned WordCycles = Setup + WordBeats * Cycles;
    logic                 task_busy, task_valid, word_busy, word_valid;
    logic [MaxLanes-1:0]  task_line, word_line;
    logic [CountBits-1:0] age;

    assign age     = age_q[i*CountBits +: CountBits];
    assign last[i] = age == CountBits'((task_q[i] ? TaskCycles : WordCycles) - 1);

    line_law #(
      .Width(TaskBits), .MaxLanes(MaxLanes), .CountBits(CountBits), .Lanes(Lanes), .Cycles(Cycles),
      .Setup(Setup), .Beats(TaskBeats)
    ) u_task (
      .present_i(present_q[i] && task_q[i]), .age_i(age),
      .message_i(message_q[i*TaskBits +: TaskBits]),
      .busy_o(task_busy), .valid_o(task_valid), .line_o(task_line)
    );
    line_law #(
      .Width(TaskBits), .MaxLanes(MaxLanes), .CountBits(CountBits), .Lanes(Lanes), .Cycles(Cycles),
      .Setup(Setup), .Beats(WordBeats)
    ) u_word (
      .present_i(present_q[i] && !task_q[i]), .age_i(age),
      .message_i(message_q[i*TaskBits +: TaskBits]),
      .busy_o(word_busy), .valid_o(word_valid), .line_o(word_line)
    );
    assign sent_busy[i]  = task_busy || word_busy;
    assign sent_valid[i] = task_valid || word_valid;
    assign sent_line[i*MaxLanes +: MaxLanes] = task_line | word_line;
  end

  logic                started_q = 1'b0;
  logic                done_d, done_q, again_d, again_q;
  logic [TaskBits-1:0] done_message_d, done_message_q;

  assign done_d         = present_q[Latency] && last[Latency];
  assign done_message_d = far_message;
  assign again_d        = start && last[0] && present_q[0];

  always_ff @(posedge clk_i) started_q <= 1'b1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      present_q      <= '0;
      task_q         <= '0;
      age_q          <= '0;
      message_q      <= '0;
      done_q         <= 1'b0;
      done_message_q <= '0;
      again_q        <= 1'b0;
    end else begin
      present_q      <= present_d;
      task_q         <= task_d;
      age_q          <= age_d;
      message_q      <= message_d;
      done_q         <= done_d;
      done_message_q <= done_message_d;
      again_q        <= again_d;
    end
  end

  always_comb begin
    m_reset: assume (started_q || !rst_ni);

    // The serializer: busy for N cycles, bits in those after the set-up, each beat in its place.
    a_busy: assert (busy == sent_busy[0]);
    a_last: assert (near_last == (present_q[0] && last[0]));
    a_line: assert (valid == sent_valid[0] && (line & Mask) == sent_line[MaxLanes-1:0]);

    // The link: the same, Latency cycles later.
    a_link: assert (far_valid == sent_valid[Latency] &&
                    far_line == sent_line[Latency*MaxLanes +: MaxLanes]);

    // The deserializer: complete in the last cycle and in no other, all of it and nothing else.
    a_complete: assert (complete == (present_q[Latency] && last[Latency]));
    a_partial:  assert (partial == (far_valid && !complete));
    if (complete) begin
      a_message: assert (message == far_message);
    end
    if (done_q) begin
      a_held: assert (held == done_message_q);
    end

    c_task:  cover (done_q && done_message_q == {TaskBits{1'b1}});
    c_word:  cover (complete && !task_q[Latency] && message != '0);
    c_again: cover (again_q && busy);
  end

  // For induction.

  (* hierconn *) logic [Latency*(MaxLanes+1)-1:0] \u_link.stages_q ;
  (* hierconn *) logic [CountBits-1:0] \u_serializer.beats_q ;
  (* hierconn *) logic [CountBits-1:0] \u_serializer.setup_q ;
  (* hierconn *) logic [CountBits-1:0] \u_serializer.hold_q ;
  (* hierconn *) logic [TaskBits-1:0]  \u_serializer.shift_q ;
  (* hierconn *) logic [CountBits-1:0] \u_deserializer.beat_q ;
  (* hierconn *) logic [CountBits-1:0] \u_deserializer.hold_q ;
  (* hierconn *) logic [CountBits-1:0] \u_deserializer.place_q ;

  logic [Latency:0]   size_ok;
  logic [Latency-1:0] stage_ok, row_ok;

  for (genvar i = 0; i <= Latency; i++) begin : g_size
    assign size_ok[i] = (!present_q[i] || sent_busy[i]) &&
        (task_q[i] || message_q[i*TaskBits +: TaskBits] < TaskBits'(1 << WordBits));
  end

  for (genvar i = 0; i < Latency; i++) begin : g_row
    logic same;
    assign same = present_q[i] && task_q[i] == task_q[i+1] &&
        age_q[i*CountBits +: CountBits] == age_q[(i+1)*CountBits +: CountBits] + 1'b1 &&
        message_q[i*TaskBits +: TaskBits] == message_q[(i+1)*TaskBits +: TaskBits];
    assign row_ok[i] = (present_q[i+1] && !last[i+1])
        ? same : !present_q[i] || age_q[i*CountBits +: CountBits] == '0;
    assign stage_ok[i] = \u_link.stages_q [i*(MaxLanes+1) +: MaxLanes+1] ==
                         {sent_valid[i+1], sent_line[(i+1)*MaxLanes +: MaxLanes]};
  end

  always_comb begin
    i_size:  assert (&size_ok);   // a message in the row is of its size, and not yet past its end
    i_row:   assert (&row_ok);    // it does not change on its way
    i_stage: assert (&stage_ok);
  end

  serializer_state #(
    .Width(TaskBits), .CountBits(CountBits), .Lanes(Lanes), .Cycles(Cycles), .Setup(Setup)
  ) u_serializer_state (
    .check_i(1'b1), .present_i(present_q[0]), .age_i(age_q[CountBits-1:0]),
    .message_beats_i(task_q[0] ? CountBits'(TaskBeats) : CountBits'(WordBeats)),
    .message_i(message_q[TaskBits-1:0]),
    .beats_i(\u_serializer.beats_q ), .setup_i(\u_serializer.setup_q ),
    .hold_i(\u_serializer.hold_q ), .shift_i(\u_serializer.shift_q )
  );

  deserializer_state #(
    .Width(TaskBits), .CountBits(CountBits), .Lanes(Lanes), .Cycles(Cycles), .Setup(Setup)
  ) u_deserializer_state (
    .check_i(1'b1), .present_i(present_q[Latency]), .age_i(age_q[Latency*CountBits +: CountBits]),
    .message_beats_i(far_beats), .message_i(far_message),
    .beat_i(\u_deserializer.beat_q ), .hold_i(\u_deserializer.hold_q ),
    .place_i(\u_deserializer.place_q ), .held_i(held)
  );

endmodule
