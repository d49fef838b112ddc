// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/fitted.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace isobar {
namespace {

std::string three(const AtHalfAndDouble& results, int digits) {
  return fmt::format("{:.{}f}, {:.{}f}, {:.{}f}", results.half, digits, results.at, digits,
                     results.twice, digits);
}

}  // namespace

FittedEntry::FittedEntry() {
  reproduction_.table.columns = {"constant",  "value",   "why it has it", "result",
                                 "published", "at half", "at the value",  "at double"};
}

void FittedEntry::constant(const FittedConstant& constant) { constant_ = constant; }

Comparison& FittedEntry::chosen_for(const std::string& what, double published,
                                    const AtHalfAndDouble& results, int digits) {
  const auto text = fmt::format("{:.{}f}", published, digits);
  row(what, text, results.half, results.at, results.twice);
  const auto off = [&](double result) { return std::abs(result - published); };
  const double nearer = off(results.at) - std::min(off(results.half), off(results.twice));
  auto& all = reproduction_.comparisons;
  all.push_back(not_comparable(fmt::format("{}: {}", constant_.name, what), text,
                               fmt::format("{:.{}f}", results.at, digits),
                               constant_.name + " was chosen to meet it"));
  all.push_back(claim(fmt::format("{} of {} meets it better than half or double do", constant_.name,
                                  constant_.value),
                      text, Measured{nearer, three(results, digits) + " at half, at it, at double"},
                      at_most(0)));
  return all.back();
}

Comparison& FittedEntry::result(const std::string& what, double published,
                                const AtHalfAndDouble& results, double tolerance, int digits) {
  const auto text = fmt::format("{:.{}f}", published, digits);
  row(what, text, results.half, results.at, results.twice);
  const double farthest =
      std::max({std::abs(results.half - published), std::abs(results.at - published),
                std::abs(results.twice - published)});
  auto& all = reproduction_.comparisons;
  all.push_back(claim(fmt::format("{} at half, at it, at double: {}, all within {:.{}f}",
                                  constant_.name, what, tolerance, digits),
                      text, Measured{farthest, three(results, digits)}, at_most(tolerance)));
  return all.back();
}

Comparison& FittedEntry::statement(const std::string& what, bool half, bool at, bool twice) {
  const auto said = [](bool holds) { return std::string(holds ? "so" : "not so"); };
  row(what, "so", said(half), said(at), said(twice));
  const int so = (half ? 1 : 0) + (at ? 1 : 0) + (twice ? 1 : 0);
  auto& all = reproduction_.comparisons;
  all.push_back(claim(fmt::format("{} at half, at it, at double: {}", constant_.name, what), "so",
                      Measured{static_cast<double>(so),
                               fmt::format("{}, {}, {}", said(half), said(at), said(twice))},
                      exactly(3)));
  return all.back();
}

void FittedEntry::row(const std::string& what, const std::string& published, const Cell& half,
                      const Cell& at, const Cell& twice) {
  reproduction_.table.rows.push_back(
      {constant_.name, constant_.value, constant_.why, what, published, half, at, twice});
}

}  // namespace isobar
