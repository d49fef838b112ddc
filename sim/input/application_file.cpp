// SPDX-License-Identifier: Apache-2.0
#include "sim/input/application_file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "models/errors.h"
#include "models/parameter.h"
#include "models/workloads/applications/iterations.h"
#include "models/workloads/applications/replay.h"
#include "models/workloads/applications/weighted_tardiness.h"
#include "models/workloads/applications/work_time.h"
#include "sim/input/input_file.h"
#include "sim/input/lbdatafile_set.h"
#include "sim/input/lbdatafile_tasks.h"
#include "sim/input/read_or_library.h"

namespace isobar {
namespace {

namespace fs = std::filesystem;

constexpr double nanoseconds = 1e9;  // of a second
constexpr std::size_t most_jobs = 64;
constexpr const char* from_files = "lbdatafile:FOLDER, replay:FOLDER, tardiness:FILE";

struct Place {
  Node nodes;
  const Rational& clock;
  const fs::path& folder;
};

/// The folder or file that is named, and what follows it.
std::string_view place_of(const NamedText& named) {
  const auto name = named.parameters.value_or(std::string_view{});
  if (name.empty() || name.front() == ',' || name.find('\0') != std::string_view::npos) {
    throw ValueError(fmt::format("{:?} names no {}; allowed: {}", named.name,
                                 named.name == "tardiness" ? "file" : "folder", from_files));
  }
  return name;
}

ApplicationMaker replay_from(std::string_view name, const Place& place) {
  auto work = std::make_shared<std::vector<std::vector<Cycle>>>();
  for (const auto& rank : read_lbdatafile_set(name, place.nodes, place.folder, LbDetail::times)) {
    auto& of_rank = work->emplace_back();
    for (const auto& task : rank.phase.times) {
      of_rank.push_back(WorkTime(task.time * nanoseconds, place.clock).cycles(1));
    }
  }
  return {[work] { return std::make_unique<Replay>(*work); }, false};
}

/// What a name in front of a comma, and the parameters behind it come to.
struct Parts {
  std::string_view name;
  ParameterValues values;
};

Parts parts_of(std::string_view text, const std::vector<Parameter>& known, const char* owner) {
  const auto comma = text.find(',');
  std::optional<std::string_view> rest;
  if (comma != std::string_view::npos) rest = text.substr(comma + 1);
  return {text.substr(0, comma), parse_parameters(rest, known, owner)};
}

const auto n_parameter = parameter("n", "iterations").range(1, 1e9).whole(20);
const auto bytes_parameter =
    parameter("bytes", "that are sent when a task moves that does not say them")
        .range(1, 1e9, "bytes")
        .whole(1024);
const auto overhead_parameter =
    parameter("overhead", "of an iteration on every PE besides its tasks")
        .range(0, 1e12, "cycles")
        .whole(0);

std::vector<Parameter> lbdatafile_parameters() {
  return {n_parameter, bytes_parameter, overhead_parameter};
}

ApplicationMaker lbdatafile_from(std::string_view text, const Place& place) {
  const auto [name, values] = parts_of(text, lbdatafile_parameters(), "lbdatafile");
  const auto set = read_lbdatafile_set(name, place.nodes, place.folder, LbDetail::persistent_tasks);
  return {[tasks = lbdatafile_tasks(set, place.clock, values.get(bytes_parameter)),
           n = values.get(n_parameter), overhead = values.get(overhead_parameter)] {
            return std::make_unique<Iterations>(tasks, n, overhead);
          },
          false};
}

const auto instance_parameter =
    parameter("instance", "which of the file's instances, from 1").range(1, 1e6).whole(1);
const auto size_parameter = parameter("size", "jobs that each of the file's instances has")
                                .range(1, 1000, "jobs")
                                .whole(40);
const auto jobs_parameter = parameter("jobs", "the first of the instance's jobs")
                                .range(1, most_jobs, "jobs")
                                .whole_or_auto("all");
const auto grain_parameter = parameter("grain", "so many jobs left or fewer are one task")
                                 .range(1, most_jobs, "jobs")
                                 .whole(8);
const auto step_parameter =
    parameter("step", "time of a search step").range(0.001, 1e9, "ns").real(150'000);

std::vector<Parameter> tardiness_parameters() {
  return {instance_parameter, size_parameter, jobs_parameter, grain_parameter, step_parameter};
}

ApplicationMaker tardiness_from(std::string_view text, const Place& place) {
  const auto [file, values] = parts_of(text, tardiness_parameters(), "tardiness");
  const auto size = static_cast<std::size_t>(values.get(size_parameter));
  const auto jobs =
      static_cast<std::size_t>(values.get(jobs_parameter).value_or(values.get(size_parameter)));
  if (jobs > size || jobs > most_jobs) {
    throw ValueError(fmt::format("tardiness: jobs={} of instances of size={}; allowed: 1 to {}",
                                 jobs, size, std::min(size, most_jobs)));
  }
  const auto path = place.folder / file;
  const auto instances =
      read_input(path, [&](std::istream& in) { return read_or_library(in, size); });
  const auto instance = static_cast<std::size_t>(values.get(instance_parameter));
  if (instance > instances.size()) {
    fail_at(path, fmt::format("has no instance {}; there are 1 to {}", instance, instances.size()));
  }
  WeightedTardiness::Setting setting;
  setting.jobs = first_jobs(instances[instance - 1], jobs);
  setting.grain = static_cast<unsigned>(values.get(grain_parameter));
  setting.step = values.get(step_parameter);
  return {[setting, nodes = place.nodes, clock = place.clock] {
            return std::make_unique<WeightedTardiness>(setting, nodes, clock);
          },
          true};
}

ApplicationMaker registered_from(const std::string& text, std::uint64_t seed, const Place& place) {
  const auto choice = ApplicationChoice::parse(text);
  const ApplicationSetting setting{place.nodes, seed, place.clock, choice.parameters};
  return {[entry = choice.entry, setting] { return entry->make(setting); },
          choice.entry->creates_tasks};
}

ApplicationMaker parsed(const std::string& text, std::uint64_t seed, const Place& place) {
  const NamedText named(text);
  if (named.name == "lbdatafile") return lbdatafile_from(place_of(named), place);
  if (named.name == "replay") return replay_from(place_of(named), place);
  if (named.name == "tardiness") return tardiness_from(place_of(named), place);
  if (applications().count(std::string(named.name)) > 0) return registered_from(text, seed, place);
  std::vector<std::string> names = {"none"};
  for (const auto& [name, entry] : applications()) names.push_back(name);
  throw ValueError(fmt::format("unknown application '{}'; allowed: {}, {}", named.name,
                               fmt::join(names, ", "), from_files));
}

}  // namespace

ApplicationMaker application_from(const std::string& text, Node nodes, std::uint64_t seed,
                                  const Rational& clock, const fs::path& folder) {
  if (text == "none") return {};
  auto maker = parsed(text, seed, {nodes, clock, folder});
  // What cannot be made is refused here and not in the midst of a run.
  const auto application = maker.make();
  maker.initial_loads = application->initial_loads();
  maker.is_persistent = application->iterations() > 0;
  maker.has_turns = application->step_cycles() > 0;
  return maker;
}

std::string with_absolute_paths(const std::string& text, const fs::path& folder) {
  const NamedText named(text);
  const bool is_replay = named.name == "replay";
  if (!named.parameters ||
      (!is_replay && named.name != "lbdatafile" && named.name != "tardiness")) {
    return text;
  }
  const auto comma = is_replay ? std::string_view::npos : named.parameters->find(',');
  const auto path = fs::absolute(folder / named.parameters->substr(0, comma));
  const auto rest =
      comma == std::string_view::npos ? std::string_view{} : named.parameters->substr(comma);
  return fmt::format("{}:{}{}", named.name, path.lexically_normal().string(), rest);
}

std::vector<std::string> application_rules() {
  std::vector<std::string> lines;
  const auto add = [&](const std::string& name, std::string_view help, std::string_view source,
                       const std::vector<Parameter>& parameters) {
    lines.push_back(fmt::format("{:<16} {}", name, help));
    const std::string indent(17, ' ');
    lines.push_back(fmt::format("{}[{}]", indent, source));
    for (const auto& p : parameters) lines.push_back(indent + p.line());
  };
  for (const auto& [name, entry] : applications()) {
    add(name, entry.help, entry.source, entry.parameters);
  }
  add("lbdatafile:FOLDER",
      "the tasks of an LBDatafile set that live on, each worked on once an iteration; or "
      "FOLDER@PHASE; FOLDER,NAME=VALUE,...",
      "DARMA-tasking's vt; Watts, Rieffel and Taylor 1998", lbdatafile_parameters());
  add("replay:FOLDER", "the tasks of an LBDatafile set, each as long as it took; or FOLDER@PHASE",
      "DARMA-tasking's vt", {});
  add("tardiness:FILE", "branch and bound for the least weighted tardiness; FILE,NAME=VALUE,...",
      "OR-Library, wt40; Potts and Van Wassenhove 1985", tardiness_parameters());
  return lines;
}

}  // namespace isobar
