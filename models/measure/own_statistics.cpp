// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "models/errors.h"
#include "models/measure/measured_run.h"
#include "models/measure/statistic_groups.h"
#include "models/schemes/contract/registry.h"
#include "models/workloads/application.h"

namespace isobar {
namespace {

/// Names and values as a run has them.
using Counted = std::vector<std::pair<std::string, std::int64_t>>;

StatisticValue value_of(const Counted& counted, const std::string& name) {
  const auto found = std::find_if(counted.begin(), counted.end(),
                                  [&](const auto& one) { return one.first == name; });
  if (found == counted.end()) return NotInThisRun{};
  return found->second;
}

/// Statistics that several declare by one name are one statistic.
class Declared {
 public:
  void add(const std::string& owner, const std::vector<OwnStatistic>& statistics) {
    for (const auto& one : statistics) {
      auto at = place_.find(one.name);
      if (at == place_.end()) {
        at = place_.emplace(one.name, all_.size()).first;
        all_.push_back({one, owner});
      } else {
        auto& [had, owners] = all_[at->second];
        if (had.unit != one.unit || had.help != one.help || had.better != one.better) {
          throw ModelError(
              fmt::format("{} and {} declare '{}' differently", owners, owner, one.name));
        }
        owners += ", " + owner;
      }
    }
  }

  struct One {
    OwnStatistic statistic;
    std::string owners;
  };
  const std::vector<One>& all() const { return all_; }

 private:
  std::map<std::string, std::size_t> place_;
  std::vector<One> all_;
};

/// A row of the table of all statistics.
Statistic row(const Declared::One& declared, const std::string& path, const std::string& metric,
              StatisticReader read) {
  const auto& own = declared.statistic;
  Statistic out = {path,   own.unit, StatisticType::whole, own.better,
                   metric, own.help, std::move(read)};
  out.counted_by = declared.owners;
  return out;
}

StatisticGroup of_schemes(const std::set<std::string>& taken) {
  Declared declared;
  for (const auto& [name, entry] : schemes()) declared.add(name, entry.statistics);
  StatisticGroup group;
  group.title = "Counted by schemes";
  group.help = "What a scheme counts of its own work, summed over the PEs.";
  for (const auto& one : declared.all()) {
    const auto& name = one.statistic.name;
    group.statistics.push_back(
        row(one, "scheme." + name, taken.count(name) > 0 ? "scheme_" + name : name,
            [name](const MeasuredRun& run) { return value_of(run.result().scheme, name); }));
  }
  return group;
}

StatisticGroup of_applications() {
  Declared declared;
  for (const auto& [name, statistics] : declared_application_statistics()) {
    declared.add(name, statistics);
  }
  StatisticGroup group;
  group.title = "Counted by applications";
  group.help = "What an application counts of its own work.";
  group.applies = [](const MeasuredRun& run) { return run.result().application.has_value(); };
  group.objects = {"application.statistics", "application.figures"};
  for (const auto& one : declared.all()) {
    const auto& name = one.statistic.name;
    group.statistics.push_back(row(
        one, "application.statistics." + name, "application_" + name,
        [name](const MeasuredRun& run) { return value_of(run.application().statistics, name); }));
    group.statistics.back().old_path = "application.figures." + name;
  }
  return group;
}

}  // namespace

std::vector<StatisticGroup> own_statistics(const std::set<std::string>& taken) {
  return {of_schemes(taken), of_applications()};
}

}  // namespace isobar
