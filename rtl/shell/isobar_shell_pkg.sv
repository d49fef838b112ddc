// SPDX-License-Identifier: Apache-2.0
// The registers of the shell by address; docs/rtl_shell.md says what they hold.
package isobar_shell_pkg;

  localparam int unsigned AddressBits = 12;

  localparam bit [AddressBits-1:0] AddressId        = 12'h000;
  localparam bit [AddressBits-1:0] AddressVersion   = 12'h004;
  localparam bit [AddressBits-1:0] AddressShape     = 12'h008;
  localparam bit [AddressBits-1:0] AddressDepth     = 12'h00c;
  localparam bit [AddressBits-1:0] AddressBitCounts = 12'h010;
  localparam bit [AddressBits-1:0] AddressControl   = 12'h014;
  localparam bit [AddressBits-1:0] AddressRunSteps  = 12'h018;
  localparam bit [AddressBits-1:0] AddressStatus    = 12'h01c;
  localparam bit [AddressBits-1:0] AddressLoad      = 12'h020;
  localparam bit [AddressBits-1:0] AddressStepsLow  = 12'h024;
  localparam bit [AddressBits-1:0] AddressStepsHigh = 12'h028;
  localparam bit [AddressBits-1:0] AddressCommand   = 12'h02c;
  localparam bit [AddressBits-1:0] AddressSteps     = 12'h030;  // of the snapshot
  // Of the snapshot, by port, 16 bytes each: transfer, word, set-up.
  localparam bit [AddressBits-1:0] AddressCounters  = 12'h100;

  localparam bit [31:0] Id      = 32'h4953_4f42;  // "ISOB"
  localparam bit [31:0] Version = 32'h0001_0002;  // 1.2

  // What the PE balances by.
  localparam bit [3:0] SchemeLiquid    = 4'd0;
  localparam bit [3:0] SchemeExchange  = 4'd1;
  localparam bit [3:0] SchemeAveraging = 4'd2;
  localparam bit [3:0] SchemeHhcB      = 4'd3;
  localparam bit [3:0] SchemeStealing  = 4'd4;

  // Bits of the registers.
  localparam int unsigned ControlRun      = 0;
  localparam int unsigned StatusRunning   = 0;
  localparam int unsigned StatusWaiting   = 1;
  localparam int unsigned StatusError     = 4;  // the lowest of three
  localparam int unsigned CommandSnapshot = 0;
  localparam int unsigned CommandClear    = 1;

  // Responses of AXI4-Lite.
  localparam bit [1:0] Okay   = 2'b00;
  localparam bit [1:0] SlvErr = 2'b10;

endpackage
