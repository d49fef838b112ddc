// SPDX-License-Identifier: Apache-2.0
// The ports of a shell. Those of ISOBAR_SHELL_PORTS do not depend on its PE: registers by AXI4-Lite, and
// the two wires by which PEs start and stop together (isobar_shell_core). Those of ISOBAR_SHELL_PE_PORTS
// are the PE's own links, of which it has Ports, and its streams, which pass through (isobar_pe). Those of
// ISOBAR_SHELL_TREE_PORTS are the place in the spanning tree of a PE that has one (isobar_exchange_pe).
`ifndef ISOBAR_SHELL_PORTS_SVH
`define ISOBAR_SHELL_PORTS_SVH

`define ISOBAR_SHELL_PORTS \
  input  logic                                     axi_awvalid_i, \
  output logic                                     axi_awready_o, \
  input  logic [isobar_shell_pkg::AddressBits-1:0] axi_awaddr_i, \
  input  logic                                     axi_wvalid_i, \
  output logic                                     axi_wready_o, \
  input  logic [31:0]                              axi_wdata_i, \
  input  logic [3:0]                               axi_wstrb_i, \
  output logic                                     axi_bvalid_o, \
  input  logic                                     axi_bready_i, \
  output logic [1:0]                               axi_bresp_o, \
  input  logic                                     axi_arvalid_i, \
  output logic                                     axi_arready_o, \
  input  logic [isobar_shell_pkg::AddressBits-1:0] axi_araddr_i, \
  output logic                                     axi_rvalid_o, \
  input  logic                                     axi_rready_i, \
  output logic [31:0]                              axi_rdata_o, \
  output logic [1:0]                               axi_rresp_o, \
  output logic                                     willing_o, \
  input  logic                                     go_i

`define ISOBAR_PASS_SHELL_BUS \
  .axi_awvalid_i, .axi_awready_o, .axi_awaddr_i, \
  .axi_wvalid_i, .axi_wready_o, .axi_wdata_i, .axi_wstrb_i, \
  .axi_bvalid_o, .axi_bready_i, .axi_bresp_o, \
  .axi_arvalid_i, .axi_arready_o, .axi_araddr_i, \
  .axi_rvalid_o, .axi_rready_i, .axi_rdata_o, .axi_rresp_o

`define ISOBAR_PASS_SHELL_PORTS \
  `ISOBAR_PASS_SHELL_BUS, .willing_o, .go_i

`define ISOBAR_SHELL_PE_PORTS(Ports) \
  output logic [(Ports)-1:0]          valid_o, \
  output logic [(Ports)*MaxLanes-1:0] line_o, \
  input  logic [(Ports)-1:0]          valid_i, \
  input  logic [(Ports)*MaxLanes-1:0] line_i, \
  input  logic                        sink_tvalid_i, \
  output logic                        sink_tready_o, \
  input  logic [TaskBits-1:0]         sink_tdata_i, \
  input  logic                        fetch_i, \
  output logic                        source_tvalid_o, \
  input  logic                        source_tready_i, \
  output logic [TaskBits-1:0]         source_tdata_o

`define ISOBAR_PASS_SHELL_PE_PORTS \
  .valid_o, .line_o, .valid_i, .line_i, \
  .sink_tvalid_i, .sink_tready_o, .sink_tdata_i, \
  .fetch_i, .source_tvalid_o, .source_tready_i, .source_tdata_o

`define ISOBAR_SHELL_TREE_PORTS(Ports) \
  input  logic [(Ports)-1:0]   parent_i, \
  input  logic [(Ports)-1:0]   children_i, \
  input  logic [CountBits-1:0] wait_i

`endif
