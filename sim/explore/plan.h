// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "sim/explore/point.h"

namespace isobar {

/// A condition on what a point is given before: `fabric = ["hhc:*", "hypercube:*"]`.
struct AxisCondition {
  std::string key;
  std::vector<std::string> patterns;  ///< globs; one of them must fit
};

/// One listed value of an axis: a text for each of its keys.
struct AxisValue {
  std::vector<std::string> texts;
  std::vector<AxisCondition> when;  ///< all must hold, else the value is not used
};

/// The numbers from `lo` to `hi`, for designs that draw them: `format` with {} where they go.
struct AxisRange {
  double lo = 0;
  double hi = 0;
  bool logarithmic = false;
  bool whole = false;
  std::string format = "{}";
};

/// The number at `place`, from 0 at `lo` to 1 at `hi`.
double range_number(const AxisRange& range, double place);
/// `number` as a key's value, with six digits.
std::string range_text(const AxisRange& range, double number);

/// One choice that a campaign makes at every point: of a key, or of several together.
struct Axis {
  std::vector<std::string> keys;
  std::vector<AxisValue> values;    ///< the listed values; empty if there is a range
  std::optional<AxisRange> range;   ///< a range that is not cut into listed values
  std::vector<AxisCondition> when;  ///< all must hold, else the axis is left out
  std::string place;                ///< `plan.toml:7`
};

/// A metric that a campaign minimises or maximises.
struct Objective {
  std::string metric;
  bool minimise = true;
};

/// How points are chosen from the space.
struct DesignPlan {
  enum class Kind : std::uint8_t { grid, random, latin_hypercube, sobol, search };
  Kind kind = Kind::grid;
  std::int64_t points = 0;      ///< number of points; for a search its budget; unused for a grid
  std::int64_t population = 0;  ///< points of a generation of a search; 0: chosen by its budget
  std::uint64_t seed = 1;
};

/// A campaign as it is written (docs/explore.md).
struct Plan {
  std::filesystem::path file;
  std::string text;  ///< the text of the file
  Assignment base;   ///< what all points have in common
  std::vector<Axis> axes;
  std::string where;  ///< SQL over the point's keys and facts; empty: all points
  std::optional<std::string> total_bandwidth;  ///< shared out evenly over a point's links
  std::int64_t repeats = 1;                    ///< each point with so many seeds
  DesignPlan design;
  std::vector<Objective> objectives;
  std::vector<std::string> scenario;  ///< keys of axes that are given and not chosen
  std::vector<std::string> notes;  ///< what the plan's author should know, as of deprecated names
};

/// Throws InputError with file, line, key, value and what is allowed.
Plan read_plan(const std::filesystem::path& file);

}  // namespace isobar
