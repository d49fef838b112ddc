// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include "host/interrupt.h"
#include "sim/explore/campaign.h"
#include "sim/explore/child_point.h"
#include "sim/explore/cost.h"
#include "sim/explore/status.h"
#include "sim/explore/time_left.h"
#include "sim/terminal/count_line.h"

namespace isobar {
namespace {

constexpr const char* engine_name = "local";

}  // namespace

Engine local_engine(const EngineSetting& setting, CampaignLock& lock) {
  return [setting, &lock](CampaignStore& store) {
    const auto points = store.waiting();
    auto counts = store.counts();
    CountLine line("points", CountLine::Elsewhere::tenths, setting.how);
    const CostModel cost(store.measured());
    std::vector<double> costs;
    for (const auto& point : points) costs.push_back(cost.seconds(point.keys));
    TimeLeft left(std::move(costs));
    ChildSetting children;
    children.seconds = setting.timeout;
    children.at_once = setting.workers;
    children.takes_more = takes_more_points;
    children.go_on = [] { return !InterruptGuard::interrupted(); };
    const auto job = [&](std::size_t at) {
      lock.leave_to_parent();
      return child_point(points[at], engine_name);
    };
    run_in_children(points.size(), job, children, [&](std::size_t at, const ChildEnd& end) {
      const auto result = result_of(points[at], engine_name, end, setting.timeout);
      store.record({result});
      counts.settle(result);
      left.done(at);
      line.show(static_cast<std::size_t>(counts.run()), static_cast<std::size_t>(counts.all()),
                trouble_words(counts), left.text());
    });
    return !InterruptGuard::interrupted();
  };
}

}  // namespace isobar
