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

  localparam int unsigned Width = AddressBits + 2;  // of a distance, twice

`include "isobar_torus.svh"

  logic [Dimensions-1:0]       goes;  // in this dimension
  logic [Dimensions*Width-1:0] hops;
  logic [Dimensions*PortBits-1:0] ports;

  for (genvar d = 0; d < Dimensions; d++) begin : g_dimension
    localparam int unsigned K      = radix(d);
    localparam int unsigned Stride = stride(d);
    localparam int unsigned First  = first_port(d);

    logic [Width-1:0] from, to, ahead;
    logic             backwards;

    if ((K & (K - 1)) == 0 && (Stride & (Stride - 1)) == 0) begin : g_bits
      assign from = Width'((32'(from_i) / Stride) % K);
      assign to   = Width'((32'(to_i) / Stride) % K);
    end else begin : g_table
      // A divider would be many times as large.
      always_comb begin
        from = '0;
        to   = '0;
        for (int unsigned n = 0; n < K * Stride; n++) begin
          for (int unsigned m = n; m < 32'd1 << AddressBits; m = m + K * Stride) begin
            if (from_i == AddressBits'(m)) from = from | Width'(n / Stride);
            if (to_i == AddressBits'(m)) to = to | Width'(n / Stride);
          end
        end
      end
    end

    assign ahead     = (to >= from) ? to - from : to + Width'(K) - from;
    assign backwards = {ahead[Width-2:0], 1'b0} > Width'(K);
    assign goes[d]   = ahead != '0;
    assign hops[d*Width +: Width]          = backwards ? Width'(K) - ahead : ahead;
    assign ports[d*PortBits +: PortBits]   = PortBits'(First) + PortBits'(backwards);
  end

  always_comb begin
    port_o = '0;
    hops_o = '0;
    for (int unsigned d = Dimensions; d > 0; d--) begin
      if (goes[d-1]) port_o = ports[(d-1)*PortBits +: PortBits];
      hops_o = hops_o + HopBits'(hops[(d-1)*Width +: Width]);
    end
  end

endmodule
