// SPDX-License-Identifier: Apache-2.0
// A status word from its start in one PE to its end in the next: sender, link, receiver. One word is
// on its way at a time.
module prove_status #(
  parameter int unsigned Setup   = 0,
  parameter int unsigned Cycles  = 1,
  parameter int unsigned Latency = 1
) (
  input logic clk_i,
  input logic rst_ni,
  input logic start_i
);

  // From the cycle in which it is started to its last one at the receiver
  localparam int unsigned Way  = Setup + Cycles + Latency;
  localparam int unsigned Bits = $clog2(Way + 2);

  logic sent, setting_up, comes, bit_comes, complete;

  isobar_status_sender #(.Setup(Setup), .CyclesPerBit(Cycles)) u_sender (
    .clk_i, .rst_ni, .start_i, .setting_up_o(setting_up), .valid_o(sent)
  );
  isobar_link #(.Latency(Latency), .Lanes(1)) u_link (
    .clk_i, .rst_ni, .valid_i(sent), .line_i(sent), .valid_o(comes), .line_o(bit_comes)
  );
  isobar_status_receiver #(.CyclesPerBit(Cycles)) u_receiver (
    .clk_i, .rst_ni, .valid_i(comes), .bit_i(bit_comes), .complete_o(complete)
  );

  logic            started_q = 1'b0;
  logic [Bits-1:0] since_d, since_q;  // the cycle after the start is 1; 0: none is on its way

  always_comb begin
    since_d = (since_q == '0 || since_q == Bits'(Way)) ? '0 : since_q + 1'b1;
    if (start_i) since_d = Bits'(1);
  end

  always_ff @(posedge clk_i) started_q <= 1'b1;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) since_q <= '0;
    else since_q <= since_d;
  end

  always_comb begin
    m_reset: assume (started_q || !rst_ni);
    if (since_q != '0) begin
      m_one: assume (!start_i);
    end
    if (rst_ni) begin
      a_setting_up: assert (setting_up == (since_q != '0 && since_q <= Bits'(Setup)));
      a_sent:       assert (sent == (since_q > Bits'(Setup) && since_q <= Bits'(Setup + Cycles)));
      a_told:       assert (complete == (since_q == Bits'(Way)));
      c_told:       cover (complete);
    end
  end

endmodule
