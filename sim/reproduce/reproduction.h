// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "models/measure/result.h"
#include "sim/plots/plot.h"
#include "sim/reproduce/comparison.h"

namespace isobar {

/// A cell of a table: empty, a whole number, a number or a text.
using Cell = std::variant<std::monostate, std::int64_t, double, std::string>;

/// The number as a cell, which is empty if there is none.
Cell cell(const std::optional<std::int64_t>& number);
Cell cell(const std::optional<double>& number);
/// A goal's time on one of its scales: `cell(run.to_balance, &Instant::shifts)`.
Cell cell(const std::optional<Instant>& instant, std::int64_t Instant::*scale);

/// Loads in the order of their PEs: `9 1 1`.
std::string loads_text(const std::vector<Load>& loads);

/// What was measured, one line a case.
struct DataTable {
  std::vector<std::string> columns;  ///< with their units: `time to share (shifts)`
  std::vector<std::vector<Cell>> rows;
};

/// A table or figure of a paper, made again.
struct Reproduction {
  std::vector<Comparison> comparisons;
  std::vector<std::string> remarks;  ///< what is ambiguous or contradicts itself, what was assumed
  DataTable table;
  Plot plot;  ///< may be empty
};

class Lab;

/// A table or figure as the program knows it.
struct ReproductionEntry {
  std::string id;
  std::string paper;  ///< authors and title
  std::string place;  ///< `Section 5, Figure 5a`
  std::string title;
  std::function<Reproduction(Lab&)> run;
  bool takes_minutes = false;  ///< run only if it is asked for
};

}  // namespace isobar
