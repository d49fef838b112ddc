// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/lab.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <sstream>
#include <thread>
#include <utility>

#include "host/child_jobs.h"
#include "host/interrupt.h"
#include "models/errors.h"
#include "models/pe/run_cycles.h"
#include "models/schemes/contract/registry.h"
#include "models/steps/run_steps.h"
#include "sim/config/resolve.h"
#include "sim/result/result_json.h"
#include "sim/result/statistics_json.h"
#include "sim/terminal/count_line.h"

namespace isobar {
namespace {

void require_no_interrupt() {
  if (InterruptGuard::interrupted()) throw Interrupted();
}

bool go_on(const Progress& /*progress*/) { return !InterruptGuard::interrupted(); }

ConfigText text_of(const Setup& setup, const std::string& level) {
  ConfigText text;
  const std::string place = "reproduce";
  text.set("level", level, place);
  text.set("fabric", setup.fabric, place);
  text.set("scheme", setup.scheme, place);
  if (!setup.load.empty()) text.set("load", setup.load, place);
  // The papers' measures count no cycles for the ends of phases.
  const auto scheme = SchemeChoice::parse(setup.scheme);
  if (!scheme.is_message_driven() && !scheme.is_ideal()) text.set("phase_end", "free", place);
  for (const auto& [key, value] : setup.more) text.set(key, value, place);
  return text;
}

}  // namespace

void Lab::each(std::size_t count, const std::function<void(std::size_t)>& body) const {
  CountLine line("runs of " + id_, CountLine::Elsewhere::nothing, how_);
  std::mutex mutex;
  std::exception_ptr failure;
  std::atomic<std::size_t> next = 0;
  std::size_t done = 0;
  const auto work = [&] {
    for (;;) {
      const auto number = next++;
      if (number >= count) return;
      try {
        require_no_interrupt();
        body(number);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
        next = count;
      }
      const std::lock_guard lock(mutex);
      line.show(++done, count);
    }
  };
  const auto processors = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::thread> others;
  for (unsigned i = 1; i < std::min<std::size_t>(processors, count); ++i) others.emplace_back(work);
  work();
  for (auto& other : others) other.join();
  if (failure) std::rethrow_exception(failure);
}

std::vector<RunResult> Lab::run(const std::vector<Setup>& setups) const {
  std::vector<RunResult> results(setups.size());
  each(setups.size(), [&](std::size_t i) { results[i] = run(experiment_of(setups[i])); });
  return results;
}

RunResult Lab::run(const Setup& setup) const { return run(experiment_of(setup)); }

RunResult Lab::run(const Experiment& experiment) const {
  auto result = run_steps(experiment, go_on, 1);
  require_no_interrupt();
  return result;
}

std::vector<Json> Lab::results(const std::vector<Setup>& setups, bool summary) const {
  return in_children(setups.size(), [&](std::size_t i) {
    const auto config = resolve(text_of(setups[i], "cycles"));
    std::ostringstream text;
    write_json(config, run_cycles(config.experiment), nullptr, summary, text);
    return text.str();
  });
}

std::vector<Json> Lab::applications(const std::vector<Experiment>& experiments) const {
  return in_children(experiments.size(), [&](std::size_t i) {
    const auto result = run_cycles(experiments[i]);
    return statistics_json({experiments[i], result}, false).at("application").dump();
  });
}

std::vector<Json> Lab::in_children(std::size_t count,
                                   const std::function<std::string(std::size_t)>& job) const {
  CountLine line("runs of " + id_, CountLine::Elsewhere::nothing, how_);
  std::vector<Json> results(count);
  std::size_t done = 0;
  ChildSetting setting;
  setting.go_on = [] { return !InterruptGuard::interrupted(); };
  run_in_children(count, job, setting, [&](std::size_t i, const ChildEnd& end) {
    require_no_interrupt();
    if (end.kind != ChildEnd::Kind::returned) throw ValueError(end.text);
    results[i] = Json::parse(end.text);
    line.show(++done, count);
  });
  require_no_interrupt();
  return results;
}

RunResult Lab::watch(const Experiment& experiment, Observer& observer) const {
  auto result = run_steps_generic(experiment, go_on, &observer);
  require_no_interrupt();
  return result;
}

RunResult Lab::phases(const Experiment& experiment, const PhaseLog::Tell& tell) const {
  PhaseLog log(experiment, tell);
  auto result = watch(experiment, log);
  log.finish(result.run.cycles);
  return result;
}

Experiment experiment_of(const Setup& setup) {
  return std::move(resolve(text_of(setup, "steps")).experiment);
}

Experiment experiment_of(const Setup& setup, std::vector<Load> loads) {
  auto experiment = experiment_of(setup);
  experiment.loads = std::move(loads);
  return experiment;
}

std::string command_of(const Setup& setup) {
  auto text = fmt::format("isobar run --fabric {} --scheme {}", setup.fabric, setup.scheme);
  if (!setup.load.empty()) text += " --load " + setup.load;
  for (const auto& [key, value] : setup.more) text += fmt::format(" --set {}={}", key, value);
  return text + " --level steps";
}

}  // namespace isobar
