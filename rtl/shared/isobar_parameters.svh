// SPDX-License-Identifier: Apache-2.0
// The parameters that a PE has in common with what is built around it: the fabric, the harness of
// the synthesis, the proofs, the clocked fabric of the simulation. They are described in isobar_pe,
// isobar_exchange_pe, isobar_averaging_pe, isobar_hhc_pe and isobar_stealing_pe.
//
// A module declares them with the macro of its kind of PE, whose argument is the default of Depth,
// after Dimensions and what only it has; it hands them to a module below with the macro's …_PASS_….
`ifndef ISOBAR_PARAMETERS_SVH
`define ISOBAR_PARAMETERS_SVH

// Those of every kind of PE. `Fields` says how many links have numbers of their own.
`define ISOBAR_LINKED_PARAMETERS(Fields, DefaultDepth) \
  parameter int unsigned TaskBits  = 64, \
  parameter int unsigned LoadBits  = 16, \
  parameter int unsigned Depth     = DefaultDepth, \
  parameter int unsigned MaxLanes  = 1, \
  parameter int unsigned CountBits = 16, \
  parameter bit [Fields*CountBits-1:0] Lanes        = {Fields{CountBits'(1)}}, \
  parameter bit [Fields*CountBits-1:0] CyclesPerBit = {Fields{CountBits'(1)}}, \
  parameter bit [Fields*CountBits-1:0] Setup        = '0, \
  parameter bit [Fields*CountBits-1:0] Latency      = {Fields{CountBits'(1)}}, \
  parameter int unsigned CounterBits = 32, \
  parameter bit [1:0]    QueueMemory = isobar_pkg::MemoryBlock

`define ISOBAR_SHARED_PARAMETERS(DefaultDepth) `ISOBAR_LINKED_PARAMETERS(Dimensions, DefaultDepth)

`define ISOBAR_PASS_SHARED_PARAMETERS \
  .TaskBits(TaskBits), .LoadBits(LoadBits), .Depth(Depth), \
  .MaxLanes(MaxLanes), .CountBits(CountBits), .Lanes(Lanes), .CyclesPerBit(CyclesPerBit), \
  .Setup(Setup), .Latency(Latency), .CounterBits(CounterBits), .QueueMemory(QueueMemory)

// Of a Liquid PE
`define ISOBAR_PARAMETERS(DefaultDepth) \
  parameter bit [2:0]    Condition = isobar_pkg::CondC5, \
  `ISOBAR_SHARED_PARAMETERS(DefaultDepth)

`define ISOBAR_PASS_PARAMETERS .Condition(Condition), `ISOBAR_PASS_SHARED_PARAMETERS

// Of a PE of dimension exchange
`define ISOBAR_EXCHANGE_PARAMETERS(DefaultDepth) \
  parameter bit          FixedSlot = 1'b0, \
  `ISOBAR_SHARED_PARAMETERS(DefaultDepth)

`define ISOBAR_PASS_EXCHANGE_PARAMETERS .FixedSlot(FixedSlot), `ISOBAR_PASS_SHARED_PARAMETERS

// Of a PE of nearest-neighbour averaging
`define ISOBAR_AVERAGING_PARAMETERS(DefaultDepth) \
  parameter bit          FixedSlot = 1'b0, \
  `ISOBAR_SHARED_PARAMETERS(DefaultDepth), \
  parameter int unsigned Decision  = LoadBits + 1, \
  parameter int unsigned MaxWait   = 64

`define ISOBAR_PASS_AVERAGING_PARAMETERS \
  .FixedSlot(FixedSlot), `ISOBAR_PASS_SHARED_PARAMETERS, .Decision(Decision), .MaxWait(MaxWait)

// Of a PE of HHC algorithm B
`define ISOBAR_HHC_PARAMETERS(DefaultDepth) \
  parameter bit          FixedSlot = 1'b0, \
  `ISOBAR_SHARED_PARAMETERS(DefaultDepth), \
  parameter int unsigned Division  = LoadBits

`define ISOBAR_PASS_HHC_PARAMETERS \
  .FixedSlot(FixedSlot), `ISOBAR_PASS_SHARED_PARAMETERS, .Division(Division)

// Of a PE of work stealing, whose links have their numbers by port; of its fabric, by dimension
`define ISOBAR_STEALING_PARAMETERS(Fields, DefaultDepth) \
  parameter bit          Half        = 1'b1, \
  parameter bit          FetchNewest = 1'b0, \
  parameter int unsigned Handling    = 1, \
  parameter int unsigned Retry       = 16, \
  parameter int unsigned RetryMax    = 4096, \
  `ISOBAR_LINKED_PARAMETERS(Fields, DefaultDepth)

`define ISOBAR_PASS_STEALING_PARAMETERS \
  .Half(Half), .FetchNewest(FetchNewest), .Handling(Handling), .Retry(Retry), .RetryMax(RetryMax), \
  `ISOBAR_PASS_SHARED_PARAMETERS

// The bits of a Liquid PE's counters within a slot: enough for the cycles of the longest slot, the bits of
// a message and the lanes. `hears` says whether slots begin with words.
`define ISOBAR_SLOT_BITS \
  function automatic int unsigned slot_bits(input bit hears); \
    int unsigned most, lanes, cycles, passage; \
    most = (TaskBits > LoadBits) ? TaskBits : LoadBits; \
    if (MaxLanes > most) most = MaxLanes; \
    for (int unsigned d = 0; d < Dimensions; d++) begin \
      lanes   = 32'(Lanes[d*CountBits +: CountBits]); \
      cycles  = 32'(CyclesPerBit[d*CountBits +: CountBits]); \
      passage = 32'(Setup[d*CountBits +: CountBits]) + 32'(Latency[d*CountBits +: CountBits]); \
      passage = (TaskBits + lanes - 1) / lanes * cycles + passage + 1 + \
                (hears ? (LoadBits + lanes - 1) / lanes * cycles + passage : 0); \
      if (passage > most) most = passage; \
    end \
    slot_bits = $clog2(most + 1); \
  endfunction

`endif
