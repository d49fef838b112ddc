// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace isobar {

/// A number of a file.
struct FileNumber {
  std::int64_t value;
  bool begins_line;
};

/// The most jobs of an instance.
inline constexpr std::size_t most_or_library_jobs = 1000;

/// The jobs that each instance of a weighted tardiness file has, by what the file shows: its
/// numbers make whole instances; where the file is broken into lines for any size, each list of
/// times, weights and due dates begins a line; and weights are small beside the other two.
/// `given`: the size that the user says; none: it is found. Throws ValueError if `given` does not
/// fit, or if several sizes or none do.
std::size_t or_library_size(const std::vector<FileNumber>& numbers,
                            std::optional<std::size_t> given);

}  // namespace isobar
