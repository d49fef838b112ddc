// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "models/fabric/fabric.h"
#include "models/narrow_array.h"
#include "models/types.h"
#include "sim/terminal/load_scale.h"

namespace isobar {

/// The loads as block characters, ▁ to █, idle PEs blank: a caption that says what is shown and at
/// what scale (logarithmic: on a second line if `columns` are too few), then 1 to 16 lines of at
/// most `columns` (at least 10) characters. UTF-8.
///   ring                one row
///   graph               one row, by number
///   torus, mesh         dimension 1 across, dimension 2 down, planes of a third side by side
///   hypercube           rows of 2^ceil(D/2)
///   HHC                 a field of 6 a Hexa-cell, rows of 2^ceil((dh−1)/2) cells
/// More than fits is shown as the means of equal blocks. `loads` has one load a PE, by node.
std::string load_picture(const Fabric& fabric, const NarrowArray& loads, unsigned columns,
                         Heights heights = Heights::linear);

/// The loads at the start and at the end as one picture, each at its own linear scale: side by
/// side, or one below the other where `columns` are too few. Else as load_picture().
std::string change_picture(const Fabric& fabric, const NarrowArray& start, const NarrowArray& end,
                           unsigned columns);

/// For which part of the time, 0 to 1, each PE worked, by node; █ is all of it. Else as
/// load_picture().
std::string work_picture(const Fabric& fabric, const std::vector<double>& parts_of_time,
                         unsigned columns);

/// Characters, not bytes, of UTF-8; all that are used here are one column wide.
std::size_t text_width(std::string_view text);

}  // namespace isobar
