// SPDX-License-Identifier: Apache-2.0
#include "sim/terminal/load_scale.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace isobar {
namespace {

constexpr double top = 8;
constexpr double middle = 5;  ///< the height of the mean
constexpr double below = 4;   ///< the largest height of loads below the mean
constexpr double bottom = 1;
constexpr double same = 1e-6;  ///< smaller differences come from rounding

std::string show_number(double number) {
  constexpr double exact = 100;
  const bool whole = number == std::floor(number) || number >= exact;
  return whole ? fmt::format("{:.0f}", number) : fmt::format("{:.3g}", number);
}

std::string tasks(double number) {
  return fmt::format("{} task{}", show_number(number), number == 1 ? "" : "s");
}

/// Where `load` lies between `from` (0) and `to` (1), in doublings.
double part_of_way(double from, double to, double load) {
  return std::log(load / from) / std::log(to / from);
}

LoadScale linear_scale(const NarrowArray& loads, const std::vector<double>& means,
                       const std::string& block) {
  const double largest = *std::max_element(means.begin(), means.end());
  const auto most = static_cast<double>(loads.max());
  return {block.empty() ? "█ = " + tasks(most)
                        : fmt::format("█ = {}, a mean of {} PEs; largest load {}",
                                      show_number(largest), block, show_number(most)),
          [largest](double load) {
            return static_cast<std::size_t>(std::max(std::round(load / largest * top), bottom));
          }};
}

LoadScale logarithmic_scale(const NarrowArray& loads, const std::vector<double>& means,
                            const std::string& block) {
  const double mean = static_cast<double>(loads.sum()) / static_cast<double>(loads.size());
  const double most = *std::max_element(means.begin(), means.end());
  double least = most;
  for (const double load : means) {
    if (load > 0) least = std::min(least, load);
  }
  std::string caption;
  if (mean - least >= same) caption += fmt::format("▁ {}, ", show_number(least));
  caption += "▅ mean " + (most - mean >= same
                              ? fmt::format("{}, █ {}, logarithmic", show_number(mean), tasks(most))
                              : tasks(mean));
  if (!block.empty()) caption += fmt::format("; means of {} PEs", block);
  return {caption, [=](double load) {
            if (std::abs(load - mean) < same) return static_cast<std::size_t>(middle);
            // What is below the mean is drawn below it, however near.
            return static_cast<std::size_t>(
                load > mean
                    ? middle + std::round(part_of_way(mean, most, load) * (top - middle))
                    : bottom + std::round(part_of_way(least, mean, load) * (below - bottom)));
          }};
}

}  // namespace

LoadScale load_scale(Heights heights, const NarrowArray& loads, const std::vector<double>& means,
                     const std::string& block) {
  if (loads.max() == 0) return {"no tasks", [](double) { return std::size_t{0}; }};
  return (heights == Heights::linear ? linear_scale : logarithmic_scale)(loads, means, block);
}

}  // namespace isobar
