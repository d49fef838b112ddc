// SPDX-License-Identifier: Apache-2.0
// The task queue: first in, first out, any depth of at least 2. A push is written at the end of its
// cycle; the head can be read in the next. Push and pop may share a cycle. The user never pushes
// when full nor pops when empty. What the tasks lie in changes no cycle: registers and LUT RAM are
// read in the cycle in which the head is needed, block RAM, which answers a cycle later, is read
// ahead.
module isobar_queue #(
  parameter int unsigned TaskBits = 64,
  parameter int unsigned Depth    = 16,
  parameter int unsigned LoadBits = 16,
  parameter bit [1:0]    Memory   = isobar_pkg::MemoryBlock
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  input  logic                push_i,
  input  logic [TaskBits-1:0] push_data_i,
  input  logic                pop_i,
  output logic [TaskBits-1:0] head_o,
  output logic [LoadBits-1:0] load_o,
  output logic [LoadBits-1:0] load_next_o   // as it is in the next cycle
);

  localparam int unsigned PointerBits = $clog2(Depth);
  localparam bit [PointerBits-1:0] Last = PointerBits'(Depth - 1);

  logic [PointerBits-1:0] head_d, head_q, tail_d, tail_q;
  logic [LoadBits-1:0]    load_d, load_q;

  always_comb begin
    head_d = head_q;
    tail_d = tail_q;
    load_d = load_q;
    if (pop_i) head_d = (head_q == Last) ? '0 : head_q + 1'b1;
    if (push_i) tail_d = (tail_q == Last) ? '0 : tail_q + 1'b1;
    if (push_i && !pop_i) load_d = load_q + 1'b1;
    if (pop_i && !push_i) load_d = load_q - 1'b1;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      head_q <= '0;
      tail_q <= '0;
      load_q <= '0;
    end else begin
      head_q <= head_d;
      tail_q <= tail_d;
      load_q <= load_d;
    end
  end

  assign load_o = load_q;
  assign load_next_o = load_d;

`ifdef FORMAL
  logic [PointerBits-1:0] tail, tracked;
  logic [TaskBits-1:0]    at_head, at_tracked;  // as they are in the memory
`endif

  if (Memory == isobar_pkg::MemoryRegisters) begin : g_registers
    (* ram_style = "registers" *) logic [TaskBits-1:0] tasks [Depth];

    always_ff @(posedge clk_i) begin
      if (push_i) tasks[tail_q] <= push_data_i;
    end

    assign head_o = tasks[head_q];
`ifdef FORMAL
    assign at_head    = tasks[head_q];
    assign at_tracked = tasks[tracked];
`endif
  end else if (Memory == isobar_pkg::MemoryLut) begin : g_lut
    (* ram_style = "distributed" *) logic [TaskBits-1:0] tasks [Depth];

    always_ff @(posedge clk_i) begin
      if (push_i) tasks[tail_q] <= push_data_i;
    end

    assign head_o = tasks[head_q];
`ifdef FORMAL
    assign at_head    = tasks[head_q];
    assign at_tracked = tasks[tracked];
`endif
  end else begin : g_block
    (* ram_style = "block" *) logic [TaskBits-1:0] tasks [Depth];
    logic                passes_d, passes_q;
    logic [TaskBits-1:0] read_q, passed_q;

    // Every cycle reads what the next one has at its head. A task that is at the head as soon as it
    // is pushed passes by the memory, which is then not read: nothing is asked of a RAM that is
    // written and read at one place.
    assign passes_d = push_i && tail_q == head_d;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) passes_q <= 1'b0;
      else passes_q <= passes_d;
    end

    always_ff @(posedge clk_i) begin
      if (push_i) tasks[tail_q] <= push_data_i;
      if (!passes_d) read_q <= tasks[head_d];
      passed_q <= push_data_i;
    end

    assign head_o = passes_q ? passed_q : read_q;
`ifdef FORMAL
    assign at_head    = tasks[head_q];
    assign at_tracked = tasks[tracked];
`endif
  end

`ifdef FORMAL
  // One task, any one: `ahead` places behind the head, unaltered, from its push to its pop.
  (* anyseq *) logic   formal_track;
  logic                tracked_d, tracked_q;
  logic [LoadBits-1:0] ahead_d, ahead_q;
  logic [TaskBits-1:0] task_d, task_q;

  always_comb begin
    tracked_d = tracked_q;
    ahead_d   = ahead_q;
    task_d    = task_q;
    if (pop_i && ahead_q == '0) tracked_d = 1'b0;
    if (pop_i) ahead_d = ahead_q - 1'b1;
    if (push_i && formal_track && !tracked_q) begin
      tracked_d = 1'b1;
      ahead_d   = load_q - LoadBits'(pop_i);
      task_d    = push_data_i;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      tracked_q <= 1'b0;
      ahead_q   <= '0;
      task_q    <= '0;
    end else begin
      tracked_q <= tracked_d;
      ahead_q   <= ahead_d;
      task_q    <= task_d;
    end
  end

  logic [LoadBits:0] tail_place, tracked_place;

  assign tail_place    = (LoadBits + 1)'(head_q) + (LoadBits + 1)'(load_q);
  assign tracked_place = (LoadBits + 1)'(head_q) + (LoadBits + 1)'(ahead_q);
  assign tail    = PointerBits'(tail_place < Depth ? tail_place : tail_place - Depth);
  assign tracked = PointerBits'(tracked_place < Depth ? tracked_place : tracked_place - Depth);

  always_comb begin
    // The user's side.
    a_no_overflow:  assert (!push_i || load_q != LoadBits'(Depth));
    a_no_underflow: assert (!pop_i || load_q != '0);

    // Pointers and load agree.
    a_load:     assert (load_q <= LoadBits'(Depth));
    a_pointers: assert (head_q <= Last && tail_q <= Last && tail_q == tail);

    // The head is the memory's, whatever was read when.
    if (load_q != '0) begin
      a_head: assert (head_o == at_head);
    end

    // First in, first out; none lost, doubled or altered.
    if (tracked_q) begin
      a_inside: assert (ahead_q < load_q && at_tracked == task_q);
    end
    if (tracked_q && ahead_q == '0) begin
      a_oldest: assert (head_o == task_q);
    end

    c_full:    cover (load_q == LoadBits'(Depth));
    c_wrapped: cover (tracked_q && tracked_place >= Depth);
    c_leaves:  cover (tracked_q && !tracked_d && task_q != '0);
  end
`endif

endmodule
