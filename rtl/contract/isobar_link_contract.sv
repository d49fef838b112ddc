// SPDX-License-Identifier: Apache-2.0
`include "isobar_parameters.svh"

// What neighbours owe a PE (docs/time.md): one word and at most one task a slot, each bit in its
// cycle, on the ports of the slot's dimension and on no others, and nothing while the PE is stopped.
// A neighbour that is a cycle early or late breaks it in its first message.
module isobar_link_contract #(
  parameter int unsigned Dimensions = 1,
  parameter bit [Dimensions-1:0] Radix2 = '0,
  `ISOBAR_PARAMETERS(16),
  localparam int unsigned DimensionBits = (Dimensions > 1) ? $clog2(Dimensions) : 1
) (
  input logic                             clk_i,
  input logic                             rst_ni,
  input logic                             run_i,
  input logic                             active_i,       // this cycle belongs to a step
  input logic [DimensionBits-1:0]         dimension_i,
  input logic [CountBits-1:0]             cycle_i,        // of the slot
  input logic [2*Dimensions-1:0]          valid_i,
  input logic [2*Dimensions*MaxLanes-1:0] line_i,
  input logic [LoadBits-1:0]              predecessor_i,  // their words, in the decision cycle
  input logic [LoadBits-1:0]              successor_i
);

  localparam bit HearsPredecessor =
      Condition == isobar_pkg::CondC2 || Condition == isobar_pkg::CondC4;
  localparam bit HearsSuccessor = Condition == isobar_pkg::CondC3 ||
      Condition == isobar_pkg::CondC4 || Condition == isobar_pkg::CondC5;
  localparam bit Hears = HearsPredecessor || HearsSuccessor;

  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      a_known: assert (!$isunknown(run_i) && !$isunknown(valid_i))
        else $error("run_i or a link's valid is unknown");
      a_stopped: assert (active_i || valid_i == '0)
        else $error("valid_i is %b while this PE is stopped: a neighbour is in another cycle",
                    valid_i);
    end
  end

  for (genvar d = 0; d < Dimensions; d++) begin : g_dimension
    localparam int unsigned L = 32'(Lanes[d*CountBits +: CountBits]);
    localparam int unsigned C = 32'(CyclesPerBit[d*CountBits +: CountBits]);
    localparam int unsigned S = 32'(Setup[d*CountBits +: CountBits]);
    localparam int unsigned Lambda = 32'(Latency[d*CountBits +: CountBits]);
    localparam int unsigned WordCycles = (LoadBits + L - 1) / L * C;
    localparam int unsigned TaskCycles = (TaskBits + L - 1) / L * C;
    localparam int unsigned Decision = Hears ? S + WordCycles + Lambda : 0;
    localparam int unsigned FirstWord = Lambda + S;
    localparam int unsigned FirstTask = Decision + 1 + Lambda + S;
    localparam bit [MaxLanes-1:0] NoLane = ~({MaxLanes{1'b1}} >> (MaxLanes - L));

    logic here, decides;

    assign here    = active_i && dimension_i == DimensionBits'(d);
    assign decides = here && 32'(cycle_i) == Decision;

    always_ff @(posedge clk_i) begin
      if (rst_ni && decides) begin
        a_predecessor: assert (!HearsPredecessor || predecessor_i <= LoadBits'(Depth))
          else $error("the predecessor's word is %0d, above the depth %0d of queues",
                      predecessor_i, Depth);
        a_successor: assert (!HearsSuccessor || successor_i <= LoadBits'(Depth))
          else $error("the successor's word is %0d, above the depth %0d of queues",
                      successor_i, Depth);
      end
    end

    for (genvar side = 0; side < 2; side++) begin : g_port
      localparam int unsigned P = 2 * d + side;
      localparam bit FromSuccessor = side == 0;
      localparam bit Pair = Radix2[d];
      localparam bit Words = Pair ? FromSuccessor && Hears
                                  : (FromSuccessor ? HearsSuccessor : HearsPredecessor);
      localparam bit Tasks = Pair ? FromSuccessor : !FromSuccessor;

      logic                valid, word_due, task_due, task_begins, task_q, beat_goes_on;
      logic [MaxLanes-1:0] line, line_q;
      logic [31:0]         cycle, age;

      assign cycle = 32'(cycle_i);
      assign valid = valid_i[P];
      assign line  = line_i[P*MaxLanes +: MaxLanes];
      assign word_due = here && Words && Hears && cycle >= FirstWord &&
                        cycle < FirstWord + WordCycles;
      assign task_due = here && Tasks && cycle >= FirstTask && cycle < FirstTask + TaskCycles;
      assign task_begins  = cycle == FirstTask;
      assign age          = cycle - (word_due ? FirstWord : FirstTask);
      assign beat_goes_on = age % C != 0;

      always_ff @(posedge clk_i or negedge rst_ni) begin
        if (!rst_ni) begin
          task_q <= 1'b0;
          line_q <= '0;
        end else begin
          task_q <= task_due && valid;
          line_q <= line;
        end
      end

      always_ff @(posedge clk_i) begin
        if (rst_ni) begin
          a_word: assert (!word_due || valid)
            else $error("port %0d: cycle %0d of the slot is without its bit of the word", P, cycle);
          a_task: assert (!task_due || task_begins || valid == task_q)
            else $error("port %0d: cycle %0d of the slot: a task has bits in all of its cycles, or none",
                        P, cycle);
          a_silent: assert (word_due || task_due || !active_i || !valid)
            else $error("port %0d: a bit in cycle %0d of a slot of dimension %0d, in which none is due",
                        P, cycle, dimension_i);
          a_lanes: assert (!valid || (line & NoLane) == '0)
            else $error("port %0d: %b on the lines, of which %0d are used", P, line, L);
          a_beat: assert (!valid || !beat_goes_on || !(word_due || task_due) || line == line_q)
            else $error("port %0d: cycle %0d of the slot: the bits change within a beat", P, cycle);
        end
      end
    end
  end

endmodule
