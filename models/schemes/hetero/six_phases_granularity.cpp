// SPDX-License-Identifier: Apache-2.0
// Granularity of the six phases: tasks divided where a selection needs smaller ones, and merged.
#include <algorithm>
#include <utility>

#include "models/schemes/hetero/six_phases_agent.h"
#include "models/schemes/hetero/six_phases_words.h"
#include "models/schemes/parts/packed_pair.h"

namespace isobar {

using namespace six_phases;

namespace {

constexpr std::size_t most_parts = 16;
/// Where the falling threshold ends, of U_avg.
constexpr double least_threshold = 1.0 / 1024;

/// Whether two tasks have a face between them, or neither has any.
bool are_neighbours(const TaskCard& a, const TaskCard& b) {
  if (a.ties.empty() || b.ties.empty()) return a.ties.empty() && b.ties.empty();
  return std::any_of(a.ties.begin(), a.ties.end(),
                     [&](const TaskTie& tie) { return tie.with == b.number; });
}

}  // namespace

/// What the balance is with the tasks that have moved.
void SixPhasesAgent::begin_judging(AgentPe& pe) {
  state_ = State::judging;
  TransferCalculation::Messages out;
  resources_.contribute(out);
  number(out);
  send(pe, out);
  judge(pe);
}

void SixPhasesAgent::judge(AgentPe& pe) {
  if (!resources_.are_told()) return;
  begin_parting(pe, next_threshold() ? State::dividing : State::merging);
}

/// Whether smaller tasks might help.
bool SixPhasesAgent::next_threshold() {
  const double max = resources_.worst(setting_.eff_min);
  if (max == 0) return false;
  // They did not. Where none moved they were still too large.
  if (divided_at_ > 0 && moved_since_ > 0 && max >= divided_at_) return false;
  divided_at_ = max;
  moved_since_ = 0;
  if (threshold_) return threshold_->fall();
  threshold_.emplace(division_threshold(1, setting_.eff_min), setting_.granularity.fall,
                     least_threshold);
  return true;
}

void SixPhasesAgent::begin_parting(AgentPe& pe, State what) {
  if (what == State::merging && setting_.granularity.merge == 0) {
    end_balancing(pe);
    return;
  }
  state_ = what;
  ++partings_;
  parting_.begin(selections_);
  Parting::Out news;
  parted_ = what == State::dividing ? divide(news) : merge(news);
  for (const auto& [to, one] : news) {
    const PackedPair tasks{static_cast<std::int64_t>(one.to), static_cast<std::int64_t>(one.task)};
    pe.send_word(to,
                 {parted, tasks.packed(), 2 * static_cast<std::int64_t>(one.now) + partings_ % 2});
    ++acknowledgements_;
  }
  for (const auto& [from, word] : std::exchange(early_news_, {})) hear_parted(pe, from, word);
  agree_on_parting(pe);
}

std::int64_t SixPhasesAgent::divide(Parting::Out& news) {
  const auto cards = movable();
  std::vector<double> loads;
  loads.reserve(cards.size());
  for (const auto* card : cards) loads.push_back(resources_.most_of(*card));
  std::int64_t made = 0;
  for (const auto& [place, parts] : tasks_to_divide(loads, 1, threshold_->now(), most_parts)) {
    const auto& card = *cards[place];
    const auto spare = persistent_->spare_places() - (tasks_made_ - tasks_merged_);
    const auto most = std::min(card.work / setting_.granularity.least, spare + 1);
    const auto count = std::min(static_cast<std::int64_t>(parts), most);
    if (count < 2) continue;
    parting_.divide(*persistent_, directory_, card.number, static_cast<std::size_t>(count), news);
    made += count - 1;
    tasks_made_ += count - 1;
  }
  return made;
}

std::int64_t SixPhasesAgent::merge(Parting::Out& news) {
  std::vector<const TaskCard*> cards;
  std::vector<double> loads;
  for (const auto* card : movable()) {
    const double load = resources_.most_of(*card);
    if (load <= 0) continue;  // nobody knows how much it is
    cards.push_back(card);
    loads.push_back(load);
  }
  std::int64_t gone = 0;
  const auto groups = tasks_to_merge(
      loads, 1, setting_.granularity.merge,
      [&](std::size_t a, std::size_t b) { return are_neighbours(*cards[a], *cards[b]); });
  for (const auto& group : groups) {
    for (auto place = group.begin() + 1; place != group.end(); ++place, ++gone) {
      parting_.merge(*persistent_, directory_, cards[group.front()]->number, cards[*place]->number,
                     news);
    }
  }
  tasks_merged_ += gone;
  return gone;
}

void SixPhasesAgent::hear_parted(AgentPe& pe, Node from, const AgentWord& word) {
  const bool parts = state_ == State::dividing || state_ == State::merging;
  if (!parts || word.detail % 2 != partings_ % 2) {
    early_news_.emplace_back(from, word);
    return;
  }
  const auto tasks = PackedPair::of(word.value);
  parting_.hear(*persistent_, directory_, from,
                {static_cast<TaskNumber>(tasks.high), static_cast<TaskNumber>(tasks.low),
                 static_cast<TaskNumber>(word.detail / 2)});
  pe.send_word(from, {noted});
}

/// All whom its tasks talk to know what has become of them.
void SixPhasesAgent::agree_on_parting(AgentPe& pe) {
  if ((state_ != State::dividing && state_ != State::merging) || acknowledgements_ > 0) return;
  TransferCalculation::Messages out;
  selected_.contribute({static_cast<double>(parted_), 0}, out);
  send(pe, out);
  end_selection(pe);
}

void SixPhasesAgent::end_parting(AgentPe& pe, double tasks) {
  if (state_ == State::merging) {
    end_balancing(pe);
  } else if (tasks > 0) {
    selection_ = 0;
    begin_selection(pe);
  } else {
    begin_parting(pe, threshold_->fall() ? State::dividing : State::merging);
  }
}

}  // namespace isobar
