// SPDX-License-Identifier: Apache-2.0
// Task selection and task migration of the six phases.
#include <algorithm>
#include <iterator>
#include <utility>

#include "models/schemes/hetero/exchange.h"
#include "models/schemes/hetero/six_phases_agent.h"
#include "models/schemes/hetero/six_phases_words.h"
#include "models/schemes/parts/packed_pair.h"

namespace isobar {

using namespace six_phases;

namespace {

bool is_positive(double load) { return load > 0; }
bool is_negative(double load) { return load < 0; }

bool any(const std::vector<double>& loads, bool (*is)(double)) {
  return std::any_of(loads.begin(), loads.end(), is);
}

}  // namespace

/// Phase 4: whoever is to be given tasks says how much room it has.
void SixPhasesAgent::begin_selection(AgentPe& pe) {
  state_ = State::selecting;
  ++selection_;
  ++selections_;
  has_selected_ = false;
  moved_ = 0;
  givers_.clear();
  for (const auto& [partner, loads] : residual_) {
    if (any(loads, is_negative)) givers_.push_back(partner);
  }
  const auto free = persistent_->memory() - held_bytes();
  unpromised_ = givers_.empty() ? free : 0;
  const auto offers_to = trader();
  wanted_.reset();
  wants_.clear();
  awaits_wants_ = false;
  for (const Node giver : givers_) {
    const auto share = std::max<std::int64_t>(0, free) / static_cast<std::int64_t>(givers_.size());
    auto offered = giver == offers_to ? movable() : std::vector<const TaskCard*>();
    const auto too_large = [](const TaskCard* card) { return card->bytes >= PackedPair::half; };
    offered.erase(std::remove_if(offered.begin(), offered.end(), too_large), offered.end());
    pe.send_word(giver, {room, share, static_cast<std::int64_t>(offered.size())});
    for (const auto* card : offered) {
      const PackedPair task{static_cast<std::int64_t>(card->number), card->bytes};
      pe.send_word(giver, {offer, task.packed(), bits_of(resources_.load_of(0, *card))});
    }
    if (!offered.empty()) awaits_wants_ = true;
  }
  select(pe);
}

/// Tasks that have just come stay for this time, some for ever.
std::vector<const TaskCard*> SixPhasesAgent::movable() const {
  auto cards = persistent_->cards();
  cards.erase(std::remove_if(cards.begin(), cards.end(),
                             [&](const TaskCard* card) {
                               return card->stays || arrived_.count(card->number) > 0;
                             }),
              cards.end());
  return cards;
}

/// To whom it offers its tasks for exchange: who is to give it most, if it gives none itself.
std::optional<Node> SixPhasesAgent::trader() const {
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

/// All that a partner says of its room in this selection.
bool SixPhasesAgent::is_told_by(Node partner) {
  const auto& rooms = rooms_[partner];
  return !rooms.empty() &&
         rooms.front().offers <= static_cast<std::int64_t>(offers_[partner].size());
}

void SixPhasesAgent::select(AgentPe& pe) {
  if (state_ != State::selecting) return;
  if (!has_selected_) {
    for (const auto& [partner, loads] : residual_) {
      if (any(loads, is_positive) && !is_told_by(partner)) return;
    }
    has_selected_ = true;
    migrate(pe, choose());
  }
  agree(pe);
}

/// What goes where: the largest transfer first.
std::vector<SixPhasesAgent::Chosen> SixPhasesAgent::choose() {
  auto cards = movable();
  std::vector<std::pair<double, Node>> order;
  for (const auto& [partner, loads] : residual_) {
    if (any(loads, is_positive)) order.emplace_back(-resources_.weight(loads), partner);
  }
  std::sort(order.begin(), order.end());
  std::vector<Chosen> all;
  for (const auto& [less, partner] : order) {
    auto& chosen = all.emplace_back(Chosen{partner, {}, false, {}});
    const auto told = rooms_[partner].front();
    rooms_[partner].pop_front();
    auto missing = residual_[partner];
    auto left = told.bytes;
    chosen.tasks = select_for(partner, missing, told, cards);
    for (const auto* card : chosen.tasks) {
      missing.front() -= resources_.load_of(0, *card);
      left -= card->bytes;
      cards.erase(std::find(cards.begin(), cards.end(), card));
    }
    if (told.offers == 0) continue;
    chosen.was_offered = true;
    auto& queue = offers_[partner];
    const auto end = queue.begin() + told.offers;
    const std::vector<Offer> offers(queue.begin(), end);
    queue.erase(queue.begin(), end);
    trade(chosen, missing.front(), left, cards, offers);
  }
  return all;
}

/// Tasks for tasks of the partner's, never more bytes than either has room for.
void SixPhasesAgent::trade(Chosen& chosen, double missing, std::int64_t room,
                           std::vector<const TaskCard*>& cards, const std::vector<Offer>& offers) {
  std::vector<double> mine;
  std::vector<double> theirs;
  mine.reserve(cards.size());
  theirs.reserve(offers.size());
  for (const auto* card : cards) mine.push_back(resources_.load_of(0, *card));
  for (const auto& one : offers) theirs.push_back(one.load);
  const auto found = exchange_tasks(mine, theirs, missing, (1 - setting_.eff_min) * missing);
  for (std::size_t n = 0; n < found.given.size(); ++n) {
    const auto*& card = cards[found.given[n]];
    const auto& other = offers[found.taken[n]];
    const auto more = card->bytes - other.bytes;
    if (more > room || -more > unpromised_) break;  // those after it go with it
    room -= more;
    unpromised_ += more;
    chosen.tasks.push_back(std::exchange(card, nullptr));
    chosen.wants.push_back(other.task);
  }
  cards.erase(std::remove(cards.begin(), cards.end(), nullptr), cards.end());
}

/// The tasks that a partner takes for what it gives go when it has said which.
void SixPhasesAgent::hear_wanted(AgentPe& pe, Node from) {
  if (!wanted_ || static_cast<std::int64_t>(wants_.size()) != *wanted_) return;
  awaits_wants_ = false;
  if (!wants_.empty()) {
    Chosen chosen{from, {}, false, {}};
    for (const auto task : wants_) chosen.tasks.push_back(&persistent_->card(task));
    migrate(pe, {chosen});
  }
  agree(pe);
}

/// Tasks of `cards`; never more bytes than the partner has room for.
std::vector<const TaskCard*> SixPhasesAgent::select_for(
    Node partner, const Loads& amount, const Room& room,
    const std::vector<const TaskCard*>& cards) const {
  std::vector<const TaskCard*> fitting;
  std::copy_if(cards.begin(), cards.end(), std::back_inserter(fitting),
               [&](const TaskCard* card) { return card->bytes <= room.bytes; });
  const auto places = resources_.size() == 1
                          ? select_one(partner, amount.front(), room.offers > 0, fitting)
                          : select_several(amount, fitting);
  std::vector<const TaskCard*> chosen;
  auto left = room.bytes;
  for (const auto place : places) {
    const auto* card = fitting[place];
    if (card->bytes > left) continue;
    left -= card->bytes;
    chosen.push_back(card);
  }
  return chosen;
}

/// `trades`: what is missing then is made up for by exchange.
Selection SixPhasesAgent::select_one(Node partner, double amount, bool trades,
                                     const std::vector<const TaskCard*>& cards) const {
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

Selection SixPhasesAgent::select_several(const Loads& amount,
                                         const std::vector<const TaskCard*>& cards) const {
  std::vector<Loads> loads;
  loads.reserve(cards.size());
  for (const auto* card : cards) loads.push_back(resources_.comparable(resources_.loads_of(*card)));
  return select_nearest(loads, resources_.comparable(amount));
}

/// Phase 5.
void SixPhasesAgent::migrate(AgentPe& pe, const std::vector<Chosen>& chosen) {
  for (const auto& [to, cards, was_offered, wants] : chosen) {
    if (was_offered) pe.send_word(to, {wanted, static_cast<std::int64_t>(wants.size())});
    for (const auto task : wants) pe.send_word(to, {want, static_cast<std::int64_t>(task)});
    if (!wants.empty()) givers_.push_back(to);
    for (const auto* card : cards) {
      directory_.set(card->number, to, selections_);
      bytes_moved_ += card->bytes;
    }
    auto& given = given_.emplace(to, Loads(resources_.size(), 0)).first->second;
    double time = 0;
    for (std::size_t i = 0; i < given.size(); ++i) {
      for (const auto* card : cards) given[i] += resources_.load_of(i, *card);
      if (resources_.kind(i) == Resource::time) time = given[i];
    }
    pe.send_word(to, {coming, static_cast<std::int64_t>(cards.size()), bits_of(time)});
    for (const auto* card : cards) persistent_->send_task(to, card->number);
    moved_ += static_cast<Load>(cards.size());
    tasks_moved_ += static_cast<Load>(cards.size());
    exchanged_ += static_cast<Load>(wants.size());
  }
  // Whoever holds a task has it before it hears of it.
  for (const auto& one : chosen) {
    for (const auto* card : one.tasks) tell_ties(pe, *card, one.to);
  }
}

/// Where the tasks are that a task talks to goes after it, and they are told its new place.
void SixPhasesAgent::tell_ties(AgentPe& pe, const TaskCard& card, Node to) {
  for (const auto& tie : card.ties) {
    const News there{directory_.of(tie.with), directory_.since(tie.with), pe.node()};
    pe.send_word(to, {tie_at, static_cast<std::int64_t>(tie.with), packed(there)});
    if (there.node == pe.node()) continue;
    pe.send_word(there.node, {moved,
                              PackedPair{static_cast<std::int64_t>(tie.with),
                                         static_cast<std::int64_t>(card.number)}
                                  .packed(),
                              packed({to, selections_, pe.node()})});
    ++acknowledgements_;
  }
}

void SixPhasesAgent::hear_moved(AgentPe& pe, const AgentWord& word) {
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
    pe.send_word(news.origin, {noted});
  }
}

/// All that it sends and gets in this selection is where it belongs.
void SixPhasesAgent::agree(AgentPe& pe) {
  if (state_ != State::selecting || !has_selected_ || awaits_wants_ || acknowledgements_ > 0)
    return;
  Load tasks = 0;
  for (const Node giver : givers_) {
    const auto& told = comings_[giver];
    if (told.empty()) return;
    tasks += told.front().tasks;
  }
  if (static_cast<Load>(arrived_.size()) != tasks || ties_heard_ != ties_expected_) return;
  ties_expected_ = ties_heard_ = 0;
  // Got less given, at once: so the partner finds exactly the negative.
  for (const Node giver : givers_) {
    auto& change = given_.emplace(giver, Loads(resources_.size(), 0)).first->second;
    for (std::size_t i = 0; i < change.size(); ++i) {
      change[i] -= resources_.kind(i) == Resource::time
                       ? comings_[giver].front().load
                       : static_cast<double>(arrived_bytes_[giver]);
    }
    comings_[giver].pop_front();
  }
  for (const auto& [partner, change] : std::exchange(given_, {})) {
    for (std::size_t i = 0; i < change.size(); ++i) residual_[partner][i] -= change[i];
    resources_.give(change);
  }
  arrived_bytes_.clear();
  state_ = State::agreeing;
  TransferCalculation::Messages out;
  selected_.contribute({static_cast<double>(moved_), 0}, out);
  send(pe, out);
  end_selection(pe);
}

}  // namespace isobar
