// SPDX-License-Identifier: Apache-2.0
// The handshakes of an AXI4-Lite slave in front of registers. No output depends on an input of the
// same cycle. A write is done in the cycle in which both of its channels are taken, so address and
// data may come in any order; a read fetches the register in the cycle in which its address is
// taken. At most one response of each kind waits. Every other cycle can take a write and a read.
module isobar_axi_lite #(
  parameter int unsigned AddressBits = 12
) (
  input  logic                   clk_i,
  input  logic                   rst_ni,

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

  // Registers: a write or read in this cycle, answered in the same
  output logic                   write_o,
  output logic [AddressBits-1:0] write_address_o,
  output logic [31:0]            write_data_o,
  output logic [3:0]             write_strobe_o,
  input  logic                   write_refused_i,
  output logic [AddressBits-1:0] read_address_o,
  input  logic [31:0]            read_data_i,
  input  logic                   read_refused_i
);

  // Writes: once address and data are both there, and the response has a place, both are taken.

  logic write_ready_d, write_ready_q, b_valid_d, b_valid_q, b_error_d, b_error_q;

  assign write_ready_d = axi_awvalid_i && axi_wvalid_i && !write_ready_q &&
                         (!b_valid_q || axi_bready_i);
  assign b_valid_d = write_ready_q || (b_valid_q && !axi_bready_i);
  assign b_error_d = write_ready_q ? write_refused_i : b_error_q;

  assign write_o         = write_ready_q;
  assign write_address_o = axi_awaddr_i;
  assign write_data_o    = axi_wdata_i;
  assign write_strobe_o  = axi_wstrb_i;
  assign axi_awready_o   = write_ready_q;
  assign axi_wready_o    = write_ready_q;
  assign axi_bvalid_o    = b_valid_q;
  assign axi_bresp_o     = b_error_q ? isobar_shell_pkg::SlvErr : isobar_shell_pkg::Okay;

  // Reads: an address is taken when no data wait.

  logic        read, r_valid_d, r_valid_q, r_error_d, r_error_q;
  logic [31:0] r_data_d, r_data_q;

  assign read      = axi_arvalid_i && !r_valid_q;
  assign r_valid_d = read || (r_valid_q && !axi_rready_i);
  assign r_error_d = read ? read_refused_i : r_error_q;
  assign r_data_d  = read ? read_data_i : r_data_q;

  assign read_address_o = axi_araddr_i;
  assign axi_arready_o  = !r_valid_q;
  assign axi_rvalid_o   = r_valid_q;
  assign axi_rdata_o    = r_data_q;
  assign axi_rresp_o    = r_error_q ? isobar_shell_pkg::SlvErr : isobar_shell_pkg::Okay;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      write_ready_q <= 1'b0;
      b_valid_q     <= 1'b0;
      b_error_q     <= 1'b0;
      r_valid_q     <= 1'b0;
      r_error_q     <= 1'b0;
      r_data_q      <= '0;
    end else begin
      write_ready_q <= write_ready_d;
      b_valid_q     <= b_valid_d;
      b_error_q     <= b_error_d;
      r_valid_q     <= r_valid_d;
      r_error_q     <= r_error_d;
      r_data_q      <= r_data_d;
    end
  end

endmodule
