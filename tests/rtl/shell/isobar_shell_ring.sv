// SPDX-License-Identifier: Apache-2.0
`include "isobar_shell_ports.svh"

// Shells that start and stop together: all that a bench may touch is their buses, an asynchronous
// reset, and the streams. Flat vectors are by node, node 0 lowest. They are a ring of four, for
// dimension exchange a hypercube of two dimensions, for HHC algorithm B a Hexa-cell: two triangles,
// and a third port from each PE to its like in the other one.
module isobar_shell_ring #(
  parameter bit [3:0]    Scheme    = isobar_shell_pkg::SchemeLiquid,
  parameter int unsigned TaskBits  = 16,
  parameter int unsigned LoadBits  = 8,
  parameter int unsigned Depth     = 16,
  parameter int unsigned GoLatency = 2,  // cycles from willing to go, at least 1
  localparam bit          Hexa        = Scheme == isobar_shell_pkg::SchemeHhcB,
  localparam int unsigned Nodes       = Hexa ? 6 : 4,
  localparam int unsigned Ports       = Hexa ? 3 : 2,
  localparam int unsigned AddressBits = isobar_shell_pkg::AddressBits
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  input  logic [Nodes-1:0]             axi_awvalid_i,
  output logic [Nodes-1:0]             axi_awready_o,
  input  logic [Nodes*AddressBits-1:0] axi_awaddr_i,
  input  logic [Nodes-1:0]             axi_wvalid_i,
  output logic [Nodes-1:0]             axi_wready_o,
  input  logic [Nodes*32-1:0]          axi_wdata_i,
  input  logic [Nodes*4-1:0]           axi_wstrb_i,
  output logic [Nodes-1:0]             axi_bvalid_o,
  input  logic [Nodes-1:0]             axi_bready_i,
  output logic [Nodes*2-1:0]           axi_bresp_o,
  input  logic [Nodes-1:0]             axi_arvalid_i,
  output logic [Nodes-1:0]             axi_arready_o,
  input  logic [Nodes*AddressBits-1:0] axi_araddr_i,
  output logic [Nodes-1:0]             axi_rvalid_o,
  input  logic [Nodes-1:0]             axi_rready_i,
  output logic [Nodes*32-1:0]          axi_rdata_o,
  output logic [Nodes*2-1:0]           axi_rresp_o,
  input  logic [Nodes-1:0]             sink_tvalid_i,
  output logic [Nodes-1:0]             sink_tready_o,
  input  logic [Nodes*TaskBits-1:0]    sink_tdata_i,
  input  logic [Nodes-1:0]             fetch_i,
  output logic [Nodes-1:0]             source_tvalid_o,
  input  logic [Nodes-1:0]             source_tready_i,
  output logic [Nodes*TaskBits-1:0]    source_tdata_o
);

  logic                   rst_n;
  logic [Nodes-1:0]       willing;
  logic [GoLatency-1:0]   go_d, go_q;
  logic [Ports*Nodes-1:0] valid_out, line_out, valid_in, line_in;

  // The spanning tree, as the fabrics of rtl/ have it: from node 3 of the hypercube, from node 2 of
  // the ring, from node 4 of the Hexa-cell. By node and port.
  localparam bit Cube = Scheme == isobar_shell_pkg::SchemeExchange;
  localparam bit [17:0] Parents  = Hexa ? 18'b010_000_001_100_100_100 :
                                   Cube ? 18'b00_01_10_10 : 18'b10_00_01_10;
  localparam bit [17:0] Children = Hexa ? 18'b100_111_100_000_000_000 :
                                   Cube ? 18'b11_10_00_00 : 18'b01_11_00_00;
  // A status word has two cycles a hop: so many hops is a PE nearer to the root than the farthest.
  localparam bit [11:0] Nearer   = Hexa ? 12'b01_10_01_00_01_00 :
                                   Cube ? 12'b10_01_01_00 : 12'b01_10_01_00;

  isobar_reset u_reset (.clk_i, .rst_ni, .rst_no(rst_n));

  assign go_d = GoLatency'({go_q, &willing});

  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) go_q <= '0;
    else go_q <= go_d;
  end

  // Where a port leads, and by which port what comes from there was sent
  function automatic int unsigned there(input int unsigned node, input int unsigned port);
    if (Cube) there = node ^ (32'd1 << port);
    else if (!Hexa) there = (node + (port == 0 ? 1 : Nodes - 1)) % Nodes;
    else if (port == 2) there = (node + 3) % 6;
    else there = node - node % 3 + (node % 3 + port + 1) % 3;
  endfunction

  function automatic int unsigned far_port(input int unsigned port);
    far_port = (Cube || port == 2) ? port : 1 - port;
  endfunction

`define SHELL_CONNECTIONS \
      .clk_i, .rst_ni(rst_n), \
      .axi_awvalid_i(axi_awvalid_i[n]), .axi_awready_o(axi_awready_o[n]), \
      .axi_awaddr_i(axi_awaddr_i[n*AddressBits +: AddressBits]), \
      .axi_wvalid_i(axi_wvalid_i[n]), .axi_wready_o(axi_wready_o[n]), \
      .axi_wdata_i(axi_wdata_i[n*32 +: 32]), .axi_wstrb_i(axi_wstrb_i[n*4 +: 4]), \
      .axi_bvalid_o(axi_bvalid_o[n]), .axi_bready_i(axi_bready_i[n]), \
      .axi_bresp_o(axi_bresp_o[n*2 +: 2]), \
      .axi_arvalid_i(axi_arvalid_i[n]), .axi_arready_o(axi_arready_o[n]), \
      .axi_araddr_i(axi_araddr_i[n*AddressBits +: AddressBits]), \
      .axi_rvalid_o(axi_rvalid_o[n]), .axi_rready_i(axi_rready_i[n]), \
      .axi_rdata_o(axi_rdata_o[n*32 +: 32]), .axi_rresp_o(axi_rresp_o[n*2 +: 2]), \
      .willing_o(willing[n]), .go_i(go_q[GoLatency-1]), \
      .valid_o(valid_out[n*Ports +: Ports]), .line_o(line_out[n*Ports +: Ports]), \
      .valid_i(valid_in[n*Ports +: Ports]), .line_i(line_in[n*Ports +: Ports]), \
      .sink_tvalid_i(sink_tvalid_i[n]), .sink_tready_o(sink_tready_o[n]), \
      .sink_tdata_i(sink_tdata_i[n*TaskBits +: TaskBits]), \
      .fetch_i(fetch_i[n]), .source_tvalid_o(source_tvalid_o[n]), \
      .source_tready_i(source_tready_i[n]), \
      .source_tdata_o(source_tdata_o[n*TaskBits +: TaskBits])

`define TREE_CONNECTIONS \
      .parent_i(Parents[n*Ports +: Ports]), .children_i(Children[n*Ports +: Ports]), \
      .wait_i(16'({Nearer[2*n +: 2], 1'b0}))

`define STATE_OF_SHELL \
      assign running  = u_shell.running; \
      assign at_start = u_shell.u_pe.obs_dimension_o == '0 && \
                        u_shell.u_pe.obs_part_o == isobar_pkg::PartWords && \
                        u_shell.u_pe.obs_cycle_o == '0;

  for (genvar n = 0; n < Nodes; n++) begin : g_node
    logic running, at_start;

    if (Scheme == isobar_shell_pkg::SchemeLiquid) begin : g_liquid
      isobar_shell #(.TaskBits(TaskBits), .LoadBits(LoadBits), .Depth(Depth)) u_shell (
        `SHELL_CONNECTIONS
      );
      `STATE_OF_SHELL
    end else if (Cube) begin : g_exchange
      isobar_exchange_shell #(
        .Dimensions(2), .TaskBits(TaskBits), .LoadBits(LoadBits), .Depth(Depth)
      ) u_shell (
        `SHELL_CONNECTIONS, `TREE_CONNECTIONS
      );
      `STATE_OF_SHELL
    end else if (Hexa) begin : g_hhc
      isobar_hhc_shell #(
        .Dimensions(2), .TaskBits(TaskBits), .LoadBits(LoadBits), .Depth(Depth)
      ) u_shell (
        `SHELL_CONNECTIONS, .role_i(2'(n % 3)), `TREE_CONNECTIONS
      );
      `STATE_OF_SHELL
    end else if (Scheme == isobar_shell_pkg::SchemeStealing) begin : g_stealing
      isobar_stealing_shell #(
        .Ports(Ports), .AddressBits(2), .TaskBits(TaskBits), .LoadBits(LoadBits), .Depth(Depth)
      ) u_shell (
        `SHELL_CONNECTIONS, .own_i(2'(n)), .there_i({2'(there(n, 1)), 2'(there(n, 0))}),
        .works_i(source_tvalid_o[n])
      );
      assign running  = u_shell.running;
      assign at_start = 1'b1;
    end else begin : g_averaging
      isobar_averaging_shell #(
        .TaskBits(TaskBits), .LoadBits(LoadBits), .Depth(Depth), .Decision(10)
      ) u_shell (
        `SHELL_CONNECTIONS, `TREE_CONNECTIONS
      );
      `STATE_OF_SHELL
    end

    // RUNNING is read as: while it is 0 the PE stands before a step, so its counters are whole ones.
    a_stands: assert property (@(posedge clk_i) disable iff (!rst_n) running || at_start)
      else $fatal(1, "PE %0d does not run and is within a step", n);

    for (genvar p = 0; p < Ports; p++) begin : g_port
      isobar_link u_link (
        .clk_i, .rst_ni(rst_n),
        .valid_i(valid_out[there(n, p)*Ports + far_port(p)]),
        .line_i(line_out[there(n, p)*Ports + far_port(p)]),
        .valid_o(valid_in[n*Ports + p]), .line_o(line_in[n*Ports + p])
      );
    end
  end

endmodule
