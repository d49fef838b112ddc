// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/analysis/levels.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <numeric>
#include <optional>
#include <string_view>

#include "models/errors.h"
#include "models/link/units.h"

namespace isobar {
namespace {

std::optional<double> plain(const std::string& text) {
  if (text.empty() || text.find_first_not_of("0123456789.+-e") != std::string::npos) return {};
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  return *end == '\0' ? std::optional(value) : std::nullopt;
}

template <Rational (*parse)(std::string_view)>
std::optional<double> quantity(const std::string& text) {
  try {
    return boost::rational_cast<double>(parse(text));
  } catch (const ValueError&) {
    return std::nullopt;
  }
}

using Reader = std::function<std::optional<double>(const std::string&)>;

std::vector<double> read_all(const std::vector<std::string>& levels, const Reader& read) {
  std::vector<double> numbers;
  for (const auto& level : levels) {
    const auto number = read(level);
    if (!number) return {};
    numbers.push_back(*number);
  }
  return numbers;
}

/// The first level up to its colon, which is included, if all levels begin with it.
std::string shared_prefix(const std::vector<std::string>& levels) {
  const auto prefix = levels.front().substr(0, levels.front().find(':') + 1);
  const auto has = [&](const std::string& level) { return level.rfind(prefix, 0) == 0; };
  return std::all_of(levels.begin(), levels.end(), has) ? prefix : std::string();
}

}  // namespace

std::vector<double> level_numbers(const std::vector<std::string>& levels) {
  if (levels.empty()) return {};
  const auto prefix = shared_prefix(levels);
  const Reader after_prefix = [&](const std::string& level) {
    return plain(level.substr(prefix.size()));
  };
  for (const Reader& read :
       {after_prefix, Reader(quantity<parse_bandwidth>), Reader(quantity<parse_clock>)}) {
    auto numbers = read_all(levels, read);
    if (!numbers.empty()) return numbers;
  }
  return {};
}

void sort_levels(std::vector<std::string>& levels) {
  std::sort(levels.begin(), levels.end(), [](const std::string& a, const std::string& b) {
    return strverscmp(a.c_str(), b.c_str()) < 0;
  });
  const auto numbers = level_numbers(levels);
  if (numbers.empty()) return;
  std::vector<std::size_t> order(levels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return numbers[a] < numbers[b]; });
  std::vector<std::string> sorted;
  sorted.reserve(levels.size());
  for (const auto i : order) sorted.push_back(std::move(levels[i]));
  levels = std::move(sorted);
}

}  // namespace isobar
