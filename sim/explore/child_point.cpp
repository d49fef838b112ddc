// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/child_point.h"

#include <fmt/format.h>

#include "sim/config/config_json.h"

namespace isobar {
namespace {

bool has_elaborated = false;

}  // namespace

std::string child_point(const NumberedPoint& point, const std::string& engine) {
  const auto result = run_point(point, engine);
  has_elaborated = result.level != level_name(Level::steps);
  return json_text(to_json(result));
}

bool takes_more_points() { return !has_elaborated; }

PointResult result_of(const NumberedPoint& point, const std::string& engine, const ChildEnd& end,
                      int timeout) {
  switch (end.kind) {
    case ChildEnd::Kind::returned:
      return point_result(end.text);
    case ChildEnd::Kind::threw:
    case ChildEnd::Kind::crashed:
      return failed_point(point.number, engine, fmt::format("it ended by {}", end.text));
    case ChildEnd::Kind::hung:
      break;
  }
  return failed_point(point.number, engine,
                      fmt::format("it took longer than {} s, the time limit", timeout));
}

}  // namespace isobar
