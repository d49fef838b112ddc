// SPDX-License-Identifier: Apache-2.0
// The ports of a shell that do not depend on its PE: registers by AXI4-Lite, and the two wires by
// which PEs start and stop together. They are described in isobar_shell_core.
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

`define ISOBAR_PASS_SHELL_PORTS \
  .axi_awvalid_i, .axi_awready_o, .axi_awaddr_i, \
  .axi_wvalid_i, .axi_wready_o, .axi_wdata_i, .axi_wstrb_i, \
  .axi_bvalid_o, .axi_bready_i, .axi_bresp_o, \
  .axi_arvalid_i, .axi_arready_o, .axi_araddr_i, \
  .axi_rvalid_o, .axi_rready_i, .axi_rdata_o, .axi_rresp_o, \
  .willing_o, .go_i

`endif
