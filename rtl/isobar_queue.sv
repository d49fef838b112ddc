// SPDX-License-Identifier: Apache-2.0
// The task queue: first in, first out, any depth of at least 2. A push is written at the end of its
// cycle; the head can be read in the next. Push and pop may share a cycle. The user never pushes
// when full nor pops when empty.
module isobar_queue #(
  parameter int unsigned TaskBits = 64,
  parameter int unsigned Depth    = 16,
  parameter int unsigned LoadBits = 16
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

  logic [TaskBits-1:0]    tasks [Depth];
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

  always_ff @(posedge clk_i) begin
    if (push_i) tasks[tail_q] <= push_data_i;
  end

  assign head_o = tasks[head_q];
  assign load_o = load_q;
  assign load_next_o = load_d;

endmodule
