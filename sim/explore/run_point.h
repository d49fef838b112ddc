// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "sim/config/config_json.h"
#include "sim/explore/point.h"
#include "sim/result/metrics.h"

namespace isobar {

/// A point of a campaign, by its number from 1.
struct NumberedPoint {
  std::int64_t number = 0;
  Assignment keys;
};

/// What became of a point.
struct PointResult {
  std::int64_t number = 0;
  std::string error;  ///< empty if it was run
  MetricValues metrics;
  // The members below are provenance, which differs between two runs of the same point.
  std::string program;
  std::string host;
  std::string engine;   ///< local or slurm
  std::string level;    ///< the level at which it was run
  std::string started;  ///< UTC, ISO 8601
  double seconds = 0;   ///< the time that it took

  /// Whether it was run and reached its goal.
  bool reached() const;
};

/// The point's configuration at the level that it runs at. Throws InputError or ValueError for what
/// cannot be run.
Config point_config(const Assignment& point);

/// Runs a point in this process, on one thread, at its level, or where none is asked for at the
/// cheapest one that is exact for it. At level cycles it must be the process's first. Whatever is
/// wrong with the point becomes its error.
PointResult run_point(const NumberedPoint& point, const std::string& engine);

/// The result of a point whose process ended without a result.
PointResult failed_point(std::int64_t number, const std::string& engine, const std::string& error);

Json to_json(const PointResult& result);
/// The result in a JSON text. Throws ValueError if it is none.
PointResult point_result(const std::string& json);

}  // namespace isobar
