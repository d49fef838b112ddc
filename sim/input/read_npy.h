// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <istream>

#include "models/fabric/fabric.h"
#include "models/narrow_array.h"

namespace isobar {

/// Loads, in node order, from a NumPy array file (format versions 1.0, 2.0, 3.0): signed or
/// unsigned whole numbers of 1, 2, 4 or 8 bytes, or numbers of 2, 4 or 8 bytes without a fraction,
/// in either byte order. A list (load_array.h) is in node order; the axes of an array with several
/// are the fabric's dimensions (load_array.h), in C or Fortran order. Nothing is allocated for them
/// before the shape and the size of `in`, which must be seekable, agree. Throws ValueError naming
/// the header's field or the element, and what is allowed.
NarrowArray read_npy(std::istream& in, const Fabric& fabric);

}  // namespace isobar
