// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/hetero/six_phases_agent.h"

#include <algorithm>
#include <utility>

#include "models/errors.h"
#include "models/schemes/hetero/six_phases_words.h"

namespace isobar {

using six_phases::Granularity;
using six_phases::Kind;

namespace {

// Kinds of the numbers that it says itself; those of the resources come after them.
enum Reduction : std::size_t { needs_up, needs_down, agreed_up, agreed_down, of_resources };

TreeReduction::Pair two_sums(const TreeReduction::Pair& a, const TreeReduction::Pair& b) {
  return {a.first + b.first, a.second + b.second};
}

constexpr auto first_number = static_cast<std::size_t>(Kind::number);

}  // namespace

std::vector<WordKind> SixPhasesAgent::kinds(
    const std::vector<TransferCalculation::Kind>& calculation,
    const std::vector<Resource>& resources) {
  using six_phases::node_bits;
  using six_phases::number_bits;
  using six_phases::selection_bits;
  using six_phases::task_bits;
  std::vector<WordKind> all = {{"data", 1},
                               {"room", number_bits + task_bits},
                               {"offer", 2 * task_bits + number_bits},
                               {"wanted", task_bits},
                               {"want", task_bits},
                               {"coming", task_bits + number_bits},
                               {"tie", task_bits + node_bits + selection_bits},
                               {"moved", 2 * task_bits + 2 * node_bits + selection_bits},
                               {"noted", 1},
                               {"parted", 3 * task_bits + six_phases::parity_bits},
                               {"present", task_bits + number_bits}};
  for (const char* name : {"need", "needs", "selected", "selection"}) {
    all.push_back({name, 2 * number_bits});
  }
  for (auto& kind : Resources::kinds(resources, calculation, number_bits)) {
    all.push_back(std::move(kind));
  }
  return all;
}

SixPhasesAgent::SixPhasesAgent(SixPhasesSetting setting, const TreePlace& place, Node node)
    : setting_(std::move(setting)),
      is_root_(!place.parent),
      directory_(node),
      resources_(setting_.resources, place, setting_.pes,
                 [&] { return setting_.calculation(node); }),
      needs_(place, needs_up, needs_down, two_maxima),
      agreed_(place, agreed_up, agreed_down, two_sums),
      profitability_(setting_) {}

SixPhasesAgent::Program::Program(const SixPhasesSetting& setting, AgentPe& pe,
                                 PersistentTasks& tasks, Directory& directory, Resources& resources)
    : tasks(tasks),
      iteration(tasks, directory,
                LoadMeasurement(setting.capacities,
                                tasks.rated_speed() * setting.rating_error(pe.node())),
                setting.convert),
      migration(setting, tasks, directory, resources),
      granularity(setting, tasks, directory, resources, pe.node()) {}

void SixPhasesAgent::start(AgentPe& pe) {
  auto* tasks = pe.persistent_tasks();
  if (tasks == nullptr)
    throw ModelError("the six phases need an application with persistent tasks");
  for (const auto* card : tasks->cards()) directory_.starts(*card);
  program_.emplace(setting_, pe, *tasks, directory_, resources_);
  begin_iteration(pe);
}

SchemeStatistics SixPhasesAgent::statistics() const {
  // There is no program if the run was over before its first cycle.
  const auto of = [&](auto read) -> std::int64_t { return program_ ? read(*program_) : 0; };
  // What all PEs count alike is counted once.
  const bool counts = is_root_;
  SchemeStatistics all = {
      {"balancings", counts ? profitability_.balancings() : 0},
      {"selections", counts ? of([](const auto& p) { return p.migration.selections(); }) : 0},
      {"tasks_moved", of([](const auto& p) { return p.migration.tasks_moved(); })},
      {"bytes_moved", of([](const auto& p) { return p.migration.bytes_moved(); })},
      {"exchanged", of([](const auto& p) { return p.migration.exchanged(); })},
      {"off_pe_bytes", of([](const auto& p) { return p.iteration.off_pe_bytes(); })},
      {"forwarded", of([](const auto& p) { return p.migration.forwarded(); })},
      {"converted", of([](const auto& p) { return p.iteration.converted(); })},
      {"tasks_made", of([](const auto& p) { return p.granularity.tasks_made(); })},
      {"tasks_merged", of([](const auto& p) { return p.granularity.tasks_merged(); })},
      {"bytes_over", profitability_.bytes_over()},
      {"off_pe_bytes_first", of([](const auto& p) { return p.iteration.off_pe_first(); })},
      {"off_pe_bytes_last", of([](const auto& p) { return p.iteration.off_pe_last(); })}};
  for (std::size_t i = 0; i < resources_.size() && resources_.size() > 1; ++i) {
    const char* name = resources_.kind(i) == Resource::time ? "time_limits" : "memory_limits";
    all.emplace_back(name, counts ? profitability_.limits()[i] : 0);
  }
  return all;
}

// An iteration, at whose end each PE measures its load (phase 1).

void SixPhasesAgent::begin_iteration(AgentPe& pe) {
  state_ = State::iterating;
  program_->iteration.begin(pe);
  end_iteration(pe);
}

void SixPhasesAgent::timer(AgentPe& pe) {
  program_->iteration.timer(pe);
  end_iteration(pe);
}

void SixPhasesAgent::load_changed(AgentPe& pe) {
  program_->iteration.load_changed(pe);
  end_iteration(pe);
}

/// This PE's part of the reductions of all resources.
SixPhasesAgent::Messages SixPhasesAgent::utilizations() {
  const auto& [tasks, iteration, migration, granularity] = *program_;
  const bool may_rest = granularity.divides() && tasks.executors() > 1;
  Messages out;
  resources_.contribute(out, may_rest ? granularity.longest(migration.movable()) : 0);
  number(out);
  return out;
}

void SixPhasesAgent::end_iteration(AgentPe& pe) {
  if (!program_->iteration.ends()) return;
  const auto& tasks = program_->tasks;
  const auto bytes = six_phases::memory_taken(tasks);
  const auto excess = std::max<std::int64_t>(0, bytes - tasks.memory());
  resources_.measure(program_->iteration.load(), bytes, tasks.memory());
  auto out = utilizations();
  needs_.contribute(profitability_.needs(excess), out);
  send(pe, out);
  decide(pe);
}

/// Phase 2: all know the same numbers, and decide alike.
void SixPhasesAgent::decide(AgentPe& pe) {
  if (auto all = needs_.take()) all_needs_ = all;
  if (!resources_.are_told() || !all_needs_) return;
  const auto needs = *std::exchange(all_needs_, std::nullopt);
  if (profitability_.decide(resources_, needs, program_->iteration)) {
    begin_balancing(pe);
  } else {
    begin_iteration(pe);
  }
}

// A balancing.

void SixPhasesAgent::begin_balancing(AgentPe& pe) {
  state_ = State::calculating;
  profitability_.begin_balancing(resources_, pe.now());
  program_->granularity.begin_balancing();
  Messages out;
  resources_.calculate(out);
  number(out);
  send(pe, out);
  calculate(pe);
}

/// Phase 3, one step further.
void SixPhasesAgent::calculate(AgentPe& pe) {
  if (state_ != State::calculating || !resources_.are_calculated()) return;
  program_->migration.begin_balancing(resources_.transfers());
  begin_selection(pe);
}

/// Phases 4 and 5.
void SixPhasesAgent::begin_selection(AgentPe& pe) {
  state_ = State::selecting;
  program_->migration.begin(pe);
  end_selection(pe);
}

void SixPhasesAgent::end_selection(AgentPe& pe) {
  if (const auto moved = program_->migration.ends()) {
    contribute(pe, static_cast<double>(*moved));
  }
}

/// Phase 6: what the balance is with the tasks that have moved.
void SixPhasesAgent::begin_judging(AgentPe& pe) {
  state_ = State::judging;
  send(pe, utilizations());
  judge(pe);
}

void SixPhasesAgent::judge(AgentPe& pe) {
  if (!resources_.are_told()) return;
  divide(pe, program_->granularity.lower_threshold());
}

void SixPhasesAgent::divide(AgentPe& pe, bool goes_on) {
  goes_on ? begin_round(pe, State::dividing) : merge(pe);
}

void SixPhasesAgent::merge(AgentPe& pe) {
  program_->granularity.merges() ? begin_round(pe, State::merging) : end_balancing(pe);
}

void SixPhasesAgent::begin_round(AgentPe& pe, State what) {
  state_ = what;
  const auto& migration = program_->migration;
  program_->granularity.begin(
      pe, what == State::dividing ? Granularity::Round::divide : Granularity::Round::merge,
      migration.movable(), migration.selections());
  end_round(pe);
}

void SixPhasesAgent::end_round(AgentPe& pe) {
  if (const auto parted = program_->granularity.ends()) {
    contribute(pe, static_cast<double>(*parted));
  }
}

/// This PE's part of a selection or of a round is over.
void SixPhasesAgent::contribute(AgentPe& pe, double tasks) {
  Messages out;
  const bool opposed = state_ == State::selecting && program_->migration.has_opposed();
  agreed_.contribute({tasks, opposed ? 1.0 : 0.0}, out);
  send(pe, out);
  agree(pe);
}

/// Goes on when the selection or the round is over in all PEs.
void SixPhasesAgent::agree(AgentPe& pe) {
  const auto all = agreed_.take();
  if (!all) return;
  const double tasks = all->first;
  auto& [persistent, iteration, migration, granularity] = *program_;
  if (state_ == State::merging) {
    granularity.all_end();
    end_balancing(pe);
  } else if (state_ == State::dividing) {
    granularity.all_end();
    if (tasks > 0) {
      migration.begin_again();
      begin_selection(pe);
    } else {
      divide(pe, granularity.lower_again());
    }
  } else {
    migration.all_end();
    profitability_.count_moved(tasks);
    granularity.count_moved(tasks);
    if (migration.may_repeat(tasks, all->second)) {
      begin_selection(pe);
    } else {
      granularity.divides() ? begin_judging(pe) : merge(pe);
    }
  }
}

void SixPhasesAgent::end_balancing(AgentPe& pe) {
  profitability_.end_balancing(pe.now());
  begin_iteration(pe);
}

// Words.

void SixPhasesAgent::send(AgentPe& pe, const Messages& messages) {
  using six_phases::bit_pattern;
  for (const auto& one : messages) {
    pe.send_word(one.to,
                 {first_number + one.kind, bit_pattern(one.first), bit_pattern(one.second)});
  }
}

/// Numbers messages of the resources as they are sent.
void SixPhasesAgent::number(Messages& messages) {
  for (auto& one : messages) one.kind += of_resources;
}

void SixPhasesAgent::hear_number(AgentPe& pe, Node from, const AgentWord& word) {
  using six_phases::number_of;
  const TreeReduction::Pair said{number_of(word.value), number_of(word.detail)};
  const auto kind = word.kind - first_number;
  Messages out;
  if (kind >= of_resources) {
    const bool reduces = resources_.hear(from, kind - of_resources, said, out);
    number(out);
    send(pe, out);
    if (!reduces) {
      calculate(pe);
    } else {
      state_ == State::judging ? judge(pe) : decide(pe);
    }
  } else if (needs_.hear(from, kind, said, out)) {
    send(pe, out);
    decide(pe);
  } else if (agreed_.hear(from, kind, said, out)) {
    send(pe, out);
    agree(pe);
  }
}

void SixPhasesAgent::word(AgentPe& pe, Node from, const AgentWord& word) {
  auto& [tasks, iteration, migration, granularity] = *program_;
  if (word.kind >= first_number) {
    hear_number(pe, from, word);
    return;
  }
  switch (static_cast<Kind>(word.kind)) {
    case Kind::data:
      iteration.hear_data(from, word.value);
      end_iteration(pe);
      break;
    case Kind::noted:
      if (migration.is_selecting()) {
        migration.hear_noted();
        end_selection(pe);
      } else {
        granularity.hear_noted();
        end_round(pe);
      }
      break;
    case Kind::parted:
      granularity.hear(pe, from, word);
      break;
    default:
      migration.hear(pe, from, word);
      end_selection(pe);
  }
}

void SixPhasesAgent::tasks(AgentPe& pe, Node from, Load /*tasks*/, std::int64_t /*note*/) {
  program_->iteration.take_in(from, program_->tasks.cards().back()->bytes);
  program_->migration.task_arrives(pe, from);
  end_selection(pe);
}

}  // namespace isobar
