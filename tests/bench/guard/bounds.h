// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tests/bench/guard/ratios.h"

namespace isobar::bench {

/// Several measurements of one ratio.
struct Measured {
  double median = 0;
  double spread = 0;  ///< the most that one of them was away from the median, as a part of it
};

/// `values` must not be empty.
Measured summary(std::vector<double> values);

/// The worst that a ratio may be: twice the spread away from the median.
double bound(const Measured& measured, Ratio::Better better);

/// What was measured, by the ratio's name, as write_bounds() wrote it. Throws std::runtime_error
/// where the file is not like that.
std::map<std::string, Measured> read_bounds(const std::filesystem::path& file);
std::string bounds_text(const std::map<std::string, Measured>& bounds);

}  // namespace isobar::bench
