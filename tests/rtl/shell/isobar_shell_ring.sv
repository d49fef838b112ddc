// SPDX-License-Identifier: Apache-2.0
// A ring of shells that start and stop together: all that a bench may touch is their buses, an
// asynchronous reset, and the streams. Flat vectors are by node, node 0 lowest.
module isobar_shell_ring #(
  parameter int unsigned Nodes     = 4,
  parameter int unsigned TaskBits  = 16,
  parameter int unsigned LoadBits  = 8,
  parameter int unsigned Depth     = 16,
  parameter int unsigned GoLatency = 2,  // cycles from willing to go, at least 1
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

  logic                 rst_n;
  logic [Nodes-1:0]     willing;
  logic [GoLatency-1:0] go_d, go_q;
  logic [2*Nodes-1:0]   valid_out, line_out, valid_in, line_in;

  isobar_reset u_reset (.clk_i, .rst_ni, .rst_no(rst_n));

  assign go_d = GoLatency'({go_q, &willing});

  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) go_q <= '0;
    else go_q <= go_d;
  end

  for (genvar n = 0; n < Nodes; n++) begin : g_node
    localparam int unsigned Successor   = (n + 1) % Nodes;
    localparam int unsigned Predecessor = (n + Nodes - 1) % Nodes;

    isobar_shell #(.TaskBits(TaskBits), .LoadBits(LoadBits), .Depth(Depth)) u_shell (
      .clk_i, .rst_ni(rst_n),
      .axi_awvalid_i(axi_awvalid_i[n]), .axi_awready_o(axi_awready_o[n]),
      .axi_awaddr_i(axi_awaddr_i[n*AddressBits +: AddressBits]),
      .axi_wvalid_i(axi_wvalid_i[n]), .axi_wready_o(axi_wready_o[n]),
      .axi_wdata_i(axi_wdata_i[n*32 +: 32]), .axi_wstrb_i(axi_wstrb_i[n*4 +: 4]),
      .axi_bvalid_o(axi_bvalid_o[n]), .axi_bready_i(axi_bready_i[n]),
      .axi_bresp_o(axi_bresp_o[n*2 +: 2]),
      .axi_arvalid_i(axi_arvalid_i[n]), .axi_arready_o(axi_arready_o[n]),
      .axi_araddr_i(axi_araddr_i[n*AddressBits +: AddressBits]),
      .axi_rvalid_o(axi_rvalid_o[n]), .axi_rready_i(axi_rready_i[n]),
      .axi_rdata_o(axi_rdata_o[n*32 +: 32]), .axi_rresp_o(axi_rresp_o[n*2 +: 2]),
      .willing_o(willing[n]), .go_i(go_q[GoLatency-1]),
      .valid_o(valid_out[2*n +: 2]), .line_o(line_out[2*n +: 2]),
      .valid_i(valid_in[2*n +: 2]), .line_i(line_in[2*n +: 2]),
      .sink_tvalid_i(sink_tvalid_i[n]), .sink_tready_o(sink_tready_o[n]),
      .sink_tdata_i(sink_tdata_i[n*TaskBits +: TaskBits]),
      .fetch_i(fetch_i[n]), .source_tvalid_o(source_tvalid_o[n]),
      .source_tready_i(source_tready_i[n]),
      .source_tdata_o(source_tdata_o[n*TaskBits +: TaskBits])
    );

    // RUNNING is read as: while it is 0 the PE stands before a step, so its counters are whole ones.
    a_stands: assert property (@(posedge clk_i) disable iff (!rst_n)
      u_shell.running || u_shell.u_pe.obs_cycle_o == '0)
      else $fatal(1, "PE %0d does not run and is within a step", n);

    // Port 0 goes to the successor, port 1 to the predecessor.
    isobar_link u_from_successor (
      .clk_i, .rst_ni(rst_n),
      .valid_i(valid_out[2*Successor + 1]), .line_i(line_out[2*Successor + 1]),
      .valid_o(valid_in[2*n]), .line_o(line_in[2*n])
    );
    isobar_link u_from_predecessor (
      .clk_i, .rst_ni(rst_n),
      .valid_i(valid_out[2*Predecessor]), .line_i(line_out[2*Predecessor]),
      .valid_o(valid_in[2*n + 1]), .line_o(line_in[2*n + 1])
    );
  end

endmodule
