// SPDX-License-Identifier: Apache-2.0
// The task queue of a PE that gives tasks by several ports at once, and gets them so. One memory, read
// in one place a cycle and written in one: a port has a buffer of one task, which is filled from the
// queue before the port needs it, or keeps a task that has come until it is written.
//
// Tasks leave in the order of ports: the oldest by port 0, those behind them by the next; and they come
// to lie in the order of ports, whenever they come. So each port has a place of its own to read or to
// write, found by two walks over the ports, one port a cycle: walk_out_i starts the first in the next
// cycle, after which the buffers fill, the last by Ports + 3 cycles after walk_out_i; walk_in_i starts
// the second, for the ports with present_i, before any task comes. departs_i lies between them: the
// cycle before tasks leave.
//
// If count_i of a port is more than the queue has left, the port gives what is left. If it is more than
// the queue has room for, what has room is written, and over_o says so. more_o is high while the port is
// to give or to get another task.
// A port takes its buffer (takes_i) while more_o is high and it gives, and lands a task (landed_i) while
// more_o is high and it gets; at least Ports + 2 cycles lie between two of the same port.
//
// push_i and pop_i, in step with each other the first to come and the first to go, are for the
// executor, while idle_o is high. What is popped is read_o in the next cycle, alone. Memory changes no
// cycle.
module isobar_averaging_queue #(
  parameter int unsigned Ports    = 2,
  parameter int unsigned TaskBits = 64,
  parameter int unsigned Depth    = 16,
  parameter int unsigned LoadBits = 16,
  parameter int unsigned Bits     = 5,  // enough for Depth
  parameter bit [1:0]    Memory   = isobar_pkg::MemoryBlock
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,

  input  logic                      push_i,
  input  logic [TaskBits-1:0]       push_data_i,
  input  logic                      pop_i,
  output logic [TaskBits-1:0]       read_o,
  output logic                      idle_o,      // no buffer holds a task

  input  logic                      walk_out_i,
  input  logic                      departs_i,
  input  logic                      walk_in_i,
  input  logic [Ports-1:0]          gives_i,
  input  logic [Ports*Bits-1:0]     count_i,
  input  logic [Ports-1:0]          present_i,
  input  logic [Ports-1:0]          takes_i,
  input  logic [Ports-1:0]          landed_i,
  input  logic [Ports*TaskBits-1:0] landed_data_i,
  output logic [Ports*TaskBits-1:0] buffer_o,
  output logic [Ports*Bits-1:0]     left_o,      // tasks that the port is still to give or get
  output logic [Ports-1:0]          more_o,
  output logic                      over_o,

  output logic [LoadBits-1:0]       load_o,
  output logic [LoadBits-1:0]       load_next_o  // as it is in the next cycle
);

  localparam int unsigned PlaceBits = $clog2(Depth);
  localparam int unsigned PortBits  = (Ports > 1) ? $clog2(Ports) : 1;
  localparam bit [PlaceBits-1:0] Last = PlaceBits'(Depth - 1);

  function automatic logic [PlaceBits-1:0] after(input logic [PlaceBits-1:0] place);
    after = (place == Last) ? '0 : place + 1'b1;
  endfunction

  // The walks

  logic                 walks_d, walks_q, in_d, in_q, selected, ends;
  logic [PortBits-1:0]  port_d, port_q;
  logic [Bits-1:0]      limit_d, limit_q, wanted, taken;
  logic [PlaceBits-1:0] head_d, head_q, tail_d, tail_q, base, beyond;
  logic [Bits:0]        sum, wrapped;

  assign wanted   = count_i[port_q*Bits +: Bits];
  assign selected = walks_q && (in_q ? present_i[port_q] && !gives_i[port_q] : gives_i[port_q]);
  assign taken    = !selected ? '0 : (wanted > limit_q) ? limit_q : wanted;
  assign over_o   = selected && in_q && wanted > limit_q;
  assign ends     = port_q == PortBits'(Ports - 1);
  assign base     = in_q ? tail_q : head_q;
  assign sum      = (Bits + 1)'(base) + (Bits + 1)'(taken);
  assign wrapped  = sum - (Bits + 1)'(Depth);
  assign beyond   = wrapped[Bits] ? PlaceBits'(sum) : PlaceBits'(wrapped);

  always_comb begin
    walks_d = walks_q && !ends;
    in_d    = in_q;
    port_d  = (walks_q && !ends) ? port_q + 1'b1 : '0;
    limit_d = limit_q - taken;
    head_d  = head_q;
    tail_d  = tail_q;
    if (walk_out_i) begin
      walks_d = 1'b1;
      in_d    = 1'b0;
      limit_d = Bits'(load_o);
    end
    if (departs_i) limit_d = Bits'(Depth) - Bits'(load_o);
    if (walk_in_i) begin
      walks_d = 1'b1;
      in_d    = 1'b1;
    end
    if (walks_q && !in_q) head_d = beyond;
    if (walks_q && in_q) tail_d = beyond;
    if (pop_i) head_d = after(head_q);
    if (push_i) tail_d = after(tail_q);
  end

  // The ports

  logic [Ports-1:0]          full_d, full_q, reads, writes, reading_q, asks_read, asks_write;
  logic [Ports*PlaceBits-1:0] place_d, place_q;
  logic [Ports*Bits-1:0]     left_d, left_q;
  logic [Ports*TaskBits-1:0] buffer_d, buffer_q;
  logic [TaskBits-1:0]       read_q;

  // Whoever waits does so for one task of each other port at most.
  assign reads  = asks_read & (~asks_read + 1'b1);
  assign writes = asks_write & (~asks_write + 1'b1);

  for (genvar p = 0; p < Ports; p++) begin : g_port
    logic walked;

    assign walked        = walks_q && port_q == PortBits'(p);
    assign more_o[p]     = left_q[p*Bits +: Bits] != '0;
    assign asks_read[p]  = gives_i[p] && more_o[p] && !full_q[p] && !reading_q[p];
    assign asks_write[p] = !gives_i[p] && full_q[p];

    always_comb begin
      left_d[p*Bits +: Bits] = left_q[p*Bits +: Bits] - Bits'(takes_i[p] || landed_i[p]);
      if (walked && (selected || !in_q)) left_d[p*Bits +: Bits] = taken;
      place_d[p*PlaceBits +: PlaceBits] = (reads[p] || writes[p])
          ? after(place_q[p*PlaceBits +: PlaceBits]) : place_q[p*PlaceBits +: PlaceBits];
      if (walked && selected) place_d[p*PlaceBits +: PlaceBits] = base;
      full_d[p] = reading_q[p] || landed_i[p] || (full_q[p] && !takes_i[p] && !writes[p]);
      buffer_d[p*TaskBits +: TaskBits] = buffer_q[p*TaskBits +: TaskBits];
      if (reading_q[p]) buffer_d[p*TaskBits +: TaskBits] = read_q;
      else if (landed_i[p]) begin
        buffer_d[p*TaskBits +: TaskBits] = landed_data_i[p*TaskBits +: TaskBits];
      end
    end
  end

  // The memory

  logic                 write, unused_read;
  logic [PlaceBits-1:0] read_place, write_place;
  logic [TaskBits-1:0]  write_data;

  assign write       = push_i || writes != '0;
  assign unused_read = &{1'b0, pop_i};

  always_comb begin
    read_place  = head_q;
    write_place = tail_q;
    write_data  = push_data_i;
    for (int unsigned p = 0; p < Ports; p++) begin
      if (reads[p]) read_place = place_q[p*PlaceBits +: PlaceBits];
      if (writes[p]) begin
        write_place = place_q[p*PlaceBits +: PlaceBits];
        write_data  = buffer_q[p*TaskBits +: TaskBits];
      end
    end
  end

  if (Memory == isobar_pkg::MemoryRegisters) begin : g_registers
    (* ram_style = "registers" *) logic [TaskBits-1:0] tasks [Depth];

    always_ff @(posedge clk_i) begin
      if (write) tasks[write_place] <= write_data;
      read_q <= tasks[read_place];
    end
  end else if (Memory == isobar_pkg::MemoryLut) begin : g_lut
    (* ram_style = "distributed" *) logic [TaskBits-1:0] tasks [Depth];

    always_ff @(posedge clk_i) begin
      if (write) tasks[write_place] <= write_data;
      read_q <= tasks[read_place];
    end
  end else begin : g_block
    (* ram_style = "block" *) logic [TaskBits-1:0] tasks [Depth];

    // Nothing is asked of a RAM that is written and read at one place.
    always_ff @(posedge clk_i) begin
      if (write) tasks[write_place] <= write_data;
      if (!write || read_place != write_place) read_q <= tasks[read_place];
    end
  end

  // The load: what is in the queue and in buffers, and has not begun to leave

  logic [LoadBits-1:0] load_d, load_q;

  always_comb begin
    load_d = load_q + LoadBits'(push_i) - LoadBits'(pop_i);
    for (int unsigned p = 0; p < Ports; p++) begin
      load_d = load_d + LoadBits'(landed_i[p]) - LoadBits'(takes_i[p]);
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      walks_q   <= 1'b0;
      in_q      <= 1'b0;
      port_q    <= '0;
      limit_q   <= '0;
      head_q    <= '0;
      tail_q    <= '0;
      full_q    <= '0;
      reading_q <= '0;
      place_q   <= '0;
      left_q    <= '0;
      load_q    <= '0;
    end else begin
      walks_q   <= walks_d;
      in_q      <= in_d;
      port_q    <= port_d;
      limit_q   <= limit_d;
      head_q    <= head_d;
      tail_q    <= tail_d;
      full_q    <= full_d;
      reading_q <= reads;
      place_q   <= place_d;
      left_q    <= left_d;
      load_q    <= load_d;
    end
  end

  always_ff @(posedge clk_i) buffer_q <= buffer_d;

  assign read_o      = read_q;
  assign idle_o      = full_q == '0 && reading_q == '0;
  assign buffer_o    = buffer_q;
  assign left_o      = left_q;
  assign load_o      = load_q;
  assign load_next_o = load_d;

`ifdef FORMAL
  always_comb begin
    if (rst_ni) begin
      // A walk gives or takes no more than there is, or has room.
      a_taken: assert (taken <= limit_q && taken <= wanted && (selected || taken == '0));
      a_over:  assert (over_o == (selected && in_q && taken != wanted));
      // One place is read and one written a cycle, of ports that ask; whoever asks alone has it.
      a_reads:  assert ((reads & (reads - 1'b1)) == '0 && (reads & ~asks_read) == '0 &&
                        (reads != '0) == (asks_read != '0));
      a_writes: assert ((writes & (writes - 1'b1)) == '0 && (writes & ~asks_write) == '0 &&
                        (writes != '0) == (asks_write != '0));
      // A port that gives writes nothing, one that gets reads nothing.
      a_ways:   assert ((reads & ~gives_i) == '0 && (writes & gives_i) == '0);
      c_cut:    cover (selected && taken != '0 && taken < wanted);
      c_all:    cover (asks_read == gives_i && gives_i == '1 && Ports > 1);
      c_over:   cover (over_o);
    end
  end
`endif

endmodule
