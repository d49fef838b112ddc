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
  const char* less;
  const char* noun;
};

constexpr std::array<MetricWords, 18> known = {{
    {"seconds", "takes", "less", "time"},
    {"cycles", "takes", "fewer", "cycles"},
    {"cycles_to_share", "takes", "fewer", "cycles until all PEs have work"},
    {"steps", "takes", "fewer", "steps"},
    {"shifts", "takes", "fewer", "shifts (T)"},
    {"words", "sends", "fewer", "words"},
    {"transfers", "makes", "fewer", "transfers"},
    {"tasks_moved", "moves", "fewer", "tasks"},
    {"transfer_cycles", "needs", "fewer", "link cycles of transfers"},
    {"word_cycles", "needs", "fewer", "link cycles of words"},
    {"energy_pj", "needs", "less", "energy"},
    {"luts", "needs", "fewer", "LUTs"},
    {"registers", "needs", "fewer", "registers"},
    {"logic_cells", "needs", "fewer", "logic cells"},
    {"balancing_logic_cells", "needs", "fewer", "logic cells that balance"},
    {"pins", "needs", "fewer", "pins"},
    {"total_bandwidth", "needs", "less", "total bandwidth"},
    {"links", "needs", "fewer", "links"},
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

std::string level_words(const std::string& factor, const std::string& level) {
  if (factor == "scheme") return scheme_words(level);
  if (factor == "pes") return level + " PEs";
  if (factor == "family") return level == "hhc" ? "HHC" : level;
  return level;
}

std::string factor_words(const std::string& factor) {
  if (factor == "pes") return "number of PEs";
  if (factor == "family") return "fabric family";
  return factor;
}

std::string metric_words(const std::string& metric) {
  const auto* words = find(metric);
  return words ? words->noun : metric;
}

std::string less_words(const std::string& metric, double ratio) {
  constexpr double as_factor = 1.5;
  const auto amount = ratio >= as_factor ? number_words(ratio) + "×"
                                         : fmt::format("{} %", number_words(100 * (1 - 1 / ratio)));
  if (const auto* words = find(metric)) {
    return fmt::format("{} {} {} {}", words->verb, amount, words->less, words->noun);
  }
  return fmt::format("has {} less {}", amount, metric);
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
