// SPDX-License-Identifier: Apache-2.0
#include "sim/result/quantities.h"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <utility>

namespace isobar {
namespace {

/// In the largest unit of which it is at least one, or the smallest.
template <std::size_t N>
std::string quantity_text(double value,
                          const std::array<std::pair<double, const char*>, N>& units) {
  auto unit = units[0];
  for (const auto& u : units) {
    if (value >= u.first) unit = u;
  }
  return fmt::format("{:.4g} {}", value / unit.first, unit.second);
}

}  // namespace

std::string time_text(double seconds) {
  constexpr std::array<std::pair<double, const char*>, 4> units = {
      {{1e-9, "ns"}, {1e-6, "us"}, {1e-3, "ms"}, {1.0, "s"}}};
  return quantity_text(seconds, units);
}

std::string energy_text(double picojoules) {
  constexpr std::array<std::pair<double, const char*>, 5> units = {
      {{1.0, "pJ"}, {1e3, "nJ"}, {1e6, "uJ"}, {1e9, "mJ"}, {1e12, "J"}}};
  return quantity_text(picojoules, units);
}

std::string percent(Cycle part, Cycle whole) {
  return fmt::format(
      "{:.1f} %",
      whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

}  // namespace isobar
