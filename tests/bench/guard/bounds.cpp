// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/guard/bounds.h"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace isobar::bench {

Measured summary(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  Measured measured{values[values.size() / 2]};
  for (const double value : values) {
    measured.spread = std::max(measured.spread, std::abs(value / measured.median - 1));
  }
  return measured;
}

double bound(const Measured& measured, Ratio::Better better) {
  const double away = 2 * measured.spread;
  // A rate's bound is where the time is as much longer: so no spread makes it zero.
  return better == Ratio::Better::smaller ? measured.median * (1 + away)
                                          : measured.median / (1 + away);
}

std::map<std::string, Measured> read_bounds(const std::filesystem::path& file) {
  std::map<std::string, Measured> bounds;
  for (const auto& [name, row] : toml::parse_file(file.string())) {
    const auto median = row.at_path("median").value<double>();
    const auto spread = row.at_path("spread").value<double>();
    if (!median || !spread || *median <= 0 || *spread < 0) {
      throw std::runtime_error(
          fmt::format("{}: {} has no median and spread", file.string(), std::string(name.str())));
    }
    bounds[std::string(name.str())] = {*median, *spread};
  }
  return bounds;
}

std::string bounds_text(const std::map<std::string, Measured>& bounds) {
  std::string text;
  for (const auto& [name, measured] : bounds) {
    text += fmt::format("{} = {{ median = {:.3f}, spread = {:.2f} }}\n", name, measured.median,
                        measured.spread);
  }
  return text;
}

}  // namespace isobar::bench
