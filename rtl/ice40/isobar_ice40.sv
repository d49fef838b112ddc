// SPDX-License-Identifier: Apache-2.0
// One PE of a ring of chips, for an iCE40 HX8K (ct256): the shell with all of its buses at pins, so
// that a host at the same clock drives it by AXI4-Lite, and tasks of 32 bits go in and out.
//
// Whatever goes to or comes from another chip passes by a register at its pin. A link's two are all
// of its latency, so Latency is 2. willing_o and go_i have one each: where the AND of all chips' is
// made outside within a cycle, a chip is granted steps two cycles after the last one is willing.
// The streams and the bus have no such registers: their masters are on the same board.
module isobar_ice40 #(
  localparam int unsigned TaskBits    = 32,
  localparam int unsigned Ports       = 2,
  localparam int unsigned AddressBits = isobar_shell_pkg::AddressBits
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,  // at any time; released in step with the clock in here

  // Registers, AXI4-Lite
  input  logic                   axi_awvalid_i,
  output logic                   axi_awready_o,
  input  logic [AddressBits-1:0] axi_awaddr_i,
  input  logic                   axi_wvalid_i,
  output logic                   axi_wready_o,
  input  logic [31:0]            axi_wdata_i,
  input  logic [3:0]             axi_wstrb_i,
  output logic                   axi_bvalid_o,
  input  logic                   axi_bready_i,
  output logic [1:0]             axi_bresp_o,
  input  logic                   axi_arvalid_i,
  output logic                   axi_arready_o,
  input  logic [AddressBits-1:0] axi_araddr_i,
  output logic                   axi_rvalid_o,
  input  logic                   axi_rready_i,
  output logic [31:0]            axi_rdata_o,
  output logic [1:0]             axi_rresp_o,

  // Other chips
  output logic                   willing_o,
  input  logic                   go_i,
  output logic [Ports-1:0]       valid_o,
  output logic [Ports-1:0]       line_o,
  input  logic [Ports-1:0]       valid_i,
  input  logic [Ports-1:0]       line_i,

  // Streams of tasks
  input  logic                   sink_tvalid_i,
  output logic                   sink_tready_o,
  input  logic [TaskBits-1:0]    sink_tdata_i,
  input  logic                   fetch_i,
  output logic                   source_tvalid_o,
  input  logic                   source_tready_i,
  output logic [TaskBits-1:0]    source_tdata_o
);

  logic             rst_n, willing_d, willing_q, go_q;
  logic [Ports-1:0] valid_in_q, line_in_q, valid_out_d, valid_out_q, line_out_d, line_out_q;

  isobar_reset u_reset (.clk_i, .rst_ni, .rst_no(rst_n));

  always_ff @(posedge clk_i or negedge rst_n) begin
    if (!rst_n) begin
      willing_q   <= 1'b0;
      go_q        <= 1'b0;
      valid_in_q  <= '0;
      line_in_q   <= '0;
      valid_out_q <= '0;
      line_out_q  <= '0;
    end else begin
      willing_q   <= willing_d;
      go_q        <= go_i;
      valid_in_q  <= valid_i;
      line_in_q   <= line_i;
      valid_out_q <= valid_out_d;
      line_out_q  <= line_out_d;
    end
  end

  assign willing_o = willing_q;
  assign valid_o   = valid_out_q;
  assign line_o    = line_out_q;

  isobar_shell #(.TaskBits(TaskBits), .Latency(16'd2)) u_shell (
    .clk_i, .rst_ni(rst_n),
    .axi_awvalid_i, .axi_awready_o, .axi_awaddr_i,
    .axi_wvalid_i, .axi_wready_o, .axi_wdata_i, .axi_wstrb_i,
    .axi_bvalid_o, .axi_bready_i, .axi_bresp_o,
    .axi_arvalid_i, .axi_arready_o, .axi_araddr_i,
    .axi_rvalid_o, .axi_rready_i, .axi_rdata_o, .axi_rresp_o,
    .willing_o(willing_d), .go_i(go_q),
    .valid_o(valid_out_d), .line_o(line_out_d), .valid_i(valid_in_q), .line_i(line_in_q),
    .sink_tvalid_i, .sink_tready_o, .sink_tdata_i,
    .fetch_i, .source_tvalid_o, .source_tready_i, .source_tdata_o
  );

endmodule
