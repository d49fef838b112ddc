// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/hetero/six_phases_migration.h"

#include <algorithm>
#include <utility>

#include "models/schemes/hetero/six_phases_words.h"
#include "models/schemes/parts/packed_pair.h"

namespace isobar::six_phases {
namespace {

bool is_positive(double load) { return load > 0; }
bool is_negative(double load) { return load < 0; }

bool any(const std::vector<double>& loads, bool (*is)(double)) {
  return std::any_of(loads.begin(), loads.end(), is);
}

bool is_opposed(const std::pair<const Node, std::vector<double>>& link) {
  return any(link.second, is_positive) && any(link.second, is_negative);
}

/// Orders of PEs as if drawn at random (the finalizer of MurmurHash3), each followed by its
/// reverse.
bool comes_before(Node a, Node b, std::int64_t selection) {
  const auto place = [&](std::uint64_t node) {
    auto mixed = node * 0x9e3779b97f4a7c15U + static_cast<std::uint64_t>(selection / 2);
    mixed = (mixed ^ mixed >> 33U) * 0xff51afd7ed558ccdU;
    mixed = (mixed ^ mixed >> 33U) * 0xc4ceb9fe1a85ec53U;
    return std::pair(mixed ^ mixed >> 33U, node);
  };
  return (place(a) < place(b)) == (selection % 2 == 0);
}

}  // namespace

void Migration::begin_balancing(std::map<Node, Loads> transfers) {
  residual_ = std::move(transfers);
  count_ = 0;
  idle_ = 0;
}

void Migration::begin(AgentPe& pe) {
  is_open_ = true;
  ++count_;
  ++selections_;
  has_selected_ = false;
  moved_ = 0;
  givers_.clear();
  for (const auto& [partner, loads] : residual_) {
    if (any(loads, is_negative)) givers_.push_back(partner);
  }
  wanted_.reset();
  wants_.clear();
  awaits_wants_ = false;
  offers_to_.reset();
  announce_room(pe);
  select(pe);
}

/// Whoever is to be given tasks says how much room it has, and perhaps offers tasks for them.
void Migration::announce_room(AgentPe& pe) {
  const auto free = tasks_.memory() - memory_taken(tasks_);
  if (tasks_.memories_are_bounded()) announce_present(pe, tally(tasks_.cards()));
  unpromised_ = givers_.empty() ? free : 0;
  const auto offers_to = setting_.as_vector ? chooser(pe.node()) : trader();
  for (const Node giver : givers_) {
    promised_ = std::max<std::int64_t>(0, free) / static_cast<std::int64_t>(givers_.size());
    auto offered = giver == offers_to ? tradable(movable()) : Cards();
    const auto too_large = [](const TaskCard* card) { return card->bytes >= PackedPair::half; };
    offered.erase(std::remove_if(offered.begin(), offered.end(), too_large), offered.end());
    pe.send_word(giver, say(Kind::room, promised_, static_cast<std::int64_t>(offered.size())));
    for (const auto* card : offered) {
      const PackedPair task{static_cast<std::int64_t>(card->number), card->bytes};
      for (const double load : resources_.loads_of(*card)) {
        pe.send_word(giver, say(Kind::offer, task.packed(), bit_pattern(load)));
      }
    }
    if (offered.empty()) continue;
    awaits_wants_ = true;
    offers_to_ = giver;
  }
}

/// What it has already takes no room when tasks come that need it.
void Migration::announce_present(AgentPe& pe, const MemoryTally& memory) {
  for (const Node giver : givers_) {
    if (memory.working() > 0) pe.send_word(giver, say(Kind::present, 0, memory.working()));
    for (const auto id : memory.blocks()) {
      pe.send_word(giver, say(Kind::present, 1, static_cast<std::int64_t>(id)));
    }
  }
}

/// What one that goes and one that comes take of a bounded memory is said in bytes alone.
bool Migration::may_be_exchanged(const TaskCard& card) const {
  return !tasks_.memories_are_bounded() || !depends_on_others(card);
}

Cards Migration::tradable(Cards cards) const {
  const auto stays = [&](const TaskCard* card) { return !may_be_exchanged(*card); };
  cards.erase(std::remove_if(cards.begin(), cards.end(), stays), cards.end());
  return cards;
}

bool Migration::may_repeat(double tasks, double opposed) {
  idle_ = tasks > 0 ? 0 : idle_ + 1;
  return idle_ < (opposed > 0 ? 2 : 1) && count_ < setting_.selections;
}

bool Migration::has_opposed() const {
  return setting_.as_vector && std::any_of(residual_.begin(), residual_.end(), is_opposed);
}

/// To whom it offers its tasks where a vector has parts that go opposite ways: of two ends that one
/// chooses which comes first in this selection's order, which all PEs know and in the next but one
/// is another. A PE offers all to one partner, the one with most to move, and only if all of them
/// come before it.
std::optional<Node> Migration::chooser(Node self) const {
  std::optional<Node> found;
  double most = 0;
  for (const auto& link : residual_) {
    const auto& [partner, loads] = link;
    if (!is_opposed(link)) continue;
    if (comes_before(self, partner, selections_)) return std::nullopt;
    const double weight = resources_.weight(loads);
    if (weight <= most) continue;
    most = weight;
    found = partner;
  }
  return found;
}

/// To whom it offers its tasks for exchange: who is to give it most, if it gives none itself.
std::optional<Node> Migration::trader() const {
  if (!setting_.exchange) return std::nullopt;
  std::optional<Node> found;
  double least = 0;
  for (const auto& [partner, loads] : residual_) {
    if (loads.front() > 0) return std::nullopt;
    if (loads.front() >= least) continue;
    least = loads.front();
    found = partner;
  }
  return found;
}

Cards Migration::movable() const {
  auto cards = tasks_.cards();
  const auto& arrived = places_.arrived();
  const auto stays = [&](const TaskCard* card) {
    return card->stays || arrived.count(card->number) > 0;
  };
  cards.erase(std::remove_if(cards.begin(), cards.end(), stays), cards.end());
  return cards;
}

/// Whether a partner has said all of its room in this selection.
bool Migration::has_announced(Node partner) {
  const auto& rooms = rooms_[partner];
  return !rooms.empty() && rooms.front().offers * static_cast<std::int64_t>(resources_.size()) <=
                               static_cast<std::int64_t>(offers_[partner].size());
}

void Migration::hear(AgentPe& pe, Node from, const AgentWord& word) {
  switch (static_cast<Kind>(word.kind)) {
    case Kind::present:
      if (word.value == 0) {
        present_[from].working = word.detail;
      } else {
        present_[from].blocks.insert(static_cast<std::uint64_t>(word.detail));
      }
      break;
    case Kind::room: {
      auto present = std::exchange(present_[from], {});
      rooms_[from].push_back(
          {word.value, word.detail, {std::move(present.blocks), present.working}});
      select(pe);
      break;
    }
    case Kind::offer: {
      const auto task = PackedPair::of(word.value);
      offers_[from].push_back(
          {static_cast<TaskNumber>(task.high), task.low, {number_of(word.detail)}});
      select(pe);
      break;
    }
    case Kind::wanted:
      wanted_ = word.value;
      hear_wanted(pe, from);
      break;
    case Kind::want:
      wants_.push_back(static_cast<TaskNumber>(word.value));
      hear_wanted(pe, from);
      break;
    case Kind::coming:
      comings_.put(from, {word.value, number_of(word.detail)});
      break;
    case Kind::tie_at:
      places_.hear_tie(word);
      break;
    default:
      places_.hear_moved(pe, word);
  }
}

void Migration::select(AgentPe& pe) {
  if (!is_open_ || has_selected_) return;
  for (const auto& [partner, loads] : residual_) {
    if (any(loads, is_positive) && !has_announced(partner)) return;
  }
  has_selected_ = true;
  send(pe, choose());
}

/// What goes where: the largest transfer first.
std::vector<Migration::Chosen> Migration::choose() {
  auto cards = movable();
  std::vector<std::pair<double, Node>> order;
  for (const auto& [partner, loads] : residual_) {
    if (any(loads, is_positive)) order.emplace_back(-resources_.weight(loads), partner);
  }
  std::sort(order.begin(), order.end());
  std::vector<Chosen> all;
  for (const auto& [less, partner] : order) {
    auto& chosen = all.emplace_back(Chosen{partner, {}, false, {}});
    const auto room = rooms_[partner].front();
    rooms_[partner].pop_front();
    if (offers_to_) {  // its tasks are all on offer; that partner says which are to go
      if (partner == *offers_to_) all.pop_back();
      continue;
    }
    auto missing = residual_[partner];
    if (setting_.as_vector && room.offers > 0) {
      chosen.was_offered = true;
      auto agreed = selecting_.agree(partner, missing, room.bytes, promised_, tradable(cards),
                                     take_offers(partner, room.offers));
      for (const auto* card : agreed.given)
        cards.erase(std::find(cards.begin(), cards.end(), card));
      chosen.tasks = std::move(agreed.given);
      chosen.wants = std::move(agreed.wanted);
      continue;
    }
    Destination there{room.bytes, room.present};
    chosen.tasks = selecting_.choose(partner, missing, there, room.offers > 0, cards);
    for (const auto* card : chosen.tasks) {
      missing.front() -= resources_.load_of(0, *card);
      cards.erase(std::find(cards.begin(), cards.end(), card));
    }
    if (room.offers == 0) continue;
    chosen.was_offered = true;
    auto own = tradable(cards);
    auto trade = selecting_.trade(missing.front(), there.room, unpromised_, own,
                                  take_offers(partner, room.offers));
    for (const auto* card : trade.given) cards.erase(std::find(cards.begin(), cards.end(), card));
    chosen.tasks.insert(chosen.tasks.end(), trade.given.begin(), trade.given.end());
    chosen.wants = std::move(trade.wanted);
  }
  return all;
}

/// The oldest of what a partner offers, the parts of each together.
std::vector<Offer> Migration::take_offers(Node partner, std::int64_t count) {
  auto& queue = offers_[partner];
  std::vector<Offer> all;
  for (std::int64_t n = 0; n < count; ++n) {
    all.push_back(std::move(queue.front()));
    queue.pop_front();
    while (all.back().loads.size() < resources_.size()) {
      all.back().loads.push_back(queue.front().loads.front());
      queue.pop_front();
    }
  }
  return all;
}

/// The tasks that a partner takes for what it gives go when it has said which.
void Migration::hear_wanted(AgentPe& pe, Node from) {
  if (!wanted_ || static_cast<std::int64_t>(wants_.size()) != *wanted_) return;
  awaits_wants_ = false;
  if (wants_.empty() && !any(residual_[from], is_positive)) return;
  Chosen chosen{from, {}, false, {}};
  for (const auto task : wants_) chosen.tasks.push_back(&tasks_.card(task));
  send(pe, {chosen});
}

void Migration::send(AgentPe& pe, const std::vector<Chosen>& chosen) {
  for (const auto& [to, cards, was_offered, wants] : chosen) {
    if (was_offered) {
      pe.send_word(to, say(Kind::wanted, static_cast<std::int64_t>(wants.size())));
    }
    for (const auto task : wants) {
      pe.send_word(to, say(Kind::want, static_cast<std::int64_t>(task)));
    }
    if (!wants.empty() && std::find(givers_.begin(), givers_.end(), to) == givers_.end()) {
      givers_.push_back(to);
    }
    for (const auto* card : cards) {
      directory_.set(card->number, to, selections_);
      bytes_moved_ += card->bytes;
      given_memory_[to].add(*card);
    }
    auto& given = given_.emplace(to, Loads(resources_.size(), 0)).first->second;
    double time = 0;
    for (std::size_t i = 0; i < given.size(); ++i) {
      if (resources_.kind(i) != Resource::time) continue;
      for (const auto* card : cards) given[i] += resources_.load_of(i, *card);
      time = given[i];
    }
    pe.send_word(to, say(Kind::coming, static_cast<std::int64_t>(cards.size()), bit_pattern(time)));
    for (const auto* card : cards) tasks_.send_task(to, card->number);
    moved_ += static_cast<Load>(cards.size());
    tasks_moved_ += static_cast<Load>(cards.size());
    exchanged_ += static_cast<Load>(wants.size());
  }
  // Whoever holds a task has it before it hears of it.
  for (const auto& one : chosen) {
    for (const auto* card : one.tasks) places_.tell(pe, *card, one.to, selections_);
  }
}

/// Who sends tasks has heard of the room for them: it is in the same selection.
void Migration::task_arrives(AgentPe& pe, Node from) {
  const auto& card = *tasks_.cards().back();
  arrived_memory_[from].add(card);
  places_.arrives(pe, card, selections_);
}

std::optional<Load> Migration::ends() {
  if (!is_open_ || !has_selected_ || awaits_wants_ || !places_.is_acknowledged()) return {};
  Load tasks = 0;
  for (const Node giver : givers_) {
    if (!comings_.has(giver)) return {};
    tasks += comings_.next(giver).tasks;
  }
  if (static_cast<Load>(places_.arrived().size()) != tasks || !places_.knows_ties()) return {};
  settle();
  is_open_ = false;
  return moved_;
}

/// ΔL is less by what was given and more by what came. What came is taken off what was given in
/// one step, so that the partner finds exactly the negative.
void Migration::settle() {
  places_.forget_ties();
  for (const Node giver : givers_) {
    auto& change = given_.emplace(giver, Loads(resources_.size(), 0)).first->second;
    const auto coming = comings_.take(giver);
    for (std::size_t i = 0; i < change.size(); ++i) {
      if (resources_.kind(i) == Resource::time) change[i] -= coming.load;
    }
  }
  for (auto& [partner, change] : std::exchange(given_, {})) {
    for (std::size_t i = 0; i < change.size(); ++i) {
      if (resources_.kind(i) == Resource::memory) {
        change[i] = static_cast<double>(given_memory_[partner].settled() -
                                        arrived_memory_[partner].settled());
      }
      residual_[partner][i] -= change[i];
    }
    resources_.give(change);
  }
  given_memory_.clear();
  arrived_memory_.clear();
}

}  // namespace isobar::six_phases
