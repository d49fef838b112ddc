// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "models/fabric/fabric.h"
#include "models/schemes/synchronous.h"

namespace isobar {

/// The loads as block characters, ▁ to █ of the largest, idle PEs blank: a caption line that says
/// what is shown, then 1 to 16 lines of at most `columns` (at least 10) characters. UTF-8.
///   ring                one row
///   torus, mesh         dimension 1 across, dimension 2 down, planes of a third side by side
///   hypercube           rows of 2^ceil(D/2)
///   HHC                 a field of 6 a Hexa-cell, rows of 2^ceil((dh−1)/2) cells
/// More than fits is shown as the means of equal blocks. `loads` has one load a PE, by node.
std::string load_picture(const Fabric& fabric, const std::vector<Load>& loads, unsigned columns);

}  // namespace isobar
