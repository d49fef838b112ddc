// SPDX-License-Identifier: Apache-2.0
// The parameters that a PE has in common with what is built around it: the fabric, the harness of
// the synthesis, the proofs, the clocked fabric of the simulation. They are described in isobar_pe.
//
// A module declares them with `ISOBAR_PARAMETERS, whose argument is the default of Depth, after
// Dimensions and what only it has; it hands them to a module below with `ISOBAR_PASS_PARAMETERS.
`ifndef ISOBAR_PARAMETERS_SVH
`define ISOBAR_PARAMETERS_SVH

`define ISOBAR_PARAMETERS(DefaultDepth) \
  parameter bit [2:0]    Condition = isobar_pkg::CondC5, \
  parameter int unsigned TaskBits  = 64, \
  parameter int unsigned LoadBits  = 16, \
  parameter int unsigned Depth     = DefaultDepth, \
  parameter int unsigned MaxLanes  = 1, \
  parameter int unsigned CountBits = 16, \
  parameter bit [Dimensions*CountBits-1:0] Lanes        = {Dimensions{CountBits'(1)}}, \
  parameter bit [Dimensions*CountBits-1:0] CyclesPerBit = {Dimensions{CountBits'(1)}}, \
  parameter bit [Dimensions*CountBits-1:0] Setup        = '0, \
  parameter bit [Dimensions*CountBits-1:0] Latency      = {Dimensions{CountBits'(1)}}, \
  parameter int unsigned CounterBits = 32

`define ISOBAR_PASS_PARAMETERS \
  .Condition(Condition), .TaskBits(TaskBits), .LoadBits(LoadBits), .Depth(Depth), \
  .MaxLanes(MaxLanes), .CountBits(CountBits), .Lanes(Lanes), .CyclesPerBit(CyclesPerBit), \
  .Setup(Setup), .Latency(Latency), .CounterBits(CounterBits)

`endif
