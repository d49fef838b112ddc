// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/dry_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "host/interrupt.h"
#include "sim/explore/campaign_lock.h"
#include "sim/explore/campaign_schema.h"
#include "sim/explore/campaign_store.h"
#include "sim/explore/child_point.h"
#include "sim/explore/cost.h"
#include "sim/explore/plan_check.h"
#include "sim/explore/planned_points.h"
#include "sim/explore/space.h"
#include "sim/terminal/count_line.h"
#include "sim/terminal/duration_text.h"

namespace isobar {
namespace {

/// The points of that folder's campaign that were run; none if there is no campaign.
std::vector<MeasuredPoint> points_run(const std::filesystem::path& folder) {
  if (!std::filesystem::exists(folder / campaign_file)) return {};
  const CampaignLock lock(folder);
  CampaignStore store(folder);
  auto measured = store.measured();
  store.close();
  return measured;
}

/// Of each scheme and level the costliest point that is not long: the costly ones make up most of a
/// campaign, and of a cheap one most is the start of a process. Where all are long, the cheapest.
std::vector<NumberedPoint> probes(const std::vector<Assignment>& points) {
  constexpr std::size_t most = 12;
  constexpr double is_long = 1;  // seconds
  const CostModel typical({});
  std::map<std::string, std::pair<double, const Assignment*>> best;
  for (const auto& point : points) {
    const auto seconds = typical.seconds(point);
    auto& [of_best, chosen] = best[cost_kind(point)];
    const bool better =
        of_best <= is_long ? seconds > of_best && seconds <= is_long : seconds < of_best;
    if (chosen != nullptr && !better) continue;
    of_best = seconds;
    chosen = &point;
  }
  std::vector<NumberedPoint> chosen;
  for (const auto& [kind, point] : best) {
    if (chosen.size() < most) chosen.push_back({0, *point.second});
  }
  return chosen;
}

/// Runs points of which nothing is kept but their times.
std::vector<MeasuredPoint> measure_some(const std::vector<NumberedPoint>& points,
                                        const EngineSetting& setting) {
  constexpr int longest = 10;  // seconds for a point
  std::vector<MeasuredPoint> measured;
  ChildSetting children;
  children.seconds = longest;
  children.at_once = setting.workers;
  children.takes_more = takes_more_points;
  children.go_on = [] { return !InterruptGuard::interrupted(); };
  CountLine line("points run for the estimate", CountLine::Elsewhere::nothing, setting.how);
  std::size_t done = 0;
  const auto job = [&](std::size_t at) { return child_point(points[at], "dry run"); };
  run_in_children(points.size(), job, children, [&](std::size_t at, const ChildEnd& end) {
    line.show(++done, points.size());
    const auto result = result_of(points[at], "dry run", end, longest);
    if (result.error.empty()) {
      measured.push_back({points[at].keys, result.seconds});
    } else if (end.kind == ChildEnd::Kind::hung) {
      measured.push_back({points[at].keys, double{longest}});
    }
  });
  if (InterruptGuard::interrupted()) throw std::runtime_error("interrupted");
  return measured;
}

double processors(const EngineSetting& setting) {
  return setting.workers > 0 ? setting.workers : std::max(1U, std::thread::hardware_concurrency());
}

std::string estimate_text(double seconds, const EngineSetting& setting) {
  return fmt::format("about {} of processor time, {} with {} workers", duration_text(seconds),
                     duration_text(seconds / processors(setting)), processors(setting));
}

/// What the plan's axes say of a point.
std::string axes_of(const Plan& plan, const Assignment& point) {
  std::vector<std::string> parts;
  for (const auto& axis : plan.axes) {
    for (const auto& key : axis.keys) {
      if (point.count(key) > 0) parts.push_back(key + "=" + point.at(key));
    }
  }
  return fmt::format("{}", fmt::join(parts, ";"));
}

void write_search(const Plan& plan, const std::vector<Assignment>& points, const CostModel& cost,
                  const EngineSetting& setting, std::ostream& out) {
  double seconds = 0;
  for (const auto& point : points) seconds += cost.seconds(point);
  seconds *=
      static_cast<double>(plan.design.points * plan.repeats) / static_cast<double>(points.size());
  out << fmt::format("{}: a search of at most {} points, which it chooses as it goes\n",
                     plan.file.string(), plan.design.points * plan.repeats);
  out << fmt::format("{}, if they take as long as {} points along the axes\n",
                     estimate_text(seconds, setting), points.size());
}

}  // namespace

void write_dry_run(const Plan& plan, const std::filesystem::path& folder,
                   const EngineSetting& setting, std::ostream& out) {
  const auto points = planned_points(plan);
  const auto done = points_run(folder);
  const auto measured = done.empty() ? measure_some(probes(points), setting) : done;
  const CostModel cost(measured);
  const auto measured_words =
      fmt::format("{} point{}", measured.size(), measured.size() == 1 ? "" : "s");
  const auto basis =
      done.empty() ? fmt::format("the time of {}, one of each scheme, run for it and not kept",
                                 measured_words)
                   : fmt::format("the time of {} in {}", measured_words, folder.string());
  if (plan.design.kind == DesignPlan::Kind::search) {
    write_search(plan, points, cost, setting, out);
    out << fmt::format("estimated from {}\n", basis);
    return;
  }
  std::set<std::string> are_done;
  for (const auto& point : done) are_done.insert(identity(point.keys));
  double seconds = 0;
  std::size_t waiting = 0;
  std::string lines;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (are_done.count(identity(points[i])) > 0) {
      lines += fmt::format("{}  done  {}\n", i + 1, axes_of(plan, points[i]));
      continue;
    }
    ++waiting;
    const auto time = cost.seconds(points[i]);
    seconds += time;
    lines += fmt::format("{}  {}  {}\n", i + 1, duration_text(time), axes_of(plan, points[i]));
  }
  if (setting.how == Say::all) out << lines;
  out << fmt::format("{}: {} points, {} to be run: {}\n", plan.file.string(), points.size(),
                     waiting, estimate_text(seconds, setting));
  out << fmt::format("estimated from {}\n", basis);
}

}  // namespace isobar
