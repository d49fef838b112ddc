// SPDX-License-Identifier: Apache-2.0
`include "isobar_parameters.svh"

// A torus of PEs that balance by nearest-neighbour averaging, from its radices (each at least 3; leave
// radix-1 dimensions out). Node number = c1 + K1·(c2 + K2·(c3 + …)). All flat vectors are by node, node
// 0 lowest; timing and the other parameters are those of isobar_averaging_pe.
//
// The spanning tree by which steps end reaches the PEs breadth-first from the one in the middle, by the
// lowest ports. So a PE has its parent in the highest dimension in which its coordinate differs from the
// root's, on the shorter way to that, towards the predecessor if both are as long; it waits for the hops
// that a PE may be farther from the root than it is.
module isobar_averaging_fabric #(
  parameter int unsigned Dimensions = 1,
  parameter bit [Dimensions*16-1:0] Radices = 16'd8,
  parameter int unsigned Nodes     = 8,  // the product of the radices
  `ISOBAR_AVERAGING_PARAMETERS(32)
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

`include "isobar_torus.svh"

  // By how much a coordinate is ahead of the root's
  function automatic int unsigned ahead(input int unsigned node, input int unsigned dimension);
    ahead = (node / stride(dimension) + radix(dimension) - radix(dimension) / 2) % radix(dimension);
  endfunction

  // The neighbour at a port
  function automatic int unsigned at(input int unsigned node, input int unsigned port);
    int unsigned coordinate, moved;
    coordinate = node / stride(port / 2) % radix(port / 2);
    moved = (coordinate + (port % 2 == 0 ? 1 : radix(port / 2) - 1)) % radix(port / 2);
    at = node - coordinate * stride(port / 2) + moved * stride(port / 2);
  endfunction

  function automatic bit [Ports-1:0] parent(input int unsigned node);
    parent = '0;
    for (int unsigned d = 0; d < Dimensions; d++) begin
      if (ahead(node, d) != 0) begin
        parent = '0;
        parent[2*d + (ahead(node, d) <= radix(d) / 2 ? 1 : 0)] = 1'b1;
      end
    end
  endfunction

  function automatic bit [Ports-1:0] children(input int unsigned node);
    bit [Ports-1:0] of_neighbour;
    for (int unsigned p = 0; p < Ports; p++) begin
      of_neighbour = parent(at(node, p));
      children[p]  = of_neighbour[p % 2 == 0 ? p + 1 : p - 1];
    end
  endfunction

  // A hop of a status word, from one bit's first cycle to the first in which it can be used
  function automatic bit [CountBits-1:0] longest_way(input int unsigned node);
    int unsigned hop, distance, cycles;
    cycles = 0;
    for (int unsigned d = 0; d < Dimensions; d++) begin
      hop = 32'(Setup[d*CountBits +: CountBits]) + 32'(CyclesPerBit[d*CountBits +: CountBits]) +
            32'(Latency[d*CountBits +: CountBits]);
      distance = ahead(node, d) <= radix(d) / 2 ? ahead(node, d) : radix(d) - ahead(node, d);
      cycles = cycles + (radix(d) / 2 - distance) * hop;
    end
    longest_way = CountBits'(cycles);
  endfunction

  logic [Nodes*Ports-1:0]          valid_out, valid_in;
  logic [Nodes*Ports*MaxLanes-1:0] line_out, line_in;

  if (Nodes != stride(Dimensions)) begin : g_nodes
    $error("Nodes is the product of the radices");
  end

  for (genvar n = 0; n < Nodes; n++) begin : g_node
    logic                      obs_ends, unused_dimension;
    logic [1:0]                unused_part;
    logic [CountBits-1:0]      unused_cycle;
    logic [Ports*LoadBits-1:0] unused_shift;
    logic [Ports-1:0]          unused_starts, unused_ends, unused_landing;
    logic [Ports*TaskBits-1:0] unused_head, unused_landed;

    if (n == 0) begin : g_step  // all PEs are in the same step
      assign step_o = obs_ends;
    end else begin : g_same
      logic unused_position;
      assign unused_position = &{1'b0, obs_ends};
    end

    isobar_averaging_pe #(.Dimensions(Dimensions), `ISOBAR_PASS_AVERAGING_PARAMETERS) u_pe (
      .clk_i, .rst_ni, .run_i,
      .parent_i(parent(n)), .children_i(children(n)), .wait_i(longest_way(n)),
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
      .obs_dimension_o(unused_dimension), .obs_part_o(unused_part), .obs_ends_o(obs_ends),
      .obs_load_o(load_o[n*LoadBits +: LoadBits]),
      .obs_cycle_o(unused_cycle), .obs_shift_o(unused_shift), .obs_head_o(unused_head),
      .obs_transfer_start_o(unused_starts), .obs_transfer_end_o(unused_ends),
      .obs_landing_o(unused_landing), .obs_landed_o(unused_landed)
    );

    for (genvar p = 0; p < Ports; p++) begin : g_port
      if (radix(p / 2) < 3) begin : g_radix
        $error("a radix is at least 3; a dimension of radix 1 is left out");
      end
      // What comes in left by that PE's port to this one.
      localparam int unsigned From = at(n, p) * Ports + (p % 2 == 0 ? p + 1 : p - 1);

      isobar_link #(
        .Latency(32'(Latency[(p/2)*CountBits +: CountBits])), .Lanes(MaxLanes)
      ) u_link (
        .clk_i, .rst_ni,
        .valid_i(valid_out[From]), .line_i(line_out[From*MaxLanes +: MaxLanes]),
        .valid_o(valid_in[n*Ports + p]),
        .line_o(line_in[(n*Ports + p)*MaxLanes +: MaxLanes])
      );
    end
  end

endmodule
