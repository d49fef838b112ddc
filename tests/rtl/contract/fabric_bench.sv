// SPDX-License-Identifier: Apache-2.0
`include "isobar_parameters.svh"

// A torus of 3x2 PEs with random work at its streams, stopped and continued at random moments, and
// reset twice in the middle of it all. Every task that was taken in since the last reset comes out
// once and unaltered, no PE is ever in error, and all keep to the contracts.
module fabric_bench #(
  parameter bit [2:0] Condition = isobar_pkg::CondC5
);

  localparam int unsigned Dimensions = 2;
  localparam int unsigned Nodes    = 6;
  localparam int unsigned TaskBits = 40;
  localparam int unsigned NumberAt = TaskBits - 16;  // where a task's number begins
  localparam int unsigned LoadBits = 4;
  localparam int unsigned Depth    = 10;
  localparam int unsigned MaxLanes = 3;
  localparam int unsigned CountBits = 8;
  localparam int unsigned Runs     = 3;
  localparam int unsigned Length   = 20000;  // cycles of a run
  localparam int unsigned Most     = 1 << 16;

  logic clk = 1'b0;
  logic rst_n = 1'b0;
  logic run = 1'b0;
  logic step_ends;
  logic [Nodes-1:0] sink_valid = '0, sink_ready, taken, fetch = '0, source_valid, source_ready = '0;
  logic [Nodes*TaskBits-1:0] sink_data = '0, source_data;
  logic [Nodes*LoadBits-1:0] load;
  logic [Nodes*isobar_pkg::ErrorBits-1:0] error;

  // A task is its number and, below, bits that follow from it. Numbers follow from how many tasks were
  // made before, so that all of their bits change.
  int unsigned made = 0, taken_in = 0, came_out = 0, steps = 0, stops = 0;
  bit held [Most];

  always #2 clk = ~clk;

  isobar_fabric #(
    .Dimensions(Dimensions), .Radices({16'd2, 16'd3}), .Nodes(Nodes), .Condition(Condition),
    .TaskBits(TaskBits), .LoadBits(LoadBits), .Depth(Depth), .MaxLanes(MaxLanes),
    .CountBits(CountBits), .Lanes({CountBits'(1), CountBits'(3)}),
    .CyclesPerBit({CountBits'(2), CountBits'(1)}), .Setup({CountBits'(0), CountBits'(2)}),
    .Latency({CountBits'(1), CountBits'(3)})
  ) u_fabric (
    .clk_i(clk), .rst_ni(rst_n), .run_i(run),
    .sink_tvalid_i(sink_valid), .sink_tready_o(sink_ready), .sink_tdata_i(sink_data),
    .fetch_i(fetch), .source_tvalid_o(source_valid), .source_tready_i(source_ready),
    .source_tdata_o(source_data), .load_o(load), .step_o(step_ends), .error_o(error),
    .transfer_cycles_o(), .word_cycles_o(), .setup_cycles_o()
  );

  function automatic logic [TaskBits-1:0] task_of(input logic [15:0] number);
    task_of = {number, NumberAt'(32'(number) * 32'h9e3779b1)};
  endfunction

  // Looks at the streams in the middle of a cycle and goes on to the next, in which what was taken is
  // no longer offered.
  task automatic tick;
    @(negedge clk);
    taken = rst_n ? sink_valid & sink_ready : '0;
    if (rst_n) begin
      for (int unsigned n = 0; n < Nodes; n++) begin
        if (taken[n]) begin
          held[sink_data[n*TaskBits+NumberAt +: 16]] = 1'b1;
          taken_in++;
        end
      end
      for (int unsigned n = 0; n < Nodes; n++) begin
        if (source_valid[n] && source_ready[n]) begin
          if (source_data[n*TaskBits +: TaskBits] !=
                  task_of(source_data[n*TaskBits+NumberAt +: 16]) ||
              !held[source_data[n*TaskBits+NumberAt +: 16]]) begin
            $fatal(1, "PE %0d hands out %h, which is altered or was not taken in", n,
                   source_data[n*TaskBits +: TaskBits]);
          end
          held[source_data[n*TaskBits+NumberAt +: 16]] = 1'b0;
          came_out++;
        end
      end
      if (error != '0) $fatal(1, "errors %b after %0d steps", error, steps);
      if (step_ends) steps++;
    end
    @(posedge clk);
    #1;
    sink_valid = sink_valid & ~taken;
  endtask

  // The data are written whole: Verilator 5.006 does not count toggles of parts.
  task automatic offer(input int unsigned one_of);
    logic [Nodes*TaskBits-1:0] data;
    data = sink_data;
    for (int unsigned n = 0; n < Nodes; n++) begin
      if (!sink_valid[n] && $urandom_range(one_of - 1) == 0 && made < Most - 1) begin
        made++;
        sink_valid[n] = 1'b1;
        data[n*TaskBits +: TaskBits] = task_of(16'(made * 40503));
      end
    end
    sink_data = data;
  endtask

  initial begin
    for (int unsigned r = 0; r < Runs; r++) begin
      rst_n        = 1'b0;
      run          = 1'($urandom);  // it need not be low
      sink_valid   = '0;
      fetch        = '0;
      source_ready = '0;
      for (int unsigned n = 0; n < Most; n++) held[n] = 1'b0;
      taken_in = 0;
      came_out = 0;
      repeat (1 + $urandom_range(3)) tick();
      rst_n = 1'b1;
      for (int unsigned cycle = 0; cycle < Length; cycle++) begin
        // Spells in which queues fill and spells in which they run dry.
        offer((cycle / 1000) % 2 == 0 ? 12 : 60);
        fetch        = Nodes'($urandom) & Nodes'($urandom) & Nodes'($urandom);
        source_ready = Nodes'($urandom) | Nodes'($urandom);
        if ($urandom_range(199) == 0) begin
          run = !run;
          stops++;
        end
        tick();
      end
    end
    // Stopped, the fabric has no task on a link, and hands out all that it has.
    run = 1'b0;
    for (int unsigned cycle = 0; cycle < 1000; cycle++) begin
      fetch        = '1;
      source_ready = '1;
      tick();
    end
    if (came_out != taken_in || load != '0) begin
      $fatal(1, "%0d tasks were taken in, %0d came out", taken_in, came_out);
    end
    $display("done: %0d steps, %0d starts and stops, %0d tasks in and out since the last reset",
             steps, stops, taken_in);
    $finish;
  end

endmodule
