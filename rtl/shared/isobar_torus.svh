// SPDX-License-Identifier: Apache-2.0
// Functions of a torus of the parameters Dimensions and Radices, of which none is 1. A PE has the ports of its
// dimensions in order: in a dimension of radix 2 that of its one neighbour, in others that of the successor and
// then that of the predecessor. To be included in a module.
/* verilator lint_save */
/* verilator lint_off VARHIDDEN */  // A module that is a part of this one has them too.

function automatic int unsigned radix(input int unsigned dimension);
  radix = 32'(Radices[dimension*16 +: 16]);
endfunction

function automatic int unsigned stride(input int unsigned dimension);
  stride = 1;
  for (int unsigned d = 0; d < dimension; d++) stride = stride * radix(d);
endfunction

function automatic int unsigned first_port(input int unsigned dimension);
  first_port = 0;
  for (int unsigned d = 0; d < dimension; d++) first_port = first_port + (radix(d) == 2 ? 1 : 2);
endfunction

function automatic int unsigned dimension_of(input int unsigned port);
  dimension_of = 0;
  for (int unsigned d = 1; d < Dimensions; d++) begin
    if (port >= first_port(d)) dimension_of = d;
  end
endfunction

// Whether a port leads to the predecessor
function automatic bit is_back(input int unsigned port);
  is_back = port != first_port(dimension_of(port));
endfunction

// The port by which the neighbour at a port has this PE
function automatic int unsigned opposite(input int unsigned port);
  opposite = (radix(dimension_of(port)) == 2) ? port : is_back(port) ? port - 1 : port + 1;
endfunction

// The most links that lie in a dimension between two PEs
function automatic int unsigned most_hops(input int unsigned dimensions);
  most_hops = 0;
  for (int unsigned d = 0; d < dimensions; d++) most_hops = most_hops + radix(d) / 2;
endfunction

// The most of them that lie in the dimension of a port, in its direction
function automatic int unsigned longest(input int unsigned port);
  longest = (radix(dimension_of(port)) - (is_back(port) ? 1 : 0)) / 2;
endfunction

// In order of dimensions, the most links over which a message has come that leaves a PE behind a port's link
// after it came by that: any number of the dimensions before. In the last dimension it goes on only in its
// direction. 0 if all end there.
function automatic int unsigned most_behind(input int unsigned port);
  most_behind = most_hops(dimension_of(port)) + longest(port);
  if (dimension_of(port) == Dimensions - 1) most_behind = (longest(port) == 1) ? 0 : most_behind - 1;
endfunction

// The lines in which a PE's own messages wait, by port: one for the neighbour, and if any go on behind it one
// for those
function automatic int unsigned first_line(input int unsigned port);
  first_line = 0;
  for (int unsigned p = 0; p < port; p++) first_line = first_line + (most_behind(p) == 0 ? 1 : 2);
endfunction

function automatic int unsigned port_of_line(input int unsigned line);
  port_of_line = 0;
  for (int unsigned p = 1; p < Ports; p++) begin
    if (line >= first_line(p)) port_of_line = p;
  end
endfunction

// The buffers are numbered by port, and by class.
function automatic int unsigned first_slot(input int unsigned port);
  first_slot = 0;
  for (int unsigned p = 0; p < port; p++) first_slot = first_slot + most_behind(opposite(p));
endfunction

function automatic int unsigned port_of(input int unsigned slot);
  port_of = 0;
  for (int unsigned p = 1; p < Ports; p++) begin
    if (slot >= first_slot(p)) port_of = p;
  end
endfunction

function automatic int unsigned class_of(input int unsigned slot);
  class_of = slot - first_slot(port_of(slot)) + 1;
endfunction

// The ports by which what is in a buffer can leave: of later dimensions, or the one across from where it came
// in, unless it has gone as far as that can be.
function automatic bit [Ports-1:0] ways_of(input int unsigned slot);
  int unsigned came;
  came = port_of(slot);
  for (int unsigned p = 0; p < Ports; p++) begin
    ways_of[p] = dimension_of(p) > dimension_of(came) ||
                 (p == opposite(came) && longest(p) > 1 && class_of(slot) < most_hops(dimension_of(p)) + longest(p));
  end
endfunction

/* verilator lint_restore */
