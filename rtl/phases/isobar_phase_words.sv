// SPDX-License-Identifier: Apache-2.0
// The words by which PEs learn that a phase is over, at all ports of one: what it tells and hears
// (isobar_phase_end), and what sends and receives the words. own_i and knows_o are said in the cycle
// before; valid_i is given only while status words can come. Per-port parameters are packed, CountBits
// each, port 0 lowest.
//
// A status word of one bit has N(1) cycles: a port has one lane, or one cycle a bit.
module isobar_phase_words #(
  parameter int unsigned Ports     = 1,
  parameter int unsigned CountBits = 16,
  parameter bit [Ports*CountBits-1:0] Lanes        = {Ports{CountBits'(1)}},
  parameter bit [Ports*CountBits-1:0] CyclesPerBit = {Ports{CountBits'(1)}},
  parameter bit [Ports*CountBits-1:0] Setup        = '0
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  input  logic [Ports-1:0] parent_i,    // the PE's place in the spanning tree, constants
  input  logic [Ports-1:0] children_i,
  input  logic             own_i,       // from the next cycle on its own transfers can be used
  input  logic             ends_i,      // the last cycle of the phase
  input  logic [Ports-1:0] valid_i,
  input  logic [Ports-1:0] bit_i,
  output logic             knows_o,     // from the next cycle on
  output logic [Ports-1:0] setting_up_o,
  output logic [Ports-1:0] valid_o      // the bit, a 1, is on the line
);

  logic [Ports-1:0] told, start;

  isobar_phase_end #(.Ports(Ports)) u_phase_end (
    .clk_i, .rst_ni, .parent_i, .children_i,
    .own_i, .told_i(told), .ends_i, .send_o(start), .knows_o
  );

  for (genvar p = 0; p < Ports; p++) begin : g_status
    localparam int unsigned C = 32'(CyclesPerBit[p*CountBits +: CountBits]);
    if (C > 1 && 32'(Lanes[p*CountBits +: CountBits]) > 1) begin : g_lanes
      $error("a status word of one bit has one lane, or one cycle a bit");
    end

    isobar_status_receiver #(.CyclesPerBit(C)) u_receiver (
      .clk_i, .rst_ni, .valid_i(valid_i[p]), .bit_i(bit_i[p]), .complete_o(told[p])
    );
    isobar_status_sender #(
      .Setup(32'(Setup[p*CountBits +: CountBits])), .CyclesPerBit(C)
    ) u_sender (
      .clk_i, .rst_ni, .start_i(start[p]),
      .setting_up_o(setting_up_o[p]), .valid_o(valid_o[p])
    );
  end

endmodule
