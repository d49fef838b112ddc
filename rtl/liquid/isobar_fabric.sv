// SPDX-License-Identifier: Apache-2.0
`include "isobar_parameters.svh"

// A whole fabric of Liquid PEs: any product of closed rings, from its radices (each at least 2;
// leave radix-1 dimensions out). Node number = c1 + K1·(c2 + K2·(c3 + …)). All flat vectors are by
// node, node 0 lowest; timing and the other parameters are those of isobar_pe.
module isobar_fabric #(
  parameter int unsigned Dimensions = 1,
  parameter bit [Dimensions*16-1:0] Radices = 16'd8,
  parameter int unsigned Nodes     = 8,  // the product of the radices
  `ISOBAR_PARAMETERS(32)
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      run_i,
  input  logic [Nodes-1:0]          sink_tvalid_i,
  output logic [Nodes-1:0]          sink_tready_o,
  input  logic [Nodes*TaskBits-1:0] sink_tdata_i,
  input  logic [Nodes-1:0]          fetch_i,
  output logic [Nodes-1:0]          source_tvalid_o,
  input  logic [Nodes-1:0]          source_tready_i,
  output logic [Nodes*TaskBits-1:0] source_tdata_o,
  output logic [Nodes*LoadBits-1:0] load_o,
  output logic                      step_o,  // the last cycle of a step
  output logic [Nodes*isobar_pkg::ErrorBits-1:0] error_o,
  output logic [Nodes*2*Dimensions*CounterBits-1:0] transfer_cycles_o,
  output logic [Nodes*2*Dimensions*CounterBits-1:0] word_cycles_o,
  output logic [Nodes*2*Dimensions*CounterBits-1:0] setup_cycles_o
);

  localparam int unsigned Ports = 2 * Dimensions;
  localparam int unsigned DimensionBits = (Dimensions > 1) ? $clog2(Dimensions) : 1;

  function automatic bit [Dimensions-1:0] pairs(input bit [Dimensions*16-1:0] radices);
    pairs = '0;
    for (int unsigned d = 0; d < Dimensions; d++) pairs[d] = radices[d*16 +: 16] == 16'd2;
  endfunction

  function automatic int unsigned stride(input int unsigned dimension);
    stride = 1;
    for (int unsigned d = 0; d < dimension; d++) stride = stride * 32'(Radices[d*16 +: 16]);
  endfunction

  localparam bit [Dimensions-1:0] Radix2 = pairs(Radices);

  logic [Nodes*Ports-1:0]          valid_out, valid_in;
  logic [Nodes*Ports*MaxLanes-1:0] line_out, line_in;
  logic [DimensionBits-1:0]        dimension;
  logic [1:0]                      part;

  assign step_o = part == isobar_pkg::PartLanding &&
                  dimension == DimensionBits'(Dimensions - 1);

  if (Nodes != stride(Dimensions)) begin : g_nodes
    $error("Nodes is the product of the radices");
  end

  for (genvar n = 0; n < Nodes; n++) begin : g_node
    logic [DimensionBits-1:0] obs_dimension;
    logic [1:0]               obs_part;
    logic [CountBits-1:0]     unused_cycle;
    logic [1:0]               unused_events;
    logic [Ports-1:0]         unused_starts, unused_ends;
    logic [TaskBits-1:0]      unused_head, unused_landed;

    if (n == 0) begin : g_step  // all PEs are in the same phase
      assign dimension = obs_dimension;
      assign part      = obs_part;
    end else begin : g_same
      logic unused_position;
      assign unused_position = &{1'b0, obs_dimension, obs_part};
    end

    isobar_pe #(
      .Dimensions(Dimensions), .Radix2(Radix2),
      `ISOBAR_PASS_PARAMETERS
    ) u_pe (
      .clk_i, .rst_ni, .run_i,
      .valid_o(valid_out[n*Ports +: Ports]),
      .line_o(line_out[n*Ports*MaxLanes +: Ports*MaxLanes]),
      .valid_i(valid_in[n*Ports +: Ports]),
      .line_i(line_in[n*Ports*MaxLanes +: Ports*MaxLanes]),
      .sink_tvalid_i(sink_tvalid_i[n]), .sink_tready_o(sink_tready_o[n]),
      .sink_tdata_i(sink_tdata_i[n*TaskBits +: TaskBits]),
      .fetch_i(fetch_i[n]), .source_tvalid_o(source_tvalid_o[n]),
      .source_tready_i(source_tready_i[n]),
      .source_tdata_o(source_tdata_o[n*TaskBits +: TaskBits]),
      .transfer_cycles_o(transfer_cycles_o[n*Ports*CounterBits +: Ports*CounterBits]),
      .word_cycles_o(word_cycles_o[n*Ports*CounterBits +: Ports*CounterBits]),
      .setup_cycles_o(setup_cycles_o[n*Ports*CounterBits +: Ports*CounterBits]),
      .error_o(error_o[n*isobar_pkg::ErrorBits +: isobar_pkg::ErrorBits]),
      .obs_dimension_o(obs_dimension), .obs_part_o(obs_part),
      .obs_load_o(load_o[n*LoadBits +: LoadBits]),
      .obs_cycle_o(unused_cycle), .obs_shift_o(unused_events[0]), .obs_head_o(unused_head),
      .obs_transfer_start_o(unused_starts), .obs_transfer_end_o(unused_ends),
      .obs_landing_o(unused_events[1]), .obs_landed_o(unused_landed)
    );

    for (genvar d = 0; d < Dimensions; d++) begin : g_dimension
      localparam int unsigned S = stride(d);
      localparam int unsigned K = 32'(Radices[d*16 +: 16]);
      if (K < 2) begin : g_radix
        $error("a radix is at least 2; a dimension of radix 1 is left out");
      end
      localparam int unsigned C = (n / S) % K;
      localparam int unsigned Successor   = n - C * S + ((C + 1) % K) * S;
      localparam int unsigned Predecessor = n - C * S + ((C + K - 1) % K) * S;
      // What comes in at the successor's side left by that PE's port to its predecessor.
      localparam int unsigned FromSuccessor = Successor * Ports + 2 * d + (Radix2[d] ? 0 : 1);
      localparam int unsigned FromPredecessor = Predecessor * Ports + 2 * d;

      localparam int unsigned Delay = 32'(Latency[d*CountBits +: CountBits]);

      isobar_link #(.Latency(Delay), .Lanes(MaxLanes)) u_from_successor (
        .clk_i, .rst_ni,
        .valid_i(valid_out[FromSuccessor]),
        .line_i(line_out[FromSuccessor*MaxLanes +: MaxLanes]),
        .valid_o(valid_in[n*Ports + 2*d]),
        .line_o(line_in[(n*Ports + 2*d)*MaxLanes +: MaxLanes])
      );

      if (Radix2[d]) begin : g_pair
        logic unused_port;
        assign unused_port = &{1'b0, valid_out[n*Ports + 2*d + 1],
                               line_out[(n*Ports + 2*d + 1)*MaxLanes +: MaxLanes]};
        assign valid_in[n*Ports + 2*d + 1] = 1'b0;
        assign line_in[(n*Ports + 2*d + 1)*MaxLanes +: MaxLanes] = '0;
      end else begin : g_ring
        isobar_link #(.Latency(Delay), .Lanes(MaxLanes)) u_from_predecessor (
          .clk_i, .rst_ni,
          .valid_i(valid_out[FromPredecessor]),
          .line_i(line_out[FromPredecessor*MaxLanes +: MaxLanes]),
          .valid_o(valid_in[n*Ports + 2*d + 1]),
          .line_o(line_in[(n*Ports + 2*d + 1)*MaxLanes +: MaxLanes])
        );
      end
    end
  end

endmodule
