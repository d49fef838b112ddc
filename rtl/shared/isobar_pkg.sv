// SPDX-License-Identifier: Apache-2.0
// Encodings that the SystemC model shares: Condition (models/schemes/contract/condition.h),
// PhasePart (tb/abi/phase_part.h) and QueueMemory (models/experiment/queue_memory.h).
// tb/abi/verilated.cpp checks that they are equal.
package isobar_pkg;

  // Shift conditions of the Liquid model (Henrich, Table 1).
  localparam bit [2:0] CondC0 /*verilator public*/ = 3'd0;
  localparam bit [2:0] CondC1 /*verilator public*/ = 3'd1;
  localparam bit [2:0] CondC2 /*verilator public*/ = 3'd2;
  localparam bit [2:0] CondC3 /*verilator public*/ = 3'd3;
  localparam bit [2:0] CondC4 /*verilator public*/ = 3'd4;
  localparam bit [2:0] CondC5 /*verilator public*/ = 3'd5;

  // The part of a phase's slot that a cycle belongs to.
  localparam bit [1:0] PartWords /*verilator public*/ = 2'd0;
  localparam bit [1:0] PartDecision /*verilator public*/ = 2'd1;
  localparam bit [1:0] PartTransfer /*verilator public*/ = 2'd2;
  localparam bit [1:0] PartLanding /*verilator public*/ = 2'd3;

  // What a queue's tasks lie in.
  localparam bit [1:0] MemoryRegisters /*verilator public*/ = 2'd0;
  localparam bit [1:0] MemoryLut /*verilator public*/ = 2'd1;
  localparam bit [1:0] MemoryBlock /*verilator public*/ = 2'd2;

  // A PE's place in a triangle of a hyper Hexa-Cell: its coordinate in dimension 1.
  localparam bit [1:0] RoleCoordinator = 2'd0;
  localparam bit [1:0] RoleLeft = 2'd1;
  localparam bit [1:0] RoleRight = 2'd2;

  // The bits of a PE's error_o: which of them says what (isobar_errors).
  localparam int unsigned ErrorWord = 0;
  localparam int unsigned ErrorTask = 1;
  localparam int unsigned ErrorFull = 2;
  localparam int unsigned ErrorBits = 3;

endpackage
