// SPDX-License-Identifier: Apache-2.0
#include "tb/scoreboard.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/experiment/phase_ends.h"

namespace isobar {
namespace {

constexpr std::size_t kept = 256;         ///< rows of a PE
constexpr std::size_t events_shown = 12;  ///< at a mismatch
constexpr Cycle no_cycle = -1;

unsigned ones(std::uint64_t mask) { return static_cast<unsigned>(__builtin_popcountll(mask)); }

}  // namespace

Scoreboard::Scoreboard(const Experiment& experiment, const RtlParameters& parameters,
                       const std::vector<Node>& nodes, RowWatcher* watcher)
    : experiment_(experiment),
      nodes_(nodes),
      layout_(parameters, experiment.fabric),
      watcher_(watcher),
      histories_(nodes.size()) {}

void Scoreboard::phase_begins(Cycle start, std::int64_t /*step*/, std::size_t phase) {
  const auto& its = experiment_.scheme->phases()[phase];
  ring_ = phase;
  start_ = start;
  if (its.shift) {
    const auto slot = shift_slot(experiment_, its);
    decision_ = start + slot.words;
    departure_ = decision_ + slot.decision;
    landing_ = start + slot.total() - 1;
  } else {  // its tasks land while it lasts
    decision_ = start + cycles_for_words(experiment_, its).value_or(0);
    departure_ = decision_ + its.decision;
    landing_ = no_cycle;
  }
}

const std::uint64_t* Scoreboard::row(const History& history, std::size_t number) const {
  return history.rows.data() + number % kept * layout_.size();
}

void Scoreboard::remember(History& history, Cycle cycle, const std::uint64_t* model) {
  if (history.rows.size() < kept * layout_.size()) {
    history.rows.resize(history.rows.size() + layout_.size());
    history.cycles.push_back(0);
  }
  const auto place = history.next % kept;
  history.cycles[place] = cycle;
  std::copy(model, model + layout_.size(),
            history.rows.begin() + static_cast<std::ptrdiff_t>(place * layout_.size()));
  ++history.next;
}

bool Scoreboard::repeats(const History& history, const std::uint64_t* model) const {
  return history.next > 0 &&
         std::equal(model, model + layout_.size(), row(history, history.next - 1));
}

void Scoreboard::recall(Cycle cycle, std::size_t index, const std::uint64_t* row) {
  auto& history = histories_[index];
  if (!repeats(history, row)) remember(history, cycle, row);
}

bool Scoreboard::compare(Cycle cycle, std::size_t index, const std::uint64_t* model,
                         const std::uint64_t* rtl) {
  ++pe_cycles_;
  if (!std::equal(model, model + layout_.size(), rtl)) {
    fail(cycle, index, model, rtl);
    return false;
  }
  auto& history = histories_[index];
  if (repeats(history, model)) return true;
  remember(history, cycle, model);
  if (watcher_ != nullptr) watcher_->row(cycle, nodes_[index], model, rtl);
  events_ += ones(model[RowLayout::starts]) + ones(model[RowLayout::ends]);
  events_ += ones(model[RowLayout::lands]) + static_cast<std::int64_t>(model[RowLayout::accepts]);
  if (model[RowLayout::part] == static_cast<std::uint64_t>(PhasePart::decision)) ++events_;
  return true;
}

void Scoreboard::compare_number(Cycle cycle, Node node, const std::string& signal,
                                std::uint64_t model, std::uint64_t rtl) {
  if (model == rtl) ++events_;
  if (model == rtl || mismatch_) return;
  mismatch_ = Mismatch{node,
                       cycle,
                       signal,
                       std::to_string(rtl),
                       std::to_string(model),
                       false,
                       last_events(history_of(node))};
}

void Scoreboard::fail(Cycle cycle, std::size_t index, const std::uint64_t* model,
                      const std::uint64_t* rtl) {
  if (mismatch_) return;
  const auto& signals = layout_.signals();
  const auto first = std::find_if(signals.begin(), signals.end(), [&](const auto& signal) {
    return signal.of(model) != signal.of(rtl);
  });
  auto& history = histories_[index];
  remember(history, cycle, model);
  failed_row_.assign(rtl, rtl + layout_.size());
  mismatch_ = Mismatch{nodes_[index],
                       cycle,
                       first->name,
                       first->text(first->of(rtl)),
                       first->text(first->of(model)),
                       true,
                       last_events(history)};
}

std::vector<std::string> Scoreboard::last_events(const History& history) const {
  std::vector<std::string> events;
  const auto oldest = history.next > kept ? history.next - kept : 0;
  for (auto number = oldest + 1; number < history.next; ++number) {
    const auto* before = row(history, number - 1);
    const auto* now = row(history, number);
    std::string text;
    for (const auto& signal : layout_.signals()) {
      // Lines and registers change with every beat and are left out; the events say what they
      // carry.
      const bool detail = signal.bits > 32 || signal.name.find("line") != std::string::npos;
      if (detail || signal.of(before) == signal.of(now)) continue;
      text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", signal.name,
                          signal.text(signal.of(now)));
    }
    if (text.empty()) continue;
    events.push_back(fmt::format("cycle {}: {}", history.cycles[number % kept], text));
  }
  if (events.size() > events_shown) {
    events.erase(events.begin(), events.end() - static_cast<std::ptrdiff_t>(events_shown));
  }
  return events;
}

const Scoreboard::History& Scoreboard::history_of(Node node) const {
  const auto place = std::lower_bound(nodes_.begin(), nodes_.end(), node);
  return histories_[static_cast<std::size_t>(place - nodes_.begin())];
}

void Scoreboard::replay(RowWatcher& watcher) const {
  const Node node = mismatch_->node;
  const auto& history = history_of(node);
  const auto oldest = history.next > kept ? history.next - kept : 0;
  for (auto number = oldest; number < history.next; ++number) {
    const auto* model = row(history, number);
    const bool differs = mismatch_->in_row && number + 1 == history.next;
    watcher.row(history.cycles[number % kept], node, model, differs ? failed_row_.data() : model);
  }
}

}  // namespace isobar
