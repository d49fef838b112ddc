// SPDX-License-Identifier: Apache-2.0
`include "isobar_parameters.svh"

// A PE that is its own neighbour: what it sends comes back by links, as from a ring. In the fourth
// step something is done to it that no neighbour and no master of its sink may do, the one that
// +misuse=NAME names, or nothing. With assertions the contracts stop the simulation there; without
// them (+verilator+noassert) it goes on, says at its end what is in error_o, and is reset.
module contract_bench;

  localparam int unsigned Dimensions = 1;
  localparam int unsigned TaskBits = 8;
  localparam int unsigned LoadBits = 4;
  localparam int unsigned Depth    = 6;
  localparam int unsigned MaxLanes = 2;
  localparam int unsigned CountBits = 8;
  localparam int unsigned Latency  = 2;
  localparam int unsigned Cycles   = 2;
  localparam int unsigned Setup    = 1;

  // The slot (docs/time.md).
  localparam int unsigned Decision  = Setup + LoadBits * Cycles + Latency;
  localparam int unsigned FirstWord = Latency + Setup;
  localparam int unsigned FirstTask = Decision + 1 + Latency + Setup;
  localparam int unsigned Landing   = Decision + Setup + TaskBits * Cycles + Latency;
  localparam int unsigned Misused   = 3;  // the step, counted from 0
  localparam int unsigned Steps     = 8;

  logic clk = 1'b0;
  logic rst_n = 1'b0;
  logic run = 1'b0;
  logic [1:0] valid_out, valid_back, valid_in;
  logic [2*MaxLanes-1:0] line_out, line_back, line_in;
  logic sink_valid = 1'b0, sink_ready, source_valid;
  logic [TaskBits-1:0] sink_data = '0, source_data;
  logic [CountBits-1:0] cycle;
  logic [LoadBits-1:0] load;
  logic [isobar_pkg::ErrorBits-1:0] error;
  int unsigned step = 0;
  string misuse = "";

  always #1 clk = ~clk;

  isobar_pe #(
    .Condition(isobar_pkg::CondC4), .TaskBits(TaskBits), .LoadBits(LoadBits), .Depth(Depth),
    .MaxLanes(MaxLanes), .CountBits(CountBits), .Lanes(CountBits'(1)),
    .CyclesPerBit(CountBits'(Cycles)), .Setup(CountBits'(Setup)), .Latency(CountBits'(Latency))
  ) u_pe (
    .clk_i(clk), .rst_ni(rst_n), .run_i(run),
    .valid_o(valid_out), .line_o(line_out), .valid_i(valid_in), .line_i(line_in),
    .sink_tvalid_i(sink_valid), .sink_tready_o(sink_ready), .sink_tdata_i(sink_data),
    .fetch_i(1'b0), .source_tvalid_o(source_valid), .source_tready_i(1'b0),
    .source_tdata_o(source_data),
    .transfer_cycles_o(), .word_cycles_o(), .setup_cycles_o(), .error_o(error),
    .obs_dimension_o(), .obs_cycle_o(cycle), .obs_part_o(), .obs_load_o(load), .obs_shift_o(),
    .obs_head_o(), .obs_transfer_start_o(), .obs_transfer_end_o(), .obs_landing_o(),
    .obs_landed_o()
  );

  // By the port to the successor to that from the predecessor, and the other way round.
  for (genvar p = 0; p < 2; p++) begin : g_link
    isobar_link #(.Latency(Latency), .Lanes(MaxLanes)) u_link (
      .clk_i(clk), .rst_ni(rst_n), .valid_i(valid_out[1-p]),
      .line_i(line_out[(1-p)*MaxLanes +: MaxLanes]),
      .valid_o(valid_back[p]), .line_o(line_back[p*MaxLanes +: MaxLanes])
    );
  end

  logic now;
  assign now = run && step == Misused;

  always_comb begin
    valid_in = valid_back;
    line_in  = line_back;
    case (misuse)
      "word_without_bit": if (now && 32'(cycle) == FirstWord + 2) valid_in[1] = 1'b0;
      "word_early": if (now && 32'(cycle) == FirstWord - 1) valid_in[0] = 1'b1;
      "task_without_bit": if (now && 32'(cycle) == FirstTask + 4) valid_in[1] = 1'b0;
      "task_from_successor": if (now && 32'(cycle) == FirstTask) valid_in[0] = 1'b1;
      "bit_before_task": if (now && 32'(cycle) == FirstTask - 1) valid_in[1] = 1'b1;
      "line_without_lane": if (now && 32'(cycle) == FirstTask) line_in[MaxLanes+1] = 1'b1;
      "beat_changes": if (now && 32'(cycle) == FirstTask + 1) line_in[MaxLanes] = ~line_back[MaxLanes];
      "predecessor_above_depth":
        if (now && 32'(cycle) >= FirstWord && 32'(cycle) < Decision) line_in[MaxLanes] = 1'b1;
      "successor_above_depth":
        if (now && 32'(cycle) >= FirstWord && 32'(cycle) < Decision) line_in[0] = 1'b1;
      "bit_while_stopped": if (!run && step == Misused) valid_in[0] = 1'b1;
      // Twice kept from a shift and sent a task: the second finds the queue full.
      "task_to_full":
        if (run && step >= Misused && step < Misused + 2) begin
          if (32'(cycle) >= FirstWord && 32'(cycle) < Decision) line_in[0] = 1'b1;
          if (32'(cycle) >= FirstTask && 32'(cycle) < Landing + 1) valid_in[1] = 1'b1;
        end
      default: ;
    endcase
  end

  task automatic tick;
    @(posedge clk);
    #1;
  endtask

  initial begin
    if (!$value$plusargs("misuse=%s", misuse)) misuse = "";
    repeat (2) tick;
    rst_n = 1'b1;
    for (int unsigned task_number = 1; task_number < Depth; task_number++) begin
      sink_valid = 1'b1;
      sink_data  = TaskBits'(task_number);
      tick;
    end
    // A sixth has to wait: one place is left, for a landing.
    sink_data = TaskBits'(Depth);
    tick;
    if (sink_ready) $fatal(1, "the sink takes a task into the last place");
    if (misuse == "sink_changes") sink_data = '1;
    if (misuse == "sink_withdraws") sink_valid = 1'b0;
    tick;
    run = 1'b1;
    while (step < Steps) begin
      tick;
      if (32'(cycle) == Landing) begin
        // The PE stands for two cycles before the step of the misuse.
        if (step + 1 == Misused) begin
          run = 1'b0;
          tick;
          step++;
          repeat (2) tick;
          run = 1'b1;
        end else begin
          tick;
          step++;
        end
      end
    end
    $display("done: error_o = %b, load %0d", error, load);
    rst_n = 1'b0;
    tick;
    if (error != '0) $fatal(1, "error_o outlives the reset");
    $finish;
  end

endmodule
