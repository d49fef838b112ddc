// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/hetero/six_phases_places.h"

#include <utility>

#include "models/schemes/hetero/six_phases_words.h"
#include "models/schemes/parts/packed_pair.h"

namespace isobar::six_phases {

void TaskPlaces::tell(AgentPe& pe, const TaskCard& card, Node to, std::int64_t since) {
  for (const auto& tie : card.ties) {
    const News there{directory_.of(tie.with), directory_.since(tie.with), pe.node()};
    pe.send_word(to, say(Kind::tie_at, static_cast<std::int64_t>(tie.with), packed(there)));
    if (there.node == pe.node()) continue;
    const PackedPair tasks{static_cast<std::int64_t>(tie.with),
                           static_cast<std::int64_t>(card.number)};
    pe.send_word(there.node, say(Kind::moved, tasks.packed(), packed({to, since, pe.node()})));
    ++acknowledgements_;
  }
}

void TaskPlaces::arrives(AgentPe& pe, const TaskCard& card, std::int64_t since) {
  directory_.arrives(card.number, since);
  arrived_.insert(card.number);
  const auto early = early_.find(card.number);
  if (early != early_.end()) {
    for (const auto& word : std::exchange(early->second, {})) hear_moved(pe, word);
    early_.erase(card.number);
  }
  ties_expected_ += card.ties.size();
}

void TaskPlaces::hear_tie(const AgentWord& word) {
  const auto news = news_of(word.detail);
  directory_.set(static_cast<TaskNumber>(word.value), news.node, news.since);
  ++ties_heard_;
}

void TaskPlaces::hear_moved(AgentPe& pe, const AgentWord& word) {
  const auto tasks = PackedPair::of(word.value);
  const auto who = static_cast<TaskNumber>(tasks.high);
  const auto news = news_of(word.detail);
  directory_.set(static_cast<TaskNumber>(tasks.low), news.node, news.since);
  if (!directory_.knows(who)) {
    early_[who].push_back(word);
    return;
  }
  if (!directory_.holds(who)) {
    ++forwarded_;
    pe.send_word(directory_.of(who), word);
    return;
  }
  if (news.origin == pe.node()) {
    --acknowledgements_;
  } else {
    pe.send_word(news.origin, say(Kind::noted));
  }
}

}  // namespace isobar::six_phases
