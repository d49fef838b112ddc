// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/hetero/six_phases_granularity.h"

#include <algorithm>
#include <vector>

#include "models/schemes/hetero/six_phases_words.h"
#include "models/schemes/parts/packed_pair.h"

namespace isobar::six_phases {
namespace {

constexpr std::size_t most_parts = 16;
/// Where the falling threshold ends, as a part of U_avg.
constexpr double least_threshold = 1.0 / 1024;

/// Whether two tasks have a face between them, or neither has any.
bool are_neighbours(const TaskCard& a, const TaskCard& b) {
  if (a.ties.empty() || b.ties.empty()) return a.ties.empty() && b.ties.empty();
  return std::any_of(a.ties.begin(), a.ties.end(),
                     [&](const TaskTie& tie) { return tie.with == b.number; });
}

}  // namespace

void Granularity::begin_balancing() {
  threshold_.reset();
  divided_at_ = 0;
}

double Granularity::longest(const Cards& movable) const {
  const auto executors = tasks_.executors();
  double longest = 0;
  for (const auto* card : movable) {
    if (card->work / setting_.granularity.least < 2) continue;
    longest = std::max(longest, resources_.of_executor(*card, executors));
  }
  return longest;
}

bool Granularity::lower_threshold() {
  const double max = resources_.worst(setting_.eff_min);
  if (max == 0) return false;
  // Smaller tasks did not help. Where none moved they were still too large.
  if (divided_at_ > 0 && moved_since_ > 0 && max >= divided_at_) return false;
  divided_at_ = max;
  moved_since_ = 0;
  if (threshold_) return threshold_->fall();
  threshold_.emplace(division_threshold(1, setting_.eff_min), setting_.granularity.divide_factor,
                     least_threshold);
  return true;
}

void Granularity::begin(AgentPe& pe, Round round, const Cards& movable, std::int64_t selections) {
  is_open_ = true;
  ++rounds_;
  parting_.begin(selections);
  Parting::Out news;
  parted_ = round == Round::divide ? divide(movable, news) : merge(movable, news);
  for (const auto& [to, one] : news) {
    const PackedPair tasks{static_cast<std::int64_t>(one.to), static_cast<std::int64_t>(one.task)};
    const auto now = 2 * static_cast<std::int64_t>(one.now) + rounds_ % 2;
    pe.send_word(to, say(Kind::parted, tasks.packed(), now));
    ++acknowledgements_;
  }
  for (const auto& [from, word] : std::exchange(early_news_, {})) hear(pe, from, word);
}

std::int64_t Granularity::divide(const Cards& cards, Parting::Out& news) {
  std::vector<double> loads;
  loads.reserve(cards.size());
  // A task loads one executor: a PE with fewer tasks than executors leaves some of them idle.
  for (const auto* card : cards) {
    loads.push_back(resources_.most_of(*card) * tasks_.executors());
  }
  std::int64_t made = 0;
  for (const auto& [place, parts] : tasks_to_divide(loads, 1, threshold_->now(), most_parts)) {
    const auto& card = *cards[place];
    const auto spare = tasks_.spare_places() - (tasks_made_ - tasks_merged_);
    const auto most = std::min(card.work / setting_.granularity.least, spare + 1);
    const auto count = std::min(static_cast<std::int64_t>(parts), most);
    if (count < 2) continue;
    parting_.divide(tasks_, directory_, card.number, static_cast<std::size_t>(count), news);
    made += count - 1;
    tasks_made_ += count - 1;
  }
  return made;
}

std::int64_t Granularity::merge(const Cards& movable, Parting::Out& news) {
  Cards cards;
  std::vector<double> loads;
  for (const auto* card : movable) {
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
      parting_.merge(tasks_, directory_, cards[group.front()]->number, cards[*place]->number, news);
    }
  }
  tasks_merged_ += gone;
  return gone;
}

void Granularity::hear(AgentPe& pe, Node from, const AgentWord& word) {
  if (!is_open_ || word.detail % 2 != rounds_ % 2) {
    early_news_.emplace_back(from, word);
    return;
  }
  const auto tasks = PackedPair::of(word.value);
  parting_.hear(tasks_, directory_, from,
                {static_cast<TaskNumber>(tasks.high), static_cast<TaskNumber>(tasks.low),
                 static_cast<TaskNumber>(word.detail / 2)});
  pe.send_word(from, say(Kind::noted));
}

std::optional<std::int64_t> Granularity::ends() const {
  if (acknowledgements_ > 0) return {};
  return parted_;
}

}  // namespace isobar::six_phases
