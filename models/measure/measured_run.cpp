// SPDX-License-Identifier: Apache-2.0
#include "models/measure/measured_run.h"

#include "models/experiment/slowest_links.h"

namespace isobar {
namespace {

template <class Value, class Make>
const Value& made_once(std::optional<Value>& kept, Make make) {
  if (!kept) kept = make();
  return *kept;
}

}  // namespace

double seconds(const Rational& clock, Cycle cycles) {
  return static_cast<double>(cycles) * static_cast<double>(clock.denominator()) /
         static_cast<double>(clock.numerator());
}

MeasuredRun::MeasuredRun(const Experiment& experiment)
    : MeasuredRun(experiment, [&]() -> const RunResult& {
        static const RunResult none;
        return none;
      }()) {}

const Utilization& MeasuredRun::initial_utilization() const {
  return made_once(initial_, [&] { return isobar::initial_utilization(experiment_, result_); });
}

const Utilization& MeasuredRun::final_utilization() const {
  return made_once(final_, [&] { return isobar::final_utilization(experiment_, result_); });
}

const MessageCounters& MeasuredRun::messages() const {
  return made_once(messages_, [&] { return count_messages(experiment_.fabric, result_.links); });
}

const LinkTotals& MeasuredRun::links() const {
  return made_once(links_, [&] {
    LinkTotals totals;
    const auto& links = result_.links;
    if (links.empty()) return totals;
    for (const auto& sum : links.by_port(experiment_.fabric.degree())) totals.sum += sum;
    totals.busiest_slot = links.busiest();
    totals.busiest = links[totals.busiest_slot].busy();
    return totals;
  });
}

const std::vector<bool>& MeasuredRun::sets_slot() const {
  return made_once(sets_slot_, [&] {
    std::vector<bool> sets(experiment_.fabric.link_slots());
    for (const auto& phase : slot_links(experiment_)) {
      for (const auto slot : phase.words) sets[slot] = true;
      for (const auto slot : phase.tasks) sets[slot] = true;
    }
    return sets;
  });
}

const ExecutorCounters& MeasuredRun::executors() const {
  return made_once(executors_, [&] {
    ExecutorCounters sum;
    for (const auto& pe : application().executor_counters) sum += pe;
    return sum;
  });
}

std::size_t MeasuredRun::rows(Scope scope) const {
  switch (scope) {
    case Scope::run:
      return 1;
    case Scope::pe:
      return experiment_.fabric.pes();
    case Scope::link:
      return result_.links.size();
    case Scope::iteration:
      return result_.application ? result_.application->iterations.size() : 0;
    case Scope::word_kind:
      return result_.routed ? result_.routed->words.size() : 0;
  }
  return 0;
}

bool MeasuredRun::has_row(Scope scope, std::size_t row) const {
  return scope != Scope::link || experiment_.fabric.link(row).has_value();
}

std::string MeasuredRun::row_name(Scope scope, std::size_t row) const {
  return scope == Scope::word_kind ? experiment_.agents->words()[row].name : std::to_string(row);
}

}  // namespace isobar
