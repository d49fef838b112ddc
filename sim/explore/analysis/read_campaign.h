// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sim/explore/plan.h"
#include "sim/result/metrics.h"

namespace isobar {

/// A key of the configuration with its value at each point.
struct KeyColumn {
  std::string name;
  std::string default_value;        ///< what holds where it is not given
  std::vector<std::string> levels;  ///< each once, in the order of number or name
  std::vector<std::size_t> codes;   ///< by row, an index into `levels`
};

/// A metric with its value at each point; NaN where there is none.
struct MetricColumn {
  Metric about;
  std::vector<double> values;  ///< by row
};

/// What became of a point; `unreached` was run and ended without its goal, at a limit.
enum class PointState : std::uint8_t { waiting, done, failed, unreached };

/// The points of a campaign's plan, a row each in the order of their numbers, with what was
/// measured. A key that a point leaves out has its default.
struct Campaign {
  std::string name;  ///< the name of its folder
  std::string program;
  std::string plan;    ///< TOML
  std::string design;  ///< grid, random, …
  std::vector<Objective> objectives;
  /// The keys that are given and not chosen; nothing in a campaign of a release before, which
  /// did not ask.
  std::optional<std::vector<std::string>> scenario;

  std::vector<std::int64_t> points;  ///< by row: its number
  std::vector<PointState> states;
  std::vector<std::string> errors;  ///< empty unless failed
  std::vector<std::string> run_at;  ///< the level at which it was run; empty if it was not
  std::vector<KeyColumn> keys;
  std::vector<MetricColumn> metrics;  ///< those that have a value somewhere

  std::size_t rows() const { return points.size(); }
  /// Null if there is no such column.
  const KeyColumn* key(const std::string& name) const;
  const MetricColumn* metric(const std::string& name) const;
  /// What `isobar run` is to be given for the point of a row, its level included.
  Assignment assignment(std::size_t row) const;
};

/// Throws ValueError if there is no campaign in the folder, or for damaged contents.
Campaign read_campaign(const std::filesystem::path& folder);

}  // namespace isobar
