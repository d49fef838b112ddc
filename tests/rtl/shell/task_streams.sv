// SPDX-License-Identifier: Apache-2.0
// The applications at the streams of several PEs. Tasks that are `waiting` at a PE are offered to
// its sink; while `fetches` is set, tasks are fetched at random, and taken from the sources, now
// and then late. Every task has a number of its own, goes in once, and has to come out at most
// once, unaltered. Both settings are changed at rising edges of the clock, the streams are driven
// at falling ones.
module task_streams #(
  parameter int Nodes    = 1,
  parameter int TaskBits = 16
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,  // low: all tasks are gone
  output logic [Nodes-1:0]          sink_tvalid_o,
  input  logic [Nodes-1:0]          sink_tready_i,
  output logic [Nodes*TaskBits-1:0] sink_tdata_o,
  output logic [Nodes-1:0]          fetch_o,
  input  logic [Nodes-1:0]          source_tvalid_i,
  output logic [Nodes-1:0]          source_tready_o,
  input  logic [Nodes*TaskBits-1:0] source_tdata_i
);

  localparam int Tasks = 1 << TaskBits;

  int waiting [Nodes];
  bit fetches = 1'b0;
  int put = 0, got = 0;
  bit rests;  // nothing is on its way in or out

  int               next_task = 0;
  bit               in_ring [Tasks];
  logic [Nodes-1:0] taken = '0;

  always @(negedge clk_i) begin
    rests = 1'b1;
    if (!rst_ni) begin
      {sink_tvalid_o, fetch_o, source_tready_o, taken} = '0;
      put = 0;
      got = 0;
      for (int t = 0; t < Tasks; t++) in_ring[t] = 1'b0;
    end else begin
      for (int n = 0; n < Nodes; n++) begin
        if (taken[n]) sink_tvalid_o[n] = 1'b0;
        if (!sink_tvalid_o[n] && waiting[n] > 0 && $urandom_range(0, 2) != 0) begin
          sink_tvalid_o[n] = 1'b1;
          // An odd factor: no two numbers are alike, and their bits vary.
          sink_tdata_o[n*TaskBits +: TaskBits] = TaskBits'(next_task * 40503);
          next_task++;
          waiting[n]--;
        end
        fetch_o[n]         = fetches && $urandom_range(0, 3) == 0;
        source_tready_o[n] = $urandom_range(0, 2) == 0;
        taken[n]           = sink_tvalid_o[n] && sink_tready_i[n];
        if (taken[n]) begin
          in_ring[sink_tdata_o[n*TaskBits +: TaskBits]] = 1'b1;
          put++;
        end
        if (source_tvalid_i[n] && source_tready_o[n]) begin
          a_known: assert (in_ring[source_tdata_i[n*TaskBits +: TaskBits]])
            else $fatal(1, "a task comes out that is not in the ring");
          in_ring[source_tdata_i[n*TaskBits +: TaskBits]] = 1'b0;
          got++;
        end
        if (sink_tvalid_o[n] || waiting[n] > 0 || source_tvalid_i[n] || fetch_o[n]) rests = 1'b0;
      end
    end
  end

endmodule
