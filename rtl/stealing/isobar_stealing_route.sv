// SPDX-License-Identifier: Apache-2.0
// The way of a message in a torus, in order of dimensions, in each of them in the shorter direction, towards
// the successor where both are as long: by which port it leaves PE from_i for to_i, and how many links
// that is away. Combinational.
module isobar_stealing_route #(
  parameter int unsigned Dimensions = 1,
  parameter bit [Dimensions*16-1:0] Radices = 16'd8,
  parameter int unsigned AddressBits = 3,
  parameter int unsigned Ports       = 2,
  parameter int unsigned HopBits     = 3,
  localparam int unsigned PortBits   = $clog2(Ports + 1)
) (
  input  logic [AddressBits-1:0] from_i,
  input  logic [AddressBits-1:0] to_i,
  output logic [PortBits-1:0]    port_o,
  output logic [HopBits-1:0]     hops_o
);

  logic        found;
  logic [31:0] radix, stride, from, to, ahead, hops;
  logic [31:0] first;

  always_comb begin
    found  = 1'b0;
    port_o = '0;
    hops   = '0;
    stride = 32'd1;
    first  = '0;
    for (int unsigned d = 0; d < Dimensions; d++) begin
      radix = 32'(Radices[d*16 +: 16]);
      from  = 32'(from_i) / stride % radix;
      to    = 32'(to_i) / stride % radix;
      ahead = (to >= from) ? to - from : to + radix - from;
      if (ahead != '0 && !found) begin
        found  = 1'b1;
        port_o = PortBits'(first + ((2 * ahead <= radix) ? 32'd0 : 32'd1));
      end
      hops   = hops + ((2 * ahead <= radix) ? ahead : radix - ahead);
      stride = stride * radix;
      first  = first + ((radix == 32'd2) ? 32'd1 : 32'd2);
    end
    hops_o = HopBits'(hops);
  end

  logic unused_bits;
  assign unused_bits = &{1'b0, hops};

endmodule
