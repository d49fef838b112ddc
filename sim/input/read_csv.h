// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <istream>
#include <vector>

#include "models/fabric/fabric.h"
#include "models/types.h"

namespace isobar {

/// Loads, in node order, from CSV: whole numbers separated by commas. One row, or rows of one
/// number each, are in node order. Several rows of several numbers are an array whose axes, rows
/// and columns, are the fabric's two dimensions (load_array.h): row i, column j is PE (i,j). Blank
/// lines, lines that start with `#`, white space around numbers, a byte-order mark and any line
/// ends are allowed. Throws ValueError naming row and column, both from 1, and the value, or how
/// many rows and columns there must be; how many loads one row or column must have is for the
/// caller to check.
std::vector<Load> read_csv(std::istream& in, const Fabric& fabric);

}  // namespace isobar
