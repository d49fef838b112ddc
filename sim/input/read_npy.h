// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <istream>
#include <vector>

#include "models/types.h"

namespace isobar {

/// Loads from a NumPy array file (format versions 1.0, 2.0, 3.0): signed or unsigned whole numbers
/// of 1, 2, 4 or 8 bytes, either byte order, any shape in C order. Elements are in node order, so
/// the last axis runs along dimension 1; there must be `nodes` of them.
/// Nothing is allocated for them before the shape and the size of `in`, which must be seekable,
/// agree. Throws ValueError naming the header's field or the element, and what is allowed.
std::vector<Load> read_npy(std::istream& in, Node nodes);

}  // namespace isobar
