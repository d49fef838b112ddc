// SPDX-License-Identifier: Apache-2.0
#include "sim/input/tardiness_application.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "models/errors.h"
#include "models/workloads/applications/weighted_tardiness.h"
#include "sim/input/input_file.h"
#include "sim/input/read_or_library.h"

namespace isobar {
namespace {

constexpr std::size_t most_jobs = 64;

std::function<std::unique_ptr<Application>()> read_tardiness(
    const FileApplicationSetting& setting) {
  const auto& values = setting.parameters;
  const auto whole = [&](const char* name) {
    return static_cast<std::size_t>(static_cast<double>(values.at(name)));
  };
  const auto size = whole("size");
  const auto jobs = values.at("jobs").is_automatic() ? size : whole("jobs");
  if (jobs > size || jobs > most_jobs) {
    throw ValueError(fmt::format("tardiness: jobs={} of instances of size={}; allowed: 1 to {}",
                                 jobs, size, std::min(size, most_jobs)));
  }
  const auto path = setting.folder / setting.path;
  const auto instances =
      read_input(path, [&](std::istream& in) { return read_or_library(in, size); });
  const auto instance = whole("instance");
  if (instance > instances.size()) {
    fail_at(path, fmt::format("has no instance {}; there are 1 to {}", instance, instances.size()));
  }
  WeightedTardiness::Setting search;
  search.jobs = first_jobs(instances[instance - 1], jobs);
  search.grain = static_cast<unsigned>(whole("grain"));
  search.step = values.at("step");
  return [search, nodes = setting.nodes, clock = setting.clock] {
    return std::make_unique<WeightedTardiness>(search, nodes, clock);
  };
}

}  // namespace

FileApplication tardiness_application() {
  constexpr auto automatic = std::numeric_limits<double>::quiet_NaN();
  FileApplication row;
  row.form = {
      {"tardiness:FILE", "branch and bound for the least weighted tardiness; FILE,NAME=VALUE,..."},
      PathEnd::comma};
  row.source = "OR-Library, wt40; Potts and Van Wassenhove 1985";
  row.parameters = {
      {"instance", "", 1, 1, 1e6, true, "which of the file's instances, from 1"},
      {"size", "jobs", 40, 1, 1000, true, "jobs that each of the file's instances has"},
      {"jobs", "jobs", automatic, 1, most_jobs, true, "the first of the instance's jobs", "all"},
      {"grain", "jobs", 8, 1, most_jobs, true,
       "a subproblem of this many jobs or fewer is one task"},
      {"step", "ns", 150000, 0.001, 1e9, false, "time of a search step"}};
  row.creates_tasks = true;
  row.read = read_tardiness;
  return row;
}

}  // namespace isobar
