// SPDX-License-Identifier: Apache-2.0
#include "sim/input/or_library_size.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "models/errors.h"

namespace isobar {
namespace {

constexpr std::size_t lists = 3;  // times, weights, due dates

/// A size that the file's length and lines allow.
struct Candidate {
  std::size_t jobs;
  std::int64_t largest_weight;
};

bool is_in_lines(const std::vector<FileNumber>& numbers, std::size_t jobs) {
  for (std::size_t i = 0; i < numbers.size(); i += jobs) {
    if (!numbers[i].begins_line) return false;
  }
  return true;
}

std::int64_t largest_weight(const std::vector<FileNumber>& numbers, std::size_t jobs) {
  std::int64_t largest = 0;
  for (std::size_t start = jobs; start < numbers.size(); start += lists * jobs) {
    for (std::size_t i = start; i < start + jobs; ++i)
      largest = std::max(largest, numbers[i].value);
  }
  return largest;
}

std::vector<Candidate> candidates(const std::vector<FileNumber>& numbers) {
  std::vector<Candidate> found;
  const auto most = std::min(most_or_library_jobs, numbers.size() / lists);
  for (std::size_t jobs = 1; jobs <= most; ++jobs) {
    if (numbers.size() % (lists * jobs) != 0 || !is_in_lines(numbers, jobs)) continue;
    found.push_back({jobs, largest_weight(numbers, jobs)});
  }
  if (found.empty()) return found;
  // A size whose weights are twice as large as another's takes times or due dates for them.
  const auto least =
      std::min_element(found.begin(), found.end(), [](const Candidate& a, const Candidate& b) {
        return a.largest_weight < b.largest_weight;
      })->largest_weight;
  found.erase(std::remove_if(found.begin(), found.end(),
                             [&](const Candidate& one) { return one.largest_weight > 2 * least; }),
              found.end());
  return found;
}

}  // namespace

std::size_t or_library_size(const std::vector<FileNumber>& numbers,
                            std::optional<std::size_t> given) {
  const auto fitting = candidates(numbers);
  std::vector<std::size_t> sizes;
  for (const auto& one : fitting) sizes.push_back(one.jobs);
  if (given) {
    const bool fits = std::find(sizes.begin(), sizes.end(), *given) != sizes.end();
    if (fits || sizes.empty()) return *given;
    throw ValueError(
        fmt::format("size={} does not fit its {} numbers: by its lines and weights an instance has "
                    "{} jobs; leave size out",
                    *given, numbers.size(), fmt::join(sizes, " or ")));
  }
  if (sizes.size() == 1) return sizes.front();
  throw ValueError(fmt::format(
      "its {} numbers do not show how many jobs an instance has: give size=N{}", numbers.size(),
      sizes.empty() ? std::string() : fmt::format(", one of {}", fmt::join(sizes, ", "))));
}

}  // namespace isobar
