// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/hetero/six_phases_selection.h"

#include <algorithm>
#include <cmath>
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
  const auto places = resources_.size() == 1
                          ? choose_one(partner, 0, amount.front(), trades, fitting)
                      : setting_.as_vector ? choose_vector(partner, amount, fitting)
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

Selection TaskSelection::choose_one(Node partner, std::size_t resource, double amount, bool trades,
                                    const Cards& cards) const {
  std::vector<MovableTask> movable;
  movable.reserve(cards.size());
  for (const auto* card : cards) {
    movable.push_back({resources_.load_of(resource, *card), static_cast<double>(card->bytes),
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

VectorTask TaskSelection::vector(const Resources::Loads& loads) const {
  std::int64_t bytes = 0;
  for (std::size_t i = 0; i < loads.size(); ++i) {
    if (resources_.kind(i) == Resource::memory) bytes = std::llround(loads[i]);
  }
  return {resources_.comparable(loads), bytes};
}

std::vector<VectorTask> TaskSelection::vectors(const Cards& cards) const {
  std::vector<VectorTask> all;
  all.reserve(cards.size());
  for (const auto* card : cards) all.push_back(vector(resources_.loads_of(*card)));
  return all;
}

Selection TaskSelection::choose_vector(Node partner, const Resources::Loads& amount,
                                       const Cards& cards) const {
  VectorLink link;
  link.mine = vectors(cards);
  link.amount = resources_.comparable(amount);
  link.enough = 1 - setting_.eff_min;
  return select_vector(link,
                       [&](std::size_t resource) {
                         return choose_one(partner, resource, amount[resource], false, cards);
                       })
      .given;
}

Trade TaskSelection::agree(Node partner, const Resources::Loads& amount, std::int64_t room,
                           std::int64_t own_room, const Cards& cards,
                           const std::vector<Offer>& offers) const {
  VectorLink link{vectors(cards), {},       resources_.comparable(amount),
                  room,           own_room, 1 - setting_.eff_min};
  for (const auto& one : offers) link.theirs.push_back(vector(one.loads));
  const auto select_one = [&](std::size_t resource) {
    if (amount[resource] > 0) return choose_one(partner, resource, amount[resource], false, cards);
    std::vector<MovableTask> movable;
    for (const auto& one : offers) {
      movable.push_back({one.loads[resource], static_cast<double>(one.bytes), 0});
    }
    return setting_.select(movable, -amount[resource], setting_.selection);
  };
  Trade trade;
  const auto chosen = select_vector(link, select_one);
  for (const auto place : chosen.given) trade.given.push_back(cards[place]);
  for (const auto place : chosen.taken) trade.wanted.push_back(offers[place].task);
  return trade;
}

Trade TaskSelection::trade(double missing, std::int64_t room, std::int64_t& own_room, Cards& cards,
                           const std::vector<Offer>& offers) const {
  std::vector<double> mine;
  std::vector<double> theirs;
  mine.reserve(cards.size());
  theirs.reserve(offers.size());
  for (const auto* card : cards) mine.push_back(resources_.load_of(0, *card));
  for (const auto& one : offers) theirs.push_back(one.loads.front());
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
