// SPDX-License-Identifier: Apache-2.0
`include "isobar_parameters.svh"

// A hyper Hexa-Cell of PEs that balance by algorithm B: triangles, two of which are a Hexa-cell, and
// hypercubes of those. Node number = c1 + 3·(c2 + 2·(c3 + …)), c1 being the place in the triangle. All
// flat vectors are by node, node 0 lowest; timing and the other parameters are those of isobar_hhc_pe.
//
// The spanning tree by which phases end reaches the PEs breadth-first from the left one of the last
// triangle, by the lowest ports. So a PE has its parent in the highest dimension in which its coordinate
// differs from the root's; it waits for the hops that a PE may be farther from the root than it is.
module isobar_hhc_fabric #(
  parameter int unsigned Dimensions = 2,
  `ISOBAR_HHC_PARAMETERS(32),
  localparam int unsigned Nodes = 32'd3 << (Dimensions - 1)
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
  output logic [Nodes*(Dimensions+1)*CounterBits-1:0] transfer_cycles_o,
  output logic [Nodes*(Dimensions+1)*CounterBits-1:0] word_cycles_o,
  output logic [Nodes*(Dimensions+1)*CounterBits-1:0] setup_cycles_o
);

  localparam int unsigned Ports     = Dimensions + 1;
  localparam int unsigned PhaseBits = $clog2(Dimensions + 1);

  // Whether a PE's coordinate in this dimension is the root's
  function automatic bit is_root(input int unsigned node, input int unsigned d);
    is_root = (d == 0) ? node % 3 == 1 : ((node / 3) >> (d - 1)) % 2 == 1;
  endfunction

  // The neighbour at a port, and the port by which it has this PE
  function automatic int unsigned at(input int unsigned node, input int unsigned port);
    case (port)
      0:       at = node - node % 3 + (node % 3 + 1) % 3;
      1:       at = node - node % 3 + (node % 3 + 2) % 3;
      default: at = ((node / 3) >> (port - 2)) % 2 == 0 ? node + (32'd3 << (port - 2))
                                                        : node - (32'd3 << (port - 2));
    endcase
  endfunction

  function automatic int unsigned back(input int unsigned port);
    back = (port < 2) ? 1 - port : port;
  endfunction

  function automatic bit [Ports-1:0] parent(input int unsigned node);
    parent = '0;
    if (!is_root(node, 0)) parent[node % 3 == 0 ? 0 : 1] = 1'b1;
    for (int unsigned d = 1; d < Dimensions; d++) begin
      if (!is_root(node, d)) begin
        parent        = '0;
        parent[d + 1] = 1'b1;
      end
    end
  endfunction

  function automatic bit [Ports-1:0] children(input int unsigned node);
    bit [Ports-1:0] of_neighbour;
    for (int unsigned p = 0; p < Ports; p++) begin
      of_neighbour = parent(at(node, p));
      children[p]  = of_neighbour[back(p)];
    end
  endfunction

  // A hop of a status word, from one bit's first cycle to the first in which it can be used
  function automatic bit [CountBits-1:0] longest_way(input int unsigned node);
    longest_way = '0;
    for (int unsigned d = 0; d < Dimensions; d++) begin
      if (is_root(node, d)) begin
        longest_way = longest_way + Setup[d*CountBits +: CountBits] +
            CyclesPerBit[d*CountBits +: CountBits] + Latency[d*CountBits +: CountBits];
      end
    end
  endfunction

  logic [Nodes*Ports-1:0]          valid_out, valid_in;
  logic [Nodes*Ports*MaxLanes-1:0] line_out, line_in;
  logic [PhaseBits-1:0]            phase;
  logic                            ends;

  assign step_o = ends && phase == PhaseBits'(Dimensions);

  for (genvar n = 0; n < Nodes; n++) begin : g_node
    logic [PhaseBits-1:0]      obs_dimension;
    logic                      obs_ends;
    logic [1:0]                unused_part;
    logic [CountBits-1:0]      unused_cycle;
    logic [Ports*LoadBits-1:0] unused_shift;
    logic [Ports-1:0]          unused_starts, unused_ends, unused_landing;
    logic [Ports*TaskBits-1:0] unused_head, unused_landed;

    if (n == 0) begin : g_step  // all PEs are in the same phase
      assign phase = obs_dimension;
      assign ends  = obs_ends;
    end else begin : g_same
      logic unused_position;
      assign unused_position = &{1'b0, obs_dimension, obs_ends};
    end

    isobar_hhc_pe #(.Dimensions(Dimensions), `ISOBAR_PASS_HHC_PARAMETERS) u_pe (
      .clk_i, .rst_ni, .run_i,
      .role_i(2'(n % 3)), .parent_i(parent(n)), .children_i(children(n)), .wait_i(longest_way(n)),
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
      .obs_dimension_o(obs_dimension), .obs_part_o(unused_part), .obs_ends_o(obs_ends),
      .obs_load_o(load_o[n*LoadBits +: LoadBits]),
      .obs_cycle_o(unused_cycle), .obs_shift_o(unused_shift), .obs_head_o(unused_head),
      .obs_transfer_start_o(unused_starts), .obs_transfer_end_o(unused_ends),
      .obs_landing_o(unused_landing), .obs_landed_o(unused_landed)
    );

    for (genvar p = 0; p < Ports; p++) begin : g_port
      localparam int unsigned D = (p < 2) ? 0 : p - 1;
      // What comes in left by that PE's port to this one.
      localparam int unsigned From = at(n, p) * Ports + back(p);

      isobar_link #(
        .Latency(32'(Latency[D*CountBits +: CountBits])), .Lanes(MaxLanes)
      ) u_link (
        .clk_i, .rst_ni,
        .valid_i(valid_out[From]), .line_i(line_out[From*MaxLanes +: MaxLanes]),
        .valid_o(valid_in[n*Ports + p]),
        .line_o(line_in[(n*Ports + p)*MaxLanes +: MaxLanes])
      );
    end
  end

endmodule
