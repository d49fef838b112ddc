// SPDX-License-Identifier: Apache-2.0
#include "sim/result/limit_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/schemes/contract/ideal_scheme.h"
#include "sim/result/quantities.h"

namespace isobar {
namespace {

/// Only what PEs did instead of working can limit an application.
const char* limit_of_executors(const ExecutorCounters& sum) {
  constexpr double nearly_all = 0.9;
  if (static_cast<double>(sum.work) >= nearly_all * static_cast<double>(sum.total())) {
    return "the work itself limits it";
  }
  if (sum.idle >= std::max(sum.balance, sum.wait)) return "PEs without a task limit it";
  if (sum.balance >= sum.wait) return "balancing, which stops the work, limits it";
  return "waiting limits it";
}

std::string executors(const MeasuredRun& run) {
  const auto& sum = run.executors();
  const auto total = sum.total();
  if (total == 0) return {};
  return fmt::format("Executors: work {}, balancing {}, waiting {}, idle {}: {}.\n",
                     percent(sum.work, total), percent(sum.balance, total),
                     percent(sum.wait, total), percent(sum.idle, total), limit_of_executors(sum));
}

/// Where messages come at any time: whether a link could take no more.
std::string links_or_not(const MeasuredRun& run) {
  constexpr double nearly_always = 0.9;
  const auto cycles = run.result().run.cycles;
  const auto busiest = run.links().busiest;
  if (cycles == 0 || busiest == 0) return {};
  const auto share = percent(busiest, cycles);
  if (static_cast<double>(busiest) >= nearly_always * static_cast<double>(cycles)) {
    return fmt::format("The busiest link was busy in {} of the cycles: it limits the run.\n",
                       share);
  }
  return fmt::format(
      "The busiest link was busy in {} of the cycles: when the scheme acts limits the run, not the "
      "links' bandwidth.\n",
      share);
}

}  // namespace

std::string busiest_link_text(const MeasuredRun& run) {
  const auto& fabric = run.experiment().fabric;
  const auto& result = run.result();
  if (fabric.link_count() == 0) return "The fabric has no links.\n";
  const auto slot = run.links().busiest_slot;
  if (run.links().busiest == 0) return "No link was used.\n";
  const auto busiest = result.links[slot];
  const auto link = fabric.link(slot);
  const auto name = [&](Node node) {
    return fabric.is_switch(node) ? fabric.title(node) : fabric.address(node);
  };
  return fmt::format(
      "Busiest link: {} to {} (dimension {}), busy in {} of the cycles with {} transfer{} and {} "
      "word{}.\n",
      name(link->from), name(link->to), link->dimension, percent(busiest.busy(), result.run.cycles),
      busiest.transfers, busiest.transfers == 1 ? "" : "s", busiest.words,
      busiest.words == 1 ? "" : "s");
}

std::string phases_text(const MeasuredRun& run) {
  const auto& experiment = run.experiment();
  const auto& result = run.result();
  const auto& counts = run.messages();
  const auto& spent = result.spent;
  const auto total = result.run.cycles;
  // With an application there is more to a run than its phases.
  const auto* what = experiment.application ? "the balancing" : "it";
  if (total == 0) return "";
  auto text = fmt::format("The {} cycles went to words {}, decisions {}, transfers {}", total,
                          percent(spent.words, total), percent(spent.decision, total),
                          percent(spent.transfers, total));
  if (spent.barrier != 0) text += fmt::format(", barriers {}", percent(spent.barrier, total));
  if (counts.words == 0 && counts.transfers == 0) {
    return text + fmt::format(": nothing crossed a link, so no link limits {}.\n", what);
  }
  if (spent.barrier > std::max({spent.words, spent.transfers, spent.decision})) {
    return text + fmt::format(": learning the ends of phases limits {}.\n", what);
  }
  const bool words = spent.words > std::max(spent.transfers, spent.decision);
  if (!words && spent.decision > spent.transfers) {
    return text + fmt::format(": the decisions limit {}.\n", what);
  }
  const auto bits = words ? experiment.load_bits : experiment.task_bits;
  const LinkTiming* slowest = nullptr;
  for (std::size_t one = 0; one < experiment.links.size(); ++one) {
    const auto& link = experiment.links[one];
    if (experiment.links_of_class(one) == 0) continue;
    if (slowest == nullptr || link.passage(bits) > slowest->passage(bits)) slowest = &link;
  }
  const Cycle serial = slowest->serial(bits);
  const Cycle setup = slowest->setup();
  const Cycle latency = slowest->latency();
  const char* culprit = serial >= std::max(setup, latency) ? "bandwidth"
                        : setup >= latency                 ? "set-up"
                                                           : "latency";
  return text + fmt::format(
                    ": the {} {} limits {} (a {} takes {} cycles for its {} bits, {} "
                    "set-up, {} latency).\n",
                    experiment.link_map ? "slowest link's" : "links'", culprit, what,
                    words ? "word" : "task", serial, bits, setup, latency);
}

std::string limit_text(const MeasuredRun& run) {
  const auto& e = run.experiment();
  if (run.result().application) return executors(run);
  if (ideal_scheme(e) != nullptr) return {};
  return e.scheme ? phases_text(run) : links_or_not(run);
}

}  // namespace isobar
