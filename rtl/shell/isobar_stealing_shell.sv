// SPDX-License-Identifier: Apache-2.0
`include "isobar_parameters.svh"
`include "isobar_shell_ports.svh"

// A PE that steals work from its neighbours, behind registers (isobar_shell_core). Its streams and links,
// and the addresses of the PE and of its neighbours, pass through. It has no steps: each of its cycles is
// one. A PE starts when go_i says that all are willing, and stops by itself, after its own cycles, in any
// cycle. While it stands its balancer rests: what comes waits, its links end what they have begun, and its
// streams are served.
module isobar_stealing_shell #(
  parameter int unsigned Ports       = 4,
  parameter int unsigned AddressBits = 6,  // of a PE's address in the fabric
  `ISOBAR_STEALING_PARAMETERS(Ports, 16)
) (
  input  logic clk_i,
  input  logic rst_ni,
  `ISOBAR_SHELL_PORTS,
  input  logic [AddressBits-1:0]       own_i,
  input  logic [Ports*AddressBits-1:0] there_i,
  input  logic                         works_i,
  `ISOBAR_SHELL_PE_PORTS(Ports)
);

  logic                             running, willing, goes;
  logic [Ports*CounterBits-1:0]     transfer_cycles, word_cycles, setup_cycles;
  logic [isobar_pkg::ErrorBits-1:0] error;
  logic [LoadBits-1:0]              load;

  isobar_stealing_pe #(
    .Ports(Ports), .AddressBits(AddressBits), `ISOBAR_PASS_STEALING_PARAMETERS
  ) u_pe (
    .clk_i, .rst_ni, .run_i(running),
    .own_i, .there_i, .works_i,
    `ISOBAR_PASS_SHELL_PE_PORTS,
    .transfer_cycles_o(transfer_cycles), .word_cycles_o(word_cycles),
    .setup_cycles_o(setup_cycles), .error_o(error), .obs_load_o(load)
  );

  isobar_shell_core #(
    .Dimensions(Ports), .Ports(Ports), .Scheme(isobar_shell_pkg::SchemeStealing),
    .TaskBits(TaskBits), .LoadBits(LoadBits), .Depth(Depth), .CounterBits(CounterBits)
  ) u_core (
    .clk_i, .rst_ni, `ISOBAR_PASS_SHELL_BUS,
    .willing_o(willing), .go_i(goes),
    .running_o(running), .step_ends_i(1'b1), .load_i(load), .error_i(error),
    .transfer_cycles_i(transfer_cycles), .word_cycles_i(word_cycles),
    .setup_cycles_i(setup_cycles)
  );

  assign willing_o = willing;
  // Who has stopped may still hear that all were willing.
  assign goes      = willing && (running || go_i);

endmodule
