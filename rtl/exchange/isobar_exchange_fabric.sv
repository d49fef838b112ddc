// SPDX-License-Identifier: Apache-2.0
`include "isobar_parameters.svh"

// A hypercube of PEs that balance by dimension exchange. Node number = c1 + 2·(c2 + 2·(c3 + …)). All
// flat vectors are by node, node 0 lowest; timing and the other parameters are those of
// isobar_exchange_pe.
//
// The spanning tree by which phases end reaches the PEs breadth-first from the last node, by the
// lowest ports. So a PE has its parent where the highest of its coordinates is that differs from the
// root's, and children at all ports above; it waits for the hops that a PE may be farther from the
// root than it is.
module isobar_exchange_fabric #(
  parameter int unsigned Dimensions = 1,
  `ISOBAR_EXCHANGE_PARAMETERS(32),
  localparam int unsigned Nodes = 32'd1 << Dimensions
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
  output logic [Nodes*Dimensions*CounterBits-1:0] transfer_cycles_o,
  output logic [Nodes*Dimensions*CounterBits-1:0] word_cycles_o,
  output logic [Nodes*Dimensions*CounterBits-1:0] setup_cycles_o
);

  localparam int unsigned DimensionBits = (Dimensions > 1) ? $clog2(Dimensions) : 1;

  function automatic bit [Dimensions-1:0] parent(input bit [Dimensions-1:0] from_root);
    parent = '0;
    for (int unsigned d = 0; d < Dimensions; d++) begin
      if (from_root[d]) begin
        parent    = '0;
        parent[d] = 1'b1;
      end
    end
  endfunction

  function automatic bit [Dimensions-1:0] children(input bit [Dimensions-1:0] from_root);
    children = '1;
    for (int unsigned d = 0; d < Dimensions; d++) begin
      if ((from_root >> d) != '0) children[d] = 1'b0;
    end
  endfunction

  // A hop of a status word, from one bit's first cycle to the first in which it can be used
  function automatic bit [CountBits-1:0] longest_way(input bit [Dimensions-1:0] from_root);
    longest_way = '0;
    for (int unsigned d = 0; d < Dimensions; d++) begin
      if (!from_root[d]) begin
        longest_way = longest_way + Setup[d*CountBits +: CountBits] +
            CyclesPerBit[d*CountBits +: CountBits] + Latency[d*CountBits +: CountBits];
      end
    end
  endfunction

  logic [Nodes*Dimensions-1:0]          valid_out, valid_in;
  logic [Nodes*Dimensions*MaxLanes-1:0] line_out, line_in;
  logic [DimensionBits-1:0]             dimension;
  logic                                 ends;

  assign step_o = ends && dimension == DimensionBits'(Dimensions - 1);

  for (genvar n = 0; n < Nodes; n++) begin : g_node
    localparam bit [Dimensions-1:0] FromRoot = ~Dimensions'(n);

    logic [DimensionBits-1:0] obs_dimension;
    logic                     obs_ends, unused_landing;
    logic [1:0]               unused_part;
    logic [CountBits-1:0]     unused_cycle;
    logic [LoadBits-1:0]      unused_shift;
    logic [Dimensions-1:0]    unused_starts, unused_ends;
    logic [TaskBits-1:0]      unused_head, unused_landed;

    if (n == 0) begin : g_step  // all PEs are in the same phase
      assign dimension = obs_dimension;
      assign ends      = obs_ends;
    end else begin : g_same
      logic unused_position;
      assign unused_position = &{1'b0, obs_dimension, obs_ends};
    end

    isobar_exchange_pe #(.Dimensions(Dimensions), `ISOBAR_PASS_EXCHANGE_PARAMETERS) u_pe (
      .clk_i, .rst_ni, .run_i,
      .parent_i(parent(FromRoot)), .children_i(children(FromRoot)),
      .wait_i(longest_way(FromRoot)),
      .valid_o(valid_out[n*Dimensions +: Dimensions]),
      .line_o(line_out[n*Dimensions*MaxLanes +: Dimensions*MaxLanes]),
      .valid_i(valid_in[n*Dimensions +: Dimensions]),
      .line_i(line_in[n*Dimensions*MaxLanes +: Dimensions*MaxLanes]),
      .sink_tvalid_i(sink_tvalid_i[n]), .sink_tready_o(sink_tready_o[n]),
      .sink_tdata_i(sink_tdata_i[n*TaskBits +: TaskBits]),
      .fetch_i(fetch_i[n]), .source_tvalid_o(source_tvalid_o[n]),
      .source_tready_i(source_tready_i[n]),
      .source_tdata_o(source_tdata_o[n*TaskBits +: TaskBits]),
      .transfer_cycles_o(transfer_cycles_o[n*Dimensions*CounterBits +: Dimensions*CounterBits]),
      .word_cycles_o(word_cycles_o[n*Dimensions*CounterBits +: Dimensions*CounterBits]),
      .setup_cycles_o(setup_cycles_o[n*Dimensions*CounterBits +: Dimensions*CounterBits]),
      .error_o(error_o[n*isobar_pkg::ErrorBits +: isobar_pkg::ErrorBits]),
      .obs_dimension_o(obs_dimension), .obs_part_o(unused_part), .obs_ends_o(obs_ends),
      .obs_load_o(load_o[n*LoadBits +: LoadBits]),
      .obs_cycle_o(unused_cycle), .obs_shift_o(unused_shift), .obs_head_o(unused_head),
      .obs_transfer_start_o(unused_starts), .obs_transfer_end_o(unused_ends),
      .obs_landing_o(unused_landing), .obs_landed_o(unused_landed)
    );

    for (genvar d = 0; d < Dimensions; d++) begin : g_dimension
      localparam int unsigned From = (n ^ (32'd1 << d)) * Dimensions + d;

      isobar_link #(
        .Latency(32'(Latency[d*CountBits +: CountBits])), .Lanes(MaxLanes)
      ) u_link (
        .clk_i, .rst_ni,
        .valid_i(valid_out[From]), .line_i(line_out[From*MaxLanes +: MaxLanes]),
        .valid_o(valid_in[n*Dimensions + d]),
        .line_o(line_in[(n*Dimensions + d)*MaxLanes +: MaxLanes])
      );
    end
  end

endmodule
