// SPDX-License-Identifier: Apache-2.0
// What the tasks of a queue lie in: one place a cycle is written, and one read, whose task is read_o in
// the next cycle. A place that is written and read in one cycle reads as nobody knows what. Memory changes
// no cycle.
module isobar_task_memory #(
  parameter int unsigned TaskBits = 64,
  parameter int unsigned Depth    = 16,
  parameter bit [1:0]    Memory   = isobar_pkg::MemoryBlock,
  localparam int unsigned PlaceBits = $clog2(Depth)
) (
  input  logic                 clk_i,
  input  logic                 write_i,
  input  logic [PlaceBits-1:0] write_place_i,
  input  logic [TaskBits-1:0]  write_data_i,
  input  logic [PlaceBits-1:0] read_place_i,
  output logic [TaskBits-1:0]  read_o
);

  logic [TaskBits-1:0] read_q;

  if (Memory == isobar_pkg::MemoryRegisters) begin : g_registers
    (* ram_style = "registers" *) logic [TaskBits-1:0] tasks [Depth];

    always_ff @(posedge clk_i) begin
      if (write_i) tasks[write_place_i] <= write_data_i;
      read_q <= tasks[read_place_i];
    end
  end else if (Memory == isobar_pkg::MemoryLut) begin : g_lut
    (* ram_style = "distributed" *) logic [TaskBits-1:0] tasks [Depth];

    always_ff @(posedge clk_i) begin
      if (write_i) tasks[write_place_i] <= write_data_i;
      read_q <= tasks[read_place_i];
    end
  end else begin : g_block
    (* ram_style = "block" *) logic [TaskBits-1:0] tasks [Depth];

    // Nothing is asked of a RAM that is written and read at one place.
    always_ff @(posedge clk_i) begin
      if (write_i) tasks[write_place_i] <= write_data_i;
      if (!write_i || read_place_i != write_place_i) read_q <= tasks[read_place_i];
    end
  end

  assign read_o = read_q;

endmodule
