// SPDX-License-Identifier: Apache-2.0
`include "isobar_parameters.svh"

// A torus of PEs that steal work from their neighbours, from its radices (each at least 2; leave radix-1
// dimensions out); hypercubes and hyper Hexa-Cells are such tori. Node number = c1 + K1·(c2 + K2·(c3 + …)),
// ports as in isobar_torus.svh. All flat vectors are by node, node 0 lowest; the numbers of links are by
// dimension, the other parameters are those of isobar_stealing_pe.
module isobar_stealing_fabric #(
  parameter int unsigned Dimensions = 1,
  parameter bit [Dimensions*16-1:0] Radices = 16'd8,
  parameter int unsigned Nodes      = 8,  // the product of the radices
  parameter int unsigned Ports      = 2,  // of a PE
  parameter bit          Neighbours = 1'b1,  // thieves ask neighbours alone; else all others,
  parameter bit          Drawn      = 1'b0,  // and those in turn or drawn
  `ISOBAR_STEALING_PARAMETERS(Dimensions, 32)
) (
  input  logic                      clk_i,
  input  logic                      rst_ni,
  input  logic                      run_i,
  input  logic [Nodes*32-1:0]       seed_i,  // of what is drawn
  input  logic [Nodes-1:0]          sink_tvalid_i,
  output logic [Nodes-1:0]          sink_tready_o,
  input  logic [Nodes*TaskBits-1:0] sink_tdata_i,
  input  logic [Nodes-1:0]          fetch_i,
  input  logic [Nodes-1:0]          works_i,
  output logic [Nodes-1:0]          source_tvalid_o,
  input  logic [Nodes-1:0]          source_tready_i,
  output logic [Nodes*TaskBits-1:0] source_tdata_o,
  output logic [Nodes*LoadBits-1:0] load_o,
  output logic [Nodes*isobar_pkg::ErrorBits-1:0] error_o,
  output logic [Nodes*Ports-1:0]          valid_o,  // the links that leave, by port
  output logic [Nodes*Ports*MaxLanes-1:0] line_o,
  output logic [Nodes*Ports*CounterBits-1:0] transfer_cycles_o,
  output logic [Nodes*Ports*CounterBits-1:0] word_cycles_o,
  output logic [Nodes*Ports*CounterBits-1:0] setup_cycles_o
);

  // The buffers of a port between PEs of which any can ask any
  localparam int unsigned Classes = (most_hops(Dimensions) > 1) ? most_hops(Dimensions) - 1 : 1;
  localparam int unsigned AddressBits = (Nodes > 1) ? $clog2(Nodes) : 1;

`include "isobar_torus.svh"

  // The neighbour at a port
  function automatic int unsigned at(input int unsigned node, input int unsigned port);
    int unsigned k, step, coordinate, moved;
    k          = radix(dimension_of(port));
    step       = stride(dimension_of(port));
    coordinate = node / step % k;
    moved      = (coordinate + (is_back(port) ? k - 1 : 1)) % k;
    at         = node - coordinate * step + moved * step;
  endfunction

  function automatic bit [Ports*AddressBits-1:0] neighbours(input int unsigned node);
    for (int unsigned p = 0; p < Ports; p++) neighbours[p*AddressBits +: AddressBits] = AddressBits'(at(node, p));
  endfunction

  function automatic bit [Ports*CountBits-1:0] by_port(input bit [Dimensions*CountBits-1:0] of);
    for (int unsigned p = 0; p < Ports; p++) begin
      by_port[p*CountBits +: CountBits] = of[dimension_of(p)*CountBits +: CountBits];
    end
  endfunction

  localparam bit [Ports*CountBits-1:0] PortLanes        = by_port(Lanes);
  localparam bit [Ports*CountBits-1:0] PortCyclesPerBit = by_port(CyclesPerBit);
  localparam bit [Ports*CountBits-1:0] PortSetup        = by_port(Setup);
  localparam bit [Ports*CountBits-1:0] PortLatency      = by_port(Latency);

  logic [Nodes*Ports-1:0]          valid_in;
  logic [Nodes*Ports*MaxLanes-1:0] line_in;
  logic [Nodes*Ports*Classes-1:0]  release_out, release_in;
  logic [Nodes*Ports-1:0]          unused_valid;
  logic [Nodes-1:0]                unused_release, unused_seed;

  if (Nodes != stride(Dimensions)) begin : g_nodes
    $error("Nodes is the product of the radices");
  end
  if (Ports != first_port(Dimensions)) begin : g_ports
    $error("Ports are one in each dimension of radix 2, two in others");
  end
  for (genvar d = 0; d < Dimensions; d++) begin : g_dimension
    if (radix(d) < 2) begin : g_radix
      $error("a radix is at least 2; a dimension of radix 1 is left out");
    end
  end

  for (genvar n = 0; n < Nodes; n++) begin : g_node
    if (Neighbours) begin : g_neighbours
      isobar_stealing_pe #(
        .Ports(Ports), .AddressBits(AddressBits), .Half(Half), .FetchNewest(FetchNewest),
        .Handling(Handling), .Retry(Retry), .RetryMax(RetryMax), .TaskBits(TaskBits),
        .LoadBits(LoadBits), .Depth(Depth), .MaxLanes(MaxLanes), .CountBits(CountBits),
        .Lanes(PortLanes), .CyclesPerBit(PortCyclesPerBit), .Setup(PortSetup), .Latency(PortLatency),
        .CounterBits(CounterBits), .QueueMemory(QueueMemory)
      ) u_pe (
        .clk_i, .rst_ni, .run_i, .own_i(AddressBits'(n)), .there_i(neighbours(n)),
        .valid_o(valid_o[n*Ports +: Ports]),
        .line_o(line_o[n*Ports*MaxLanes +: Ports*MaxLanes]),
        .valid_i(valid_in[n*Ports +: Ports]),
        .line_i(line_in[n*Ports*MaxLanes +: Ports*MaxLanes]),
        .sink_tvalid_i(sink_tvalid_i[n]), .sink_tready_o(sink_tready_o[n]),
        .sink_tdata_i(sink_tdata_i[n*TaskBits +: TaskBits]),
        .fetch_i(fetch_i[n]), .works_i(works_i[n]), .source_tvalid_o(source_tvalid_o[n]),
        .source_tready_i(source_tready_i[n]),
        .source_tdata_o(source_tdata_o[n*TaskBits +: TaskBits]),
        .transfer_cycles_o(transfer_cycles_o[n*Ports*CounterBits +: Ports*CounterBits]),
        .word_cycles_o(word_cycles_o[n*Ports*CounterBits +: Ports*CounterBits]),
        .setup_cycles_o(setup_cycles_o[n*Ports*CounterBits +: Ports*CounterBits]),
        .error_o(error_o[n*isobar_pkg::ErrorBits +: isobar_pkg::ErrorBits]),
        .obs_load_o(load_o[n*LoadBits +: LoadBits])
      );
      assign release_out[n*Ports*Classes +: Ports*Classes] = '0;
      assign unused_release[n] = &{1'b0, release_in[n*Ports*Classes +: Ports*Classes]};
      assign unused_seed[n]    = &{1'b0, seed_i[n*32 +: 32]};
    end else begin : g_routed
      isobar_stealing_routed_pe #(
        .Dimensions(Dimensions), .Radices(Radices), .Nodes(Nodes), .Ports(Ports), .AddressBits(AddressBits),
        .Classes(Classes), .Drawn(Drawn), .Half(Half), .FetchNewest(FetchNewest),
        .Handling(Handling), .Retry(Retry), .RetryMax(RetryMax), .TaskBits(TaskBits),
        .LoadBits(LoadBits), .Depth(Depth), .MaxLanes(MaxLanes), .CountBits(CountBits),
        .Lanes(PortLanes), .CyclesPerBit(PortCyclesPerBit), .Setup(PortSetup), .Latency(PortLatency),
        .CounterBits(CounterBits), .QueueMemory(QueueMemory)
      ) u_pe (
        .clk_i, .rst_ni, .run_i, .own_i(AddressBits'(n)), .seed_i(seed_i[n*32 +: 32]),
        .release_o(release_out[n*Ports*Classes +: Ports*Classes]),
        .release_i(release_in[n*Ports*Classes +: Ports*Classes]),
        .valid_o(valid_o[n*Ports +: Ports]),
        .line_o(line_o[n*Ports*MaxLanes +: Ports*MaxLanes]),
        .valid_i(valid_in[n*Ports +: Ports]),
        .line_i(line_in[n*Ports*MaxLanes +: Ports*MaxLanes]),
        .sink_tvalid_i(sink_tvalid_i[n]), .sink_tready_o(sink_tready_o[n]),
        .sink_tdata_i(sink_tdata_i[n*TaskBits +: TaskBits]),
        .fetch_i(fetch_i[n]), .works_i(works_i[n]), .source_tvalid_o(source_tvalid_o[n]),
        .source_tready_i(source_tready_i[n]),
        .source_tdata_o(source_tdata_o[n*TaskBits +: TaskBits]),
        .transfer_cycles_o(transfer_cycles_o[n*Ports*CounterBits +: Ports*CounterBits]),
        .word_cycles_o(word_cycles_o[n*Ports*CounterBits +: Ports*CounterBits]),
        .setup_cycles_o(setup_cycles_o[n*Ports*CounterBits +: Ports*CounterBits]),
        .error_o(error_o[n*isobar_pkg::ErrorBits +: isobar_pkg::ErrorBits]),
        .obs_load_o(load_o[n*LoadBits +: LoadBits])
      );
      assign unused_release[n] = 1'b0;
      assign unused_seed[n]    = 1'b0;
    end

    for (genvar p = 0; p < Ports; p++) begin : g_port
      // What comes in left by that PE's port to this one.
      localparam int unsigned From = at(n, p) * Ports + opposite(p);

      isobar_link #(
        .Latency(32'(PortLatency[p*CountBits +: CountBits])), .Lanes(MaxLanes)
      ) u_link (
        .clk_i, .rst_ni,
        .valid_i(valid_o[From]), .line_i(line_o[From*MaxLanes +: MaxLanes]),
        .valid_o(valid_in[n*Ports + p]),
        .line_o(line_in[(n*Ports + p)*MaxLanes +: MaxLanes])
      );
      // What is free for this PE's messages, the neighbour says.
      isobar_link #(
        .Latency(32'(PortLatency[p*CountBits +: CountBits])), .Lanes(Classes)
      ) u_release (
        .clk_i, .rst_ni,
        .valid_i(1'b0), .line_i(release_out[From*Classes +: Classes]), .valid_o(unused_valid[n*Ports + p]),
        .line_o(release_in[(n*Ports + p)*Classes +: Classes])
      );
    end
  end

endmodule
