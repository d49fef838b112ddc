// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/hetero/six_phases_selection.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "models/schemes/hetero/exchange.h"

namespace isobar::six_phases {

MemoryTally tally(const Cards& cards) {
  MemoryTally all;
  for (const auto* card : cards) all.add(*card);
  return all;
}

std::int64_t memory_taken(const PersistentTasks& tasks) {
  return tasks.memory_besides() + tally(tasks.cards()).bytes();
}

Cards TaskSelection::choose(Node partner, const Resources::Loads& amount, Destination& there,
                            bool trades, const Cards& cards) const {
  Cards fitting;
  std::copy_if(cards.begin(), cards.end(), std::back_inserter(fitting),
               [&](const TaskCard* card) { return there.fits(*card); });
  const auto places = resources_.size() == 1 ? choose_one(partner, amount.front(), trades, fitting)
                                             : choose_several(amount, fitting);
  Cards chosen;
  for (const auto place : places) {
    const auto* card = fitting[place];
    if (!there.fits(*card)) continue;
    there.take(*card);
    chosen.push_back(card);
  }
  return chosen;
}

Selection TaskSelection::choose_one(Node partner, double amount, bool trades,
                                    const Cards& cards) const {
  std::vector<MovableTask> movable;
  movable.reserve(cards.size());
  for (const auto* card : cards) {
    movable.push_back({resources_.load_of(0, *card), static_cast<double>(card->bytes),
                       static_cast<double>(directory_.lost_locality(*card, partner))});
  }
  auto chosen = setting_.select(movable, amount, setting_.selection);
  if (trades || !setting_.one_more) return chosen;
  return with_one_more(movable, amount, std::move(chosen));
}

Selection TaskSelection::choose_several(const Resources::Loads& amount, const Cards& cards) const {
  std::vector<Resources::Loads> loads;
  loads.reserve(cards.size());
  for (const auto* card : cards) loads.push_back(resources_.comparable(resources_.loads_of(*card)));
  return select_nearest(loads, resources_.comparable(amount));
}

Trade TaskSelection::trade(double missing, std::int64_t room, std::int64_t& own_room, Cards& cards,
                           const std::vector<Offer>& offers) const {
  std::vector<double> mine;
  std::vector<double> theirs;
  mine.reserve(cards.size());
  theirs.reserve(offers.size());
  for (const auto* card : cards) mine.push_back(resources_.load_of(0, *card));
  for (const auto& one : offers) theirs.push_back(one.load);
  const auto found = exchange_tasks(mine, theirs, missing, (1 - setting_.eff_min) * missing);
  Trade trade;
  for (std::size_t n = 0; n < found.given.size(); ++n) {
    const auto*& card = cards[found.given[n]];
    const auto& other = offers[found.taken[n]];
    const auto more = card->bytes - other.bytes;
    if (more > room || -more > own_room) break;  // those after it go with it
    room -= more;
    own_room += more;
    trade.given.push_back(std::exchange(card, nullptr));
    trade.wanted.push_back(other.task);
  }
  cards.erase(std::remove(cards.begin(), cards.end(), nullptr), cards.end());
  return trade;
}

}  // namespace isobar::six_phases
