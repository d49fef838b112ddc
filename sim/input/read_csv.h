// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <istream>
#include <vector>

#include "models/types.h"

namespace isobar {

/// Loads from CSV: whole numbers in node order, separated by commas, any number of them in a row
/// (a torus may be written as its grid, each row along dimension 1). Blank lines, lines that start
/// with `#`, white space around numbers, a byte-order mark and any line ends are allowed.
/// Throws ValueError naming row and column, both from 1, and the value; how many loads there must
/// be is for the caller to check.
std::vector<Load> read_csv(std::istream& in);

}  // namespace isobar
