// SPDX-License-Identifier: Apache-2.0
// The task queue of a PE of work stealing. Executor and thieves take from it while tasks come, and what
// thieves take leaves slowly and by several ports at once: so a task keeps the place in which it was
// written until it is read, and the queue is a list of places. It gives up its oldest tasks to thieves,
// and to the executor its oldest, or with FetchNewest its newest.
//
// In a cycle given_i tasks leave for a port, given_to_i, which stays for as many cycles more while they are
// moved; or the first of those that have arrived lands at the tail (lands_i). Then the executor puts a
// task, or takes one; and in the place of that lands the first of those that have arrived
// (lands_after_i). load_mid_o is the load between the two. What the executor takes is read_o in the next
// cycle.
//
// A task that arrives (arrived_i) has a place already, and is written when the executor leaves the
// memory alone; that is before the next one arrives, as the executor cannot put more than Depth - 1
// tasks in a row. If it is read before that it passes by the memory. The tasks of a port are read before
// it needs them: task_valid_o says that the next one is there; it has gone when taken_i is high.
//
// There are places for a full queue, and for what half of a full queue promises to each port and to
// this PE; and some to spare, so that a place is not written in the cycle in which it is read.
module isobar_stealing_queue #(
  parameter int unsigned TaskBits    = 64,
  parameter int unsigned Depth       = 16,
  parameter int unsigned Bits        = 5,  // enough for Depth
  parameter int unsigned Ports       = 4,
  parameter int unsigned Thieves     = Ports,            // to whom tasks are given and still on their way
  parameter int unsigned Listed      = (Depth + 1) / 2,  // most of the tasks that wait at a port
  parameter bit          FetchNewest = 1'b0,
  parameter bit [1:0]    Memory      = isobar_pkg::MemoryBlock,
  localparam int unsigned PortBits   = $clog2(Ports + 1)
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,

  input  logic                      arrived_i,
  input  logic [TaskBits-1:0]       arrived_data_i,

  input  logic                      lands_i,
  input  logic                      lands_after_i,
  input  logic [Bits-1:0]           given_i,
  input  logic [PortBits-1:0]       given_to_i,
  output logic [Bits-1:0]           load_mid_o,

  input  logic                      push_i,
  input  logic [TaskBits-1:0]       push_data_i,
  input  logic                      pop_i,
  output logic [TaskBits-1:0]       read_o,

  input  logic [Ports-1:0]          taken_i,
  output logic [Ports-1:0]          task_valid_o,
  output logic [Ports*TaskBits-1:0] task_o,

  output logic [Bits-1:0]           load_o,
  output logic                      lost_o       // a task arrives before the last one is written
);

  localparam int unsigned Batch     = (Depth + 1) / 2;  // most that is given at once
  localparam int unsigned PlaceBits = $clog2(Depth + (Thieves + 1) * Batch + 4);
  localparam int unsigned Places    = 32'd1 << PlaceBits;
  localparam int unsigned ListBits  = $clog2(Depth + Batch + 1);
  localparam int unsigned BatchBits = (Batch > 1) ? $clog2(Batch) : 1;
  localparam int unsigned Line      = (Listed > 1) ? Listed : 2;
  localparam int unsigned CountBits = $clog2(Line + 1);

  // The list of places: those that thieves got are moved to their port's, one a cycle.

  logic [PlaceBits-1:0] list_q [32'd1 << ListBits];
  logic [ListBits-1:0] head_d, head_q, tail_d, tail_q, next_tail, after_given, landing_at, moved_d, moved_q;
  logic [Bits-1:0]     load_d, load_q, moving_d, moving_q;
  logic                moves, takes_landing;
  logic [PlaceBits-1:0] landing_place, push_place, pop_place, moved_place;

  assign load_mid_o    = load_q + Bits'(lands_i) - given_i;
  assign load_d        = load_mid_o + Bits'(push_i) - Bits'(pop_i) + Bits'(lands_after_i);
  assign after_given   = head_q + ListBits'(given_i);
  assign next_tail     = tail_q + ListBits'(lands_i);
  assign takes_landing = FetchNewest ? lands_i : load_q == '0;
  assign pop_place     = takes_landing ? landing_place
                                       : list_q[FetchNewest ? tail_q - 1'b1 : after_given];
  assign head_d = FetchNewest ? after_given : after_given + ListBits'(pop_i);
  assign landing_at = FetchNewest ? tail_q - ListBits'(lands_after_i) : tail_q;
  assign tail_d = next_tail + ListBits'(push_i || lands_after_i) - ListBits'(FetchNewest && pop_i);

  assign moves       = moving_q != '0;
  assign moved_place = list_q[moved_q];
  assign moving_d    = (given_i != '0) ? given_i : moving_q - Bits'(moves);
  assign moved_d     = (given_i != '0) ? head_q : moved_q + ListBits'(moves);

  always_ff @(posedge clk_i) begin
    if (lands_i || lands_after_i) list_q[landing_at] <= landing_place;
    if (push_i) list_q[next_tail] <= push_place;
  end

  // Places that are free: each of them once in order, then as they become so

  logic                 allocates, frees, all_used_q;
  logic [PlaceBits-1:0] free_head_d, free_head_q, free_tail_q, free_place, freed_place;

  assign push_place  = all_used_q ? free_place : free_head_q;
  assign free_head_d = free_head_q + PlaceBits'(allocates);

  isobar_task_memory #(
    .TaskBits(PlaceBits), .Depth(Places), .Memory(Memory)
  ) u_free (
    .clk_i, .write_i(frees), .write_place_i(free_tail_q), .write_data_i(freed_place),
    .read_place_i(free_head_d), .read_o(free_place)
  );

  // A task that has arrived, and the place of the next one

  logic                 is_written_d, is_written_q, writes_arrived, passes_d, passes_q;
  logic [TaskBits-1:0]  arrived_q, passed_q;
  logic [PlaceBits-1:0] place_q;  // of the next one, or of the last one until it is written

  assign writes_arrived = !is_written_q && !push_i;
  assign allocates      = push_i || writes_arrived;
  assign is_written_d   = writes_arrived || passes_d || (is_written_q && !arrived_i);
  assign lost_o         = arrived_i && !is_written_q;

  // Arrivals that have not landed, in their order

  logic [PlaceBits-1:0] arrivals_q [32'd1 << BatchBits];
  logic [BatchBits-1:0] arrivals_head_q, arrivals_tail_q;

  assign landing_place = arrivals_q[arrivals_head_q];

  always_ff @(posedge clk_i) begin
    if (arrived_i) begin
      arrivals_q[arrivals_tail_q] <= place_q;
      arrived_q                   <= arrived_data_i;
    end
    if (writes_arrived) place_q <= push_place;
  end

  // The ports

  logic [Ports-1:0]           wants, reads, reading_d, reading_q, valid_d, valid_q;
  logic [Ports*PlaceBits-1:0] first_place;
  logic [Ports*TaskBits-1:0]  task_d, task_q;
  logic [TaskBits-1:0]        memory_read;

  assign reads = pop_i ? '0 : wants & (~wants + 1'b1);

  for (genvar p = 0; p < Ports; p++) begin : g_port
    logic [PlaceBits-1:0] place;
    logic [CountBits-1:0] count, unused_next;  // of tasks that it has still to read
    logic                 gets;

    assign gets = moves && given_to_i == PortBits'(p);
    assign first_place[p*PlaceBits +: PlaceBits] = place;

    isobar_queue #(
      .TaskBits(PlaceBits), .Depth(Line), .LoadBits(CountBits), .Memory(Memory)
    ) u_places (
      .clk_i, .rst_ni, .push_i(gets), .push_data_i(moved_place), .pop_i(reads[p]),
      .head_o(place), .load_o(count), .load_next_o(unused_next)
    );

    assign wants[p] = count != '0 && !valid_q[p] && !reading_q[p];
    assign valid_d[p]   = reading_q[p] || (valid_q[p] && !taken_i[p]);
    assign reading_d[p] = reads[p];
    assign task_d[p*TaskBits +: TaskBits] =
        reading_q[p] ? read_o : task_q[p*TaskBits +: TaskBits];
  end

  // The memory: read by the executor, or by a port; written by the executor, or with what arrived

  logic [PlaceBits-1:0] read_place, write_place;
  logic [TaskBits-1:0] write_data;

  always_comb begin
    read_place = pop_place;
    for (int unsigned p = 0; p < Ports; p++) begin
      if (reads[p]) read_place = first_place[p*PlaceBits +: PlaceBits];
    end
  end

  assign write_place = push_i ? push_place : place_q;
  assign write_data  = push_i ? push_data_i : arrived_q;
  // What has passed by the memory and was not written leaves its place to the next one that arrives.
  assign passes_d    = !is_written_q && (pop_i || reads != '0) && read_place == place_q;
  assign frees       = (pop_i || reads != '0) && !(passes_d && push_i);
  assign freed_place = read_place;

  isobar_task_memory #(
    .TaskBits(TaskBits), .Depth(Places), .Memory(Memory)
  ) u_memory (
    .clk_i, .write_i(push_i || writes_arrived), .write_place_i(write_place), .write_data_i(write_data),
    .read_place_i(read_place), .read_o(memory_read)
  );

  always_ff @(posedge clk_i) begin
    passed_q <= arrived_q;
    task_q   <= task_d;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      head_q          <= '0;
      tail_q          <= '0;
      load_q          <= '0;
      moving_q        <= '0;
      moved_q         <= '0;
      all_used_q      <= 1'b0;
      free_head_q     <= '0;
      free_tail_q     <= '0;
      is_written_q    <= 1'b0;
      arrivals_head_q <= '0;
      arrivals_tail_q <= '0;
      reading_q       <= '0;
      valid_q         <= '0;
      passes_q        <= 1'b0;
    end else begin
      head_q          <= head_d;
      tail_q          <= tail_d;
      load_q          <= load_d;
      moving_q        <= moving_d;
      moved_q         <= moved_d;
      all_used_q      <= all_used_q || (allocates && free_head_q == '1);
      free_head_q     <= free_head_d;
      free_tail_q     <= free_tail_q + PlaceBits'(frees);
      is_written_q    <= is_written_d;
      arrivals_head_q <= arrivals_head_q + BatchBits'(lands_i || lands_after_i);
      arrivals_tail_q <= arrivals_tail_q + BatchBits'(arrived_i);
      reading_q       <= reading_d;
      valid_q         <= valid_d;
      passes_q        <= passes_d;
    end
  end

  assign read_o       = passes_q ? passed_q : memory_read;
  assign task_valid_o = valid_q;
  assign task_o       = task_q;
  assign load_o       = load_q;

`ifdef FORMAL
  localparam int unsigned Sum = PlaceBits + 2;

  logic             started_q = 1'b0;
  logic [Bits-1:0]  arrived_count_d, arrived_count_q;  // tasks that have arrived, and not landed
  logic [Sum-1:0]   used, unused;
  logic [PortBits-1:0] moving_to_q;
  logic [Ports*CountBits-1:0] places;
  logic [Ports-1:0] crowded, busy;           // a port has more than a batch; some of its last one is left

  always_ff @(posedge clk_i) started_q <= 1'b1;

  assign arrived_count_d = arrived_count_q + Bits'(arrived_i) - Bits'(lands_i || lands_after_i);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      arrived_count_q <= '0;
      moving_to_q     <= '0;
    end else begin
      arrived_count_q <= arrived_count_d;
      if (given_i != '0) moving_to_q <= given_to_i;
    end
  end

  for (genvar p = 0; p < Ports; p++) begin : g_laws
    logic [Bits:0] gets_all;

    assign places[p*CountBits +: CountBits] = g_port[p].count;
    assign gets_all   = (Bits + 1)'(places[p*CountBits +: CountBits]) +
                        (given_to_i == PortBits'(p) ? (Bits + 1)'(moving_q) : '0);
    assign crowded[p] = gets_all > (Bits + 1)'(Batch);
    assign busy[p]    = given_i != '0 && given_to_i == PortBits'(p) && places[p*CountBits +: CountBits] != '0;
  end

  always_comb begin
    used = Sum'(load_q) + Sum'(moving_q) + Sum'(arrived_count_q) + Sum'(is_written_q);
    for (int unsigned p = 0; p < Ports; p++) used = used + Sum'(places[p*CountBits +: CountBits]);
    unused = all_used_q ? Sum'(PlaceBits'(free_tail_q - free_head_q))
                        : Sum'(Places) - Sum'(free_head_q) + Sum'(free_tail_q);
  end

  always_comb begin
    m_reset: assume (started_q || !rst_ni);
    // The balancer gives what it has, half of it at most, when it has told the last thief of all of its
    // tasks, and when this one has got all of its last ones.
    m_given: assume (given_i == '0 || (given_i <= load_q && given_i <= Bits'(Batch) && moving_q == '0 &&
                                       given_to_i < PortBits'(Ports) && !lands_i));
    m_thief: assume (busy == '0);
    m_to:    assume (moving_q == '0 || given_to_i == moving_to_q);
    m_lands: assume ((!lands_i || load_q < Bits'(Depth)) && (!(lands_i || lands_after_i) || arrived_count_q != '0) &&
                     (!lands_after_i || (pop_i && !lands_i)));
    m_come:  assume (!arrived_i || arrived_count_q < Bits'(Batch));
    m_lost:  assume (!lost_o);
    m_push:  assume (!push_i || (!pop_i && load_mid_o < Bits'(Depth)));
    m_pop:   assume (!pop_i || load_mid_o != '0);
    if (rst_ni) begin
      // Each place is free, or has a task that waits, is given, or has arrived, or is kept for the next one
      // that arrives; some are always free.
      a_places: assert (used + unused == Sum'(Places));
      a_spare:  assert (unused >= 3);
      a_load:   assert (load_q <= Bits'(Depth) && load_mid_o <= Bits'(Depth));
      a_list:   assert (ListBits'(tail_q - head_q) == ListBits'(load_q));
      // What was given stands before the head until it is moved, and no task is listed in its place.
      a_moved:  assert (moving_q == '0 || (ListBits'(head_q - moved_q) >= ListBits'(moving_q) &&
                                           ListBits'(head_q - moved_q) <= ListBits'(Batch + 1)));
      a_crowd:  assert (crowded == '0);
      // One place is read in a cycle, of those who ask; a place that becomes free is not written later.
      a_reads:  assert ((reads & (reads - 1'b1)) == '0 && (reads & ~wants) == '0 && !(pop_i && reads != '0));
      a_frees:  assert (is_written_q || is_written_d || !frees || freed_place != place_q);
      i_few:    assert (arrived_count_q <= Bits'(Batch) && moving_q <= Bits'(Batch));
      i_to:     assert (moving_q == '0 || moving_to_q < PortBits'(Ports));
      i_used:   assert (!all_used_q || used != '0);
      i_fresh:  assert (all_used_q || free_tail_q <= free_head_q);
      c_full:   cover (load_q == Bits'(Depth) && arrived_count_q != '0);
      c_used:   cover (all_used_q && moving_q != '0);
      c_late:   cover (passes_d && push_i);
    end
  end
`endif

endmodule
