// SPDX-License-Identifier: Apache-2.0
// The task queue of a PE that gives tasks in two ways at once, or gets them so. One memory, read in one
// place a cycle and written in one: a way has a buffer of one task, which is filled from the queue before
// the way needs it, or keeps a task that has come until it is written.
//
// The phase's tasks are settled in one cycle (settles_i): count_i by way, all of them to give or all to
// get. skip_i are those that the first way gives where both may; they are known before the counts. In the
// next cycle (decides_i) the first task of each way that gives is there; and then nothing goes or comes
// after all if none_i says so, or if it is more than there is or has room, which over_o says. Tasks leave
// in the order of ways, the oldest by way 0, or by way 1 with swap_i; and they come to lie in the order of
// ways, whenever they come. So each way has a place of its own to read or to write. If fewer come than
// are due, the places of the others stay in the queue, with what was there.
// A way takes its task (takes_i) while more_o is high and gives_o is, and lands one (landed_i) while
// more_o is high and gives_o is not; at least four cycles lie between two of the same way.
//
// push_i and pop_i, in step with each other the first to come and the first to go, are for the executor,
// while idle_o is high and nothing is settled or under way; in the two cycles before settles_i nothing
// is pushed, popped or landed. What is popped is read_o in the next cycle, alone. Memory changes no
// cycle.
module isobar_hhc_queue #(
  parameter int unsigned TaskBits = 64,
  parameter int unsigned Depth    = 16,
  parameter int unsigned LoadBits = 16,
  parameter int unsigned Bits     = 5,  // enough for Depth
  parameter bit [1:0]    Memory   = isobar_pkg::MemoryBlock
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,

  input  logic                  push_i,
  input  logic [TaskBits-1:0]   push_data_i,
  input  logic                  pop_i,
  output logic [TaskBits-1:0]   read_o,
  output logic                  idle_o,    // no buffer holds a task

  input  logic                  settles_i,
  input  logic                  gives_i,
  input  logic [Bits-1:0]       skip_i,
  input  logic                  swap_i,
  input  logic [2*Bits-1:0]     count_i,
  input  logic                  decides_i,
  input  logic                  none_i,
  output logic                  over_o,
  input  logic [1:0]            takes_i,
  input  logic [1:0]            landed_i,
  input  logic [2*TaskBits-1:0] landed_data_i,
  output logic                  gives_o,   // as settled
  output logic [2*TaskBits-1:0] task_o,    // the next that a way gives
  output logic [2*Bits-1:0]     left_o,    // tasks that it is still to give or get
  output logic [1:0]            some_o,    // there are some
  output logic [1:0]            more_o,    // and they are not too many
  output logic [1:0]            more_next_o,  // in the next cycle

  output logic [LoadBits-1:0]   load_o,
  output logic [LoadBits-1:0]   load_next_o   // in the next cycle, if no way's task goes or comes
);

  localparam int unsigned PlaceBits = $clog2(Depth);
  localparam bit [PlaceBits-1:0] Last = PlaceBits'(Depth - 1);

  function automatic logic [PlaceBits-1:0] after(input logic [PlaceBits-1:0] place);
    after = (place == Last) ? '0 : place + 1'b1;
  endfunction

  // So many places further on, of which there are Depth at most
  function automatic logic [PlaceBits-1:0] beyond(input logic [PlaceBits-1:0] place,
                                                  input logic [Bits-1:0] number);
    logic [Bits:0] sum, wrapped;
    sum     = (Bits + 1)'(place) + (Bits + 1)'(number);
    wrapped = sum - (Bits + 1)'(Depth);
    beyond  = wrapped[Bits] ? PlaceBits'(sum) : PlaceBits'(wrapped);
  endfunction

  // Where the ways begin

  logic [2*Bits-1:0]    left_d, left_q;
  logic                 swaps, gives_d, gives_q, none;
  logic [Bits:0]        sum, most;
  logic [Bits-1:0]      first_count, second_count;
  logic [PlaceBits-1:0] head_d, head_q, tail_d, tail_q, first_place, second_place, end_place;
  logic [PlaceBits-1:0] second_read;

  assign swaps        = gives_q && swap_i;
  assign first_count  = swaps ? left_q[Bits +: Bits] : left_q[0 +: Bits];
  assign second_count = swaps ? left_q[0 +: Bits] : left_q[Bits +: Bits];
  assign sum          = {1'b0, left_q[0 +: Bits]} + {1'b0, left_q[Bits +: Bits]};
  assign most         = gives_q ? (Bits + 1)'(load_o) : (Bits + 1)'(Depth) - (Bits + 1)'(load_o);
  assign over_o       = sum > most;
  assign none         = decides_i && (none_i || over_o);
  assign first_place  = gives_q ? head_q : tail_q;
  assign second_place = beyond(first_place, first_count);
  assign end_place    = beyond(second_place, second_count);
  assign second_read  = beyond(head_q, skip_i);
  assign gives_d      = settles_i ? gives_i : gives_q;

  always_comb begin
    head_d = head_q;
    tail_d = tail_q;
    if (pop_i) head_d = after(head_q);
    if (push_i) tail_d = after(tail_q);
    if (decides_i && !none && gives_q) head_d = end_place;
    if (decides_i && !none && !gives_q) tail_d = end_place;
  end

  // The ways. What is next in the queue has been read in the cycle before, and becomes the first task of
  // the first one; that of the second is read as they are settled. From then on a way's place is that of
  // the task that was read last, or of the one that is written next.

  logic [1:0]             full_d, full_q, reads, writes, reading_d, reading_q, asks_read, asks_write;
  logic [2*PlaceBits-1:0] place_d, place_q, follows;
  logic [2*TaskBits-1:0]  buffer_d, buffer_q;
  logic [TaskBits-1:0]    read_q;

  // Whoever waits does so for one task of the other way.
  assign reads  = asks_read & (~asks_read + 1'b1);
  assign writes = asks_write & (~asks_write + 1'b1);

  for (genvar w = 0; w < 2; w++) begin : g_way
    logic is_first, leads, starts;

    assign is_first      = (w == 1) == swaps;
    assign leads         = (w == 1) == swap_i;
    assign starts        = settles_i && gives_i && count_i[w*Bits +: Bits] != '0;
    assign some_o[w]     = left_q[w*Bits +: Bits] != '0;
    assign more_o[w]     = some_o[w] && !none;
    assign more_next_o[w] = left_d[w*Bits +: Bits] != '0;
    assign asks_read[w]  = gives_q && more_o[w] && !full_q[w] && !reading_q[w];
    assign asks_write[w] = !gives_q && full_q[w];
    assign follows[w*PlaceBits +: PlaceBits] = after(place_q[w*PlaceBits +: PlaceBits]);
    assign task_o[w*TaskBits +: TaskBits] =
        reading_q[w] ? read_q : buffer_q[w*TaskBits +: TaskBits];

    always_comb begin
      left_d[w*Bits +: Bits] = settles_i ? count_i[w*Bits +: Bits] : none ? '0
          : left_q[w*Bits +: Bits] - Bits'(takes_i[w] || landed_i[w]);
      place_d[w*PlaceBits +: PlaceBits] =
          decides_i ? (is_first ? first_place : second_place) :
          (reads[w] || writes[w]) ? follows[w*PlaceBits +: PlaceBits]
                                  : place_q[w*PlaceBits +: PlaceBits];
      full_d[w] = (starts && leads) || landed_i[w] ||
                  ((full_q[w] || reading_q[w]) && !takes_i[w] && !writes[w] && !none);
      reading_d[w] = reads[w] || (starts && !leads);
      buffer_d[w*TaskBits +: TaskBits] = landed_i[w] ? landed_data_i[w*TaskBits +: TaskBits] :
          (settles_i || reading_q[w]) ? read_q : buffer_q[w*TaskBits +: TaskBits];
    end
  end

  // The memory

  logic                 write;
  logic [PlaceBits-1:0] read_place, write_place;
  logic [TaskBits-1:0]  write_data;

  assign write       = push_i || writes != '0;
  assign read_place  = settles_i ? second_read :
                       reads[0]  ? follows[0 +: PlaceBits] :
                       reads[1]  ? follows[PlaceBits +: PlaceBits] : head_q;
  assign write_place = writes[0] ? place_q[0 +: PlaceBits] :
                       writes[1] ? place_q[PlaceBits +: PlaceBits] : tail_q;
  assign write_data  = writes[0] ? buffer_q[0 +: TaskBits] :
                       writes[1] ? buffer_q[TaskBits +: TaskBits] : push_data_i;

  isobar_task_memory #(
    .TaskBits(TaskBits), .Depth(Depth), .Memory(Memory)
  ) u_memory (
    .clk_i, .write_i(write), .write_place_i(write_place), .write_data_i(write_data),
    .read_place_i(read_place), .read_o(read_q)
  );

  // The load: what is in the queue and in buffers, and has not begun to leave

  logic [LoadBits-1:0] load_d, load_q;

  assign load_next_o = load_q + LoadBits'(push_i) - LoadBits'(pop_i);
  assign load_d      = load_next_o + LoadBits'(landed_i[0]) + LoadBits'(landed_i[1]) -
                       LoadBits'(takes_i[0]) - LoadBits'(takes_i[1]);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      gives_q   <= 1'b0;
      head_q    <= '0;
      tail_q    <= '0;
      full_q    <= '0;
      reading_q <= '0;
      place_q   <= '0;
      left_q    <= '0;
      load_q    <= '0;
    end else begin
      gives_q   <= gives_d;
      head_q    <= head_d;
      tail_q    <= tail_d;
      full_q    <= full_d;
      reading_q <= reading_d;
      place_q   <= place_d;
      left_q    <= left_d;
      load_q    <= load_d;
    end
  end

  always_ff @(posedge clk_i) buffer_q <= buffer_d;

  assign read_o      = read_q;
  assign idle_o      = full_q == '0 && reading_q == '0;
  assign gives_o     = gives_q;
  assign left_o      = left_q;
  assign load_o      = load_q;

`ifdef FORMAL
  always_comb begin
    m_idle: assume (!decides_i || !(push_i || pop_i || settles_i));
    if (rst_ni) begin
      // One place is read and one written a cycle, of ways that ask; whoever asks alone has it.
      a_reads:  assert ((reads & (reads - 1'b1)) == '0 && (reads & ~asks_read) == '0 &&
                        (reads != '0) == (asks_read != '0));
      a_writes: assert ((writes & (writes - 1'b1)) == '0 && (writes & ~asks_write) == '0 &&
                        (writes != '0) == (asks_write != '0));
      // A PE that gives writes nothing, one that gets reads nothing.
      a_ways:   assert ((reads == '0 || gives_q) && (writes == '0 || !gives_q));
      // What is too much, or is not to be, neither goes nor comes, and no place is taken for it.
      a_most:   assert (!decides_i || more_o == '0 ||
                        (Bits + 2)'(left_q[0 +: Bits]) + (Bits + 2)'(left_q[Bits +: Bits]) <=
                        (gives_q ? (Bits + 2)'(load_q)
                                 : (Bits + 2)'(Depth) - (Bits + 2)'(load_q)) ||
                        load_q > LoadBits'(Depth));
      a_none:   assert (!(decides_i && (none_i || over_o)) ||
                        (more_o == '0 && more_next_o == '0 && head_d == head_q &&
                         tail_d == tail_q));
      c_both:   cover (asks_read == '1);
      c_lands:  cover (asks_write == '1);
      c_over:   cover (decides_i && over_o);
    end
  end
`endif

endmodule
