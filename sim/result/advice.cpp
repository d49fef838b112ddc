// SPDX-License-Identifier: Apache-2.0
#include "sim/result/advice.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/measure/goals.h"
#include "models/schemes/contract/ideal_scheme.h"
#include "models/schemes/contract/registry.h"

namespace isobar {
namespace {

const SchemeEntry& scheme_of(const Config& config) {
  const auto key = std::find_if(config.keys.begin(), config.keys.end(),
                                [](const ResolvedKey& one) { return one.name == "scheme"; });
  return *SchemeChoice::parse(std::get<std::string>(key->value)).entry;
}

/// Why no task moved; empty if that needs no reason.
std::string why_none_moved(const SchemeEntry& scheme, const MeasuredRun& run) {
  const auto& e = run.experiment();
  if (e.fabric.link_count() == 0) return "there is no link to move one over";
  if (run.result().run.cycles == 0) {
    return run.result().ending == Ending::goal ? "the goal was reached before the first cycle"
                                               : "`max_steps` allows no step";
  }
  if (!e.application && e.loads.max() - e.loads.min() <= e.tolerance) {
    return fmt::format("the loads were balanced from the start (`tolerance` is {})", e.tolerance);
  }
  if (scheme.moves_when.empty()) {
    return fmt::format(
        "no PE came to a difference on which {} acts; its parameters are in `isobar "
        "list schemes`",
        scheme.title);
  }
  return fmt::format("{}: {}", scheme.title, scheme.moves_when);
}

/// The mean work of the tasks that were done, in cycles of a PE of speed 1.
Cycle mean_work(const MeasuredRun& run) {
  return run.executors().tasks == 0 ? 0 : run.executors().work / run.executors().tasks;
}

/// Why the PEs were idle although tasks moved.
std::string why_idle(const MeasuredRun& run) {
  const auto& e = run.experiment();
  const auto& application = run.application();
  const auto end = run.result().run.cycles;
  constexpr Cycle most = 10;  // times as long as needed
  if (application.finished && *application.finished < end / most) {
    return fmt::format(
        "the application had finished after {} of the {} cycles; `until = "
        "\"finished\"` ends the run there",
        *application.finished, end);
  }
  if (application.created < static_cast<std::int64_t>(e.fabric.pes())) {
    return fmt::format("the application has {} task{} for {} PEs; a finer grain makes more",
                       application.created, application.created == 1 ? "" : "s", e.fabric.pes());
  }
  Cycle passage = 0;
  for (std::size_t one = 0; one < e.links.size(); ++one) {
    if (e.links_of_class(one) > 0) passage = std::max(passage, e.links[one].passage(e.task_bits));
  }
  if (passage > mean_work(run)) {
    return fmt::format(
        "a task takes up to {} cycles over a link and about {} to work on; a greater "
        "`link.bandwidth`, smaller `task_bits` or larger tasks make it worth its way",
        passage, mean_work(run));
  }
  return "the tasks came to the PEs later than these could have worked on them; more tasks, or a "
         "scheme that brings them to all PEs sooner, would change that";
}

std::string idle_share(const ExecutorCounters& sum) {
  return fmt::format("{:.1f} %",
                     100 * static_cast<double>(sum.idle) / static_cast<double>(sum.total()));
}

}  // namespace

std::string advice(const Config& config, const MeasuredRun& run) {
  const auto& e = run.experiment();
  if (ideal_scheme(e) != nullptr) return {};
  const auto& scheme = scheme_of(config);
  const bool balances = scheme.balances;
  const bool none_moved = run.messages().transfers == 0;
  std::string text;
  if (balances && none_moved) {
    text += fmt::format("No task moved: {}.\n", why_none_moved(scheme, run));
  }
  if (!e.application) return text;
  const auto& sum = run.executors();
  constexpr Cycle nine_tenths = 9;
  if (sum.total() == 0 || sum.idle / nine_tenths <= (sum.total() - sum.idle)) return text;
  text += fmt::format("The PEs were idle for {} of their time: ", idle_share(sum));
  if (!none_moved) return text + why_idle(run) + ".\n";
  return text + (balances ? "no task moved, as above.\n"
                          : "every PE works alone on its own tasks; a scheme that balances "
                            "(`isobar list schemes`) would give work to the others.\n");
}

}  // namespace isobar
