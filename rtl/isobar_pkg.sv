// SPDX-License-Identifier: Apache-2.0
// Encodings that the model shares (models/schemes/synchronous/liquid.h).
package isobar_pkg;

  // Shift conditions of the Liquid model (Henrich, Table 1).
  localparam bit [2:0] CondC0 /*verilator public*/ = 3'd0;
  localparam bit [2:0] CondC1 /*verilator public*/ = 3'd1;
  localparam bit [2:0] CondC2 /*verilator public*/ = 3'd2;
  localparam bit [2:0] CondC3 /*verilator public*/ = 3'd3;
  localparam bit [2:0] CondC4 /*verilator public*/ = 3'd4;
  localparam bit [2:0] CondC5 /*verilator public*/ = 3'd5;

  // What a slot's cycle belongs to.
  localparam bit [1:0] PhaseWords /*verilator public*/ = 2'd0;
  localparam bit [1:0] PhaseDecision /*verilator public*/ = 2'd1;
  localparam bit [1:0] PhaseTransfer /*verilator public*/ = 2'd2;
  localparam bit [1:0] PhaseLanding /*verilator public*/ = 2'd3;

endpackage
