// SPDX-License-Identifier: Apache-2.0
// The queue under any user who keeps its contract; its laws are in the module itself.
module prove_queue #(
  parameter int unsigned TaskBits = 64,
  parameter int unsigned Depth    = 16,
  parameter int unsigned LoadBits = 16,
  parameter bit [1:0]    Memory   = isobar_pkg::MemoryBlock
) (
  input logic                clk_i,
  input logic                rst_ni,
  input logic                push_i,
  input logic [TaskBits-1:0] push_data_i,
  input logic                pop_i
);

  logic [TaskBits-1:0] head;
  logic [LoadBits-1:0] load, load_next;

  isobar_queue #(
    .TaskBits(TaskBits), .Depth(Depth), .LoadBits(LoadBits), .Memory(Memory)
  ) u_queue (
    .clk_i, .rst_ni, .push_i, .push_data_i, .pop_i,
    .head_o(head), .load_o(load), .load_next_o(load_next)
  );

  logic                started_q = 1'b0;
  logic                seen_q;
  logic [LoadBits-1:0] load_next_q;

  always_ff @(posedge clk_i) started_q <= 1'b1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      seen_q      <= 1'b0;
      load_next_q <= '0;
    end else begin
      seen_q      <= 1'b1;
      load_next_q <= load_next;
    end
  end

  always_comb begin
    m_reset: assume (started_q || !rst_ni);
    m_push:  assume (!push_i || (rst_ni && load != LoadBits'(Depth)));
    m_pop:   assume (!pop_i || (rst_ni && load != '0));

    if (seen_q) begin
      a_load_next: assert (load == load_next_q);
    end
    c_both: cover (push_i && pop_i && load == LoadBits'(1));
  end

endmodule
