// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "tests/support/scratch.h"

namespace isobar::test {

/// The values of one variable: at each time only the last, and only if it is not the one before;
/// of an event each "1".
/// Vectors without leading zeros, texts in quotes.
using Values = std::map<std::uint64_t, std::string>;

struct WaveFile {
  std::vector<std::uint64_t> times;       ///< as they stand in the file
  std::map<std::string, Values> signals;  ///< by path: isobar.run.step
};

/// Reads a .vcd file, or an .fst file through GTKWave's `fst2vcd`.
WaveFile read_wave(const std::filesystem::path& file);

/// What a variable holds at a time.
std::string value_at(const Values& values, std::uint64_t time);
/// A number as read_wave gives it.
std::string bits(std::uint64_t value);

}  // namespace isobar::test
