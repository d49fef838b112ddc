// SPDX-License-Identifier: Apache-2.0
#include "sim/input/tardiness_application.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "models/errors.h"
#include "models/workloads/applications/weighted_tardiness.h"
#include "sim/input/input_file.h"
#include "sim/input/or_library_size.h"
#include "sim/input/read_or_library.h"

namespace isobar {
namespace {

constexpr std::size_t most_jobs = 64;

const auto instance_parameter =
    parameter("instance", "which of the file's instances, from 1").range(1, 1e6).whole(1);
const auto size_parameter = parameter("size", "jobs that each of the file's instances has")
                                .range(1, most_or_library_jobs, "jobs")
                                .whole_or_auto("as the file shows");
const auto jobs_parameter = parameter("jobs", "the first of the instance's jobs")
                                .range(1, most_jobs, "jobs")
                                .whole_or_auto("all");
const auto grain_parameter =
    parameter("grain", "a subproblem of this many jobs or fewer is one task")
        .range(1, most_jobs, "jobs")
        .whole(8);
const auto step_parameter =
    parameter("step", "time of a search step").range(0.001, 1e9, "ns").real(150'000);

ReadApplication read_tardiness(const FileApplicationSetting& setting) {
  const auto& values = setting.parameters;
  std::optional<std::size_t> given;
  if (const auto size = values.get(size_parameter)) given = static_cast<std::size_t>(*size);
  const auto path = setting.folder / setting.path;
  const auto instances =
      read_input(path, [&](std::istream& in) { return read_or_library(in, given); });
  const auto size = instances.front().size();
  const auto jobs = static_cast<std::size_t>(
      values.get(jobs_parameter).value_or(static_cast<std::int64_t>(size)));
  if (jobs > size || jobs > most_jobs) {
    throw ValueError(fmt::format("tardiness: jobs={} of instances of size={}; allowed: 1 to {}",
                                 jobs, size, std::min(size, most_jobs)));
  }
  const auto instance = static_cast<std::size_t>(values.get(instance_parameter));
  if (instance > instances.size()) {
    fail_at(path, fmt::format("has no instance {}; there are 1 to {}", instance, instances.size()));
  }
  WeightedTardiness::Setting search;
  search.jobs = first_jobs(instances[instance - 1], jobs);
  search.grain = static_cast<unsigned>(values.get(grain_parameter));
  search.step = values.get(step_parameter);
  ReadApplication out;
  out.creates_tasks = true;
  out.make = [search, nodes = setting.nodes, clock = setting.clock] {
    return std::make_unique<WeightedTardiness>(search, nodes, clock);
  };
  return out;
}

}  // namespace

FileApplication tardiness_application() {
  FileApplication row;
  row.form = {
      {"tardiness:FILE", "branch and bound for the least weighted tardiness; FILE,NAME=VALUE,..."},
      PathEnd::comma};
  row.source = "OR-Library, wt40; Potts and Van Wassenhove 1985";
  row.parameters = {instance_parameter, size_parameter, jobs_parameter, grain_parameter,
                    step_parameter};
  row.read = read_tardiness;
  return row;
}

}  // namespace isobar
