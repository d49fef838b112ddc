// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <istream>
#include <string_view>

#include "models/fabric/fabric.h"
#include "models/narrow_array.h"

namespace isobar {

/// Loads, in node order, from a table of text (table_rows.h) whose numbers are whole, also as `3.0`
/// or `3e0`. One row, or rows of one number each, are in node order. Several rows of several
/// numbers are an array whose axes, rows and columns, are the fabric's two dimensions
/// (load_array.h): row i, column j is PE (i,j). A first row without numbers names the columns
/// (table_header.h); `column` is the name of the one with the loads, or empty if there is only one,
/// or if the names only number the columns of an array. Throws ValueError naming row and column,
/// both from 1, and the value, or how many rows and columns there must be; how many loads one row
/// or column must have is for the caller to check.
NarrowArray read_csv(std::istream& in, const Fabric& fabric, std::string_view column = {});

}  // namespace isobar
