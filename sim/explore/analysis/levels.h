// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace isobar {

/// The values of a key as numbers: plain ones, bandwidths (bit/s), clocks (Hz), or what
/// follows one prefix that all share (spike:5, spike:10). Empty if not all of them are.
std::vector<double> level_numbers(const std::vector<std::string>& levels);

/// Sorts levels: by number where they are numbers, else by name with the numbers in it as numbers.
void sort_levels(std::vector<std::string>& levels);

}  // namespace isobar
