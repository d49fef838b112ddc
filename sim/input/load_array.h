// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/fabric/fabric.h"
#include "models/types.h"

namespace isobar {

/// Extents of an array, axis by axis.
using Shape = std::vector<std::uint64_t>;

/// How an array was written, for error messages.
enum class ArrayForm : std::uint8_t { numpy, rows_and_columns };

/// Whether at most one axis of this shape has more than one element, so that the array is a list.
bool is_one_axis(const Shape& shape);

/// Checks that an array of this shape gives the load of every PE. A list (is_one_axis) is in node
/// order, on every fabric. Several axes are the dimensions of a torus, mesh or hypercube, axis 0
/// dimension 1, as its name writes the radices: element [i, j] is the load of PE (i,j). Throws
/// ValueError naming the shape, the shapes that the fabric takes, and the transposition that makes
/// one of the other.
void check_shape(const Shape& shape, const Fabric& fabric, ArrayForm form);

/// The PE of the element at `place`, from 0, of an array with the fabric's dimensions as axes whose
/// elements are in C order: the last axis runs fastest, while in node numbers dimension 1 does. In
/// Fortran order `place` is the node number.
Node node_in_c_order(const Fabric& fabric, std::uint64_t place);

}  // namespace isobar
