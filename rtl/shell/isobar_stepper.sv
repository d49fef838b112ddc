// SPDX-License-Identifier: Apache-2.0
// Lets the PE run whole steps: starts and stops it between two of them, counts them, and stops it
// after a number of them.
//
// All PEs of a fabric have to start and stop at the same step. So willing_o asks for steps and go_i
// grants them: go_i is the AND of the willing_o of all PEs, some cycles later, the same number at
// every PE and less than a step has. For one PE, go_i is its willing_o. A PE in its last step is
// not willing, so that go_i is low at its end; a PE that wants to run on waits there for the
// others.
module isobar_stepper (
  input  logic        clk_i,
  input  logic        rst_ni,

  // Registers
  input  logic        asked_write_i,
  input  logic        asked_i,
  output logic        asked_o,         // steps are asked for
  input  logic        left_write_i,    // only while no step is asked for and none runs
  input  logic [31:0] left_i,
  output logic [31:0] left_o,          // steps until it stops; 0: no limit
  output logic [63:0] steps_o,         // done since the reset

  // The other PEs
  output logic        willing_o,
  input  logic        go_i,

  // The PE
  input  logic        step_ends_i,     // the last cycle of a step
  output logic        running_o        // its run_i
);

  logic        asked_d, asked_q, running_d, running_q, ends, last;
  logic [31:0] left_d, left_q;
  logic [63:0] steps_d, steps_q;

  assign ends = running_q && step_ends_i;
  assign last = left_q == 32'd1;

  assign running_d = (!running_q || ends) ? go_i : running_q;
  // `ends` comes late in a cycle: it enables the register, and is no carry into the sum.
  assign steps_d   = ends ? steps_q + 1'b1 : steps_q;

  // The end of the last step comes before what is written in that cycle.
  always_comb begin
    asked_d = asked_q;
    left_d  = left_q;
    if (asked_write_i) asked_d = asked_i;
    if (left_write_i) left_d = left_i;
    if (ends && left_q != '0) left_d = left_q - 1'b1;
    if (ends && last) asked_d = 1'b0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      asked_q   <= 1'b0;
      running_q <= 1'b0;
      left_q    <= '0;
      steps_q   <= '0;
    end else begin
      asked_q   <= asked_d;
      running_q <= running_d;
      left_q    <= left_d;
      steps_q   <= steps_d;
    end
  end

  assign asked_o   = asked_q;
  assign left_o    = left_q;
  assign steps_o   = steps_q;
  assign willing_o = asked_q && !(running_q && last);
  assign running_o = running_q;

endmodule
