// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/analysis/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "models/schemes/contract/registry.h"

namespace isobar {
namespace {

struct MetricWords {
  const char* metric;
  const char* verb;
  const char* noun;
};

constexpr std::array<MetricWords, 18> known = {{
    {"seconds", "takes", "time"},
    {"cycles", "takes", "cycles"},
    {"cycles_to_share", "takes", "cycles until all PEs have work"},
    {"steps", "takes", "steps"},
    {"shifts", "takes", "shifts (T)"},
    {"words", "sends", "words"},
    {"transfers", "makes", "transfers"},
    {"tasks_moved", "moves", "tasks"},
    {"transfer_cycles", "needs", "link cycles of transfers"},
    {"word_cycles", "needs", "link cycles of words"},
    {"energy_pj", "needs", "energy"},
    {"luts", "needs", "LUTs"},
    {"registers", "needs", "registers"},
    {"logic_cells", "needs", "logic cells"},
    {"balancing_logic_cells", "needs", "logic cells that balance"},
    {"pins", "needs", "pins"},
    {"total_bandwidth", "needs", "total bandwidth"},
    {"links", "needs", "links"},
}};

const MetricWords* find(const std::string& metric) {
  const auto at = std::find_if(known.begin(), known.end(),
                               [&](const MetricWords& words) { return words.metric == metric; });
  return at == known.end() ? nullptr : &*at;
}

std::string with_commas(double whole) {
  auto digits = fmt::format("{:.0f}", whole);
  for (auto at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) {
    digits.insert(static_cast<std::size_t>(at), ",");
  }
  return digits;
}

}  // namespace

std::string scheme_words(const std::string& scheme) {
  const auto found = schemes().find(std::string(NamedText(scheme).name));
  if (found == schemes().end()) return scheme;
  return found->second.title + scheme.substr(found->first.size());
}

std::string factor_words(const std::string& factor) {
  if (factor == "pes") return "number of PEs";
  if (factor == "family") return "fabric family";
  return factor;
}

std::string metric_words(const std::string& metric) {
  const auto* words = find(metric);
  if (words) return words->noun;
  auto plain = metric;
  std::replace(plain.begin(), plain.end(), '_', ' ');
  return plain;
}

std::string comparison_words(const std::string& metric, bool minimise, const std::string& better,
                             const std::string& worse, double ratio) {
  const auto* words = find(metric);
  const std::string verb = words ? words->verb : "has";
  const auto noun = metric_words(metric);
  constexpr double too_small_a_share = 100;
  if (minimise && ratio <= too_small_a_share) {
    return fmt::format("{} {} {} of the {} that {} {}", better, verb, ratio_words(true, ratio),
                       noun, worse, verb);
  }
  const auto& more = minimise ? worse : better;
  const auto& less = minimise ? better : worse;
  return fmt::format("{} {} {} the {} that {} {}", more, verb, ratio_words(false, ratio), noun,
                     less, verb);
}

std::string ratio_words(bool minimise, double ratio) {
  constexpr double some = 10;
  constexpr double nearly_one = 1.1;
  if (!minimise) {
    return ratio < nearly_one ? fmt::format("{:.3g} times", ratio) : number_words(ratio) + " times";
  }
  const double share = 100 / ratio;
  const double all_but = 100 - share;
  if (share < some || all_but < 1) return fmt::format("{:.1f} %", share);
  return fmt::format("{:.0f} %", share);
}

std::string number_words(double value) {
  constexpr double many = 100;
  constexpr double some = 10;
  const double size = std::abs(value);
  if (size >= many) return with_commas(std::round(value));
  if (size >= some) return fmt::format("{:.0f}", value);
  if (size >= 1) return fmt::format("{:.1f}", value);
  return fmt::format("{:.2g}", value);
}

std::string value_words(const std::string& metric, double value) {
  if (metric.rfind("seconds", 0) != 0) return number_words(value);
  for (const auto& [size, unit] : {std::pair(1.0, "s"), {1e-3, "ms"}, {1e-6, "µs"}, {1e-9, "ns"}}) {
    if (value >= size) return number_words(value / size) + " " + unit;
  }
  return number_words(value) + " s";
}

std::string whole_words(std::size_t value) { return with_commas(static_cast<double>(value)); }

std::string count_words(std::size_t count, const std::string& what) {
  return fmt::format("{} {}{}", whole_words(count), what, count == 1 ? "" : "s");
}

}  // namespace isobar
