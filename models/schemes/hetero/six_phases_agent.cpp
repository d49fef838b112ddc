// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/hetero/six_phases_agent.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "models/errors.h"
#include "models/schemes/hetero/exchange.h"
#include "models/schemes/hetero/utilization.h"
#include "models/schemes/two_numbers.h"

namespace isobar {
namespace {

constexpr std::int64_t number_bits = 64;
constexpr std::int64_t task_bits = 32;
constexpr std::int64_t node_bits = 21;
constexpr std::int64_t selection_bits = 21;

/// Numbers travel as they are, 64 bits each.
std::int64_t bits_of(double number) {
  std::int64_t bits = 0;
  std::memcpy(&bits, &number, sizeof bits);
  return bits;
}
double number_of(std::int64_t bits) {
  double number = 0;
  std::memcpy(&number, &bits, sizeof number);
  return number;
}

/// Where a task is since which selection, and who says so.
struct News {
  Node node = 0;
  std::int64_t since = 0;
  Node origin = 0;
};

constexpr std::int64_t field = std::int64_t{1} << 21;

std::int64_t packed(const News& news) {
  if (news.node >= field || news.origin >= field || news.since >= field) {
    throw ModelError("more PEs or selections than the six phases' words can say");
  }
  return (news.since * field + news.origin) * field + news.node;
}
News news_of(std::int64_t packed) {
  return {static_cast<Node>(packed % field), packed / field / field,
          static_cast<Node>(packed / field % field)};
}

constexpr std::int64_t parity_bits = 1;  // which parting news belongs to: this one or the next
constexpr std::size_t most_parts = 16;
/// Where the falling threshold ends, of U_avg.
constexpr double least_threshold = 1.0 / 1024;

// Kinds of the numbers that it says itself; those of the resources come after them.
enum Reduction : std::size_t { needs_up, needs_down, selected_up, selected_down, of_resources };

TreeReduction::Pair two_sums(const TreeReduction::Pair& a, const TreeReduction::Pair& b) {
  return {a.first + b.first, a.second + b.second};
}

bool is_positive(double load) { return load > 0; }

template <class Holds>
bool any(const std::vector<double>& loads, const Holds& holds) {
  return std::any_of(loads.begin(), loads.end(), holds);
}

}  // namespace

std::vector<WordKind> SixPhasesAgent::kinds(
    const std::vector<TransferCalculation::Kind>& calculation,
    const std::vector<Resource>& resources) {
  std::vector<WordKind> all = {{"data", 1},
                               {"room", number_bits + task_bits},
                               {"offer", 2 * task_bits + number_bits},
                               {"wanted", task_bits},
                               {"want", task_bits},
                               {"coming", task_bits + number_bits},
                               {"tie", task_bits + node_bits + selection_bits},
                               {"moved", 2 * task_bits + 2 * node_bits + selection_bits},
                               {"noted", 1},
                               {"parted", 3 * task_bits + parity_bits}};
  for (const char* name : {"need", "needs", "selected", "selection"}) {
    all.push_back({name, 2 * number_bits});
  }
  for (auto& kind : Resources::kinds(resources, calculation, number_bits)) {
    all.push_back(std::move(kind));
  }
  return all;
}

SixPhasesAgent::SixPhasesAgent(const SixPhasesSetting& setting, const TreePlace& place, Node node)
    : setting_(setting),
      directory_(node),
      is_root_(!place.parent),
      needs_(place, needs_up, needs_down, two_maxima),
      selected_(place, selected_up, selected_down, two_sums),
      resources_(setting.resources, place, setting.pes, [&] { return setting.calculation(node); }) {
}

void SixPhasesAgent::start(AgentPe& pe) {
  lasting_ = pe.lasting();
  if (lasting_ == nullptr) throw ModelError("the six phases need tasks that live on");
  parting_.emplace(pe.node());
  load_.emplace(setting_.capacities, lasting_->rated_speed() * setting_.rating_error(pe.node()));
  for (const auto* card : lasting_->cards()) directory_.starts(*card);
  begin_iteration(pe);
}

SchemeFigures SixPhasesAgent::figures() const {
  // What all PEs count alike is counted once.
  const bool counts = is_root_;
  return {{"balancings", counts ? balancings_ : 0},
          {"selections", counts ? selections_ : 0},
          {"tasks_moved", tasks_moved_},
          {"bytes_moved", bytes_moved_},
          {"exchanged", exchanged_},
          {"off_pe_bytes", off_pe_bytes_},
          {"forwarded", forwarded_},
          {"tasks_made", tasks_made_},
          {"tasks_merged", tasks_merged_},
          {"bytes_over", bytes_over_}};
}

// An iteration.

void SixPhasesAgent::begin_iteration(AgentPe& pe) {
  if (iteration_ == lasting_->iterations()) return;
  state_ = State::working;
  allowed_ = false;
  ++iteration_;
  if (lasting_->overhead() > 0) {
    pe.set_timer(lasting_->overhead());
  } else {
    allow(pe);
  }
}

void SixPhasesAgent::timer(AgentPe& pe) { allow(pe); }

void SixPhasesAgent::allow(AgentPe& pe) {
  held_ = pe.load();
  created_ = pe.created();
  worked_ = lasting_->worked();
  allowed_ = true;
  lasting_->allow(held_);
  if (held_ == 0) finish_work(pe);
}

void SixPhasesAgent::load_changed(AgentPe& pe) {
  if (state_ == State::working && allowed_ && pe.created() - created_ == held_) finish_work(pe);
}

/// All its tasks are back in its queue.
void SixPhasesAgent::finish_work(AgentPe& pe) {
  const auto cards = lasting_->cards();
  Cycle work = 0;
  for (const auto* card : cards) work += card->work;
  load_->iteration(work, lasting_->worked() - worked_);
  const auto sent = directory_.off_pe(cards);
  for (const auto& [to, bytes] : sent) {
    lasting_->send_data(to, {data}, bytes);
    off_pe_bytes_ += bytes;
  }
  data_expected_ = sent.size();  // who talks is talked to
  state_ = State::measuring;
  measure(pe);
}

void SixPhasesAgent::measure(AgentPe& pe) {
  if (state_ != State::measuring || data_heard_ != data_expected_) return;
  data_heard_ = 0;
  state_ = State::agreeing;
  std::int64_t bytes = 0;
  for (const auto* card : lasting_->cards()) bytes += card->bytes;
  const auto excess = std::max<std::int64_t>(0, bytes - lasting_->memory());
  bytes_over_ = std::max(bytes_over_, excess);
  resources_.measure(*load_, bytes, lasting_->memory());
  TransferCalculation::Messages out;
  resources_.contribute(out);
  number(out);
  needs_.contribute({static_cast<double>(excess), static_cast<double>(longest_)}, out);
  send(pe, out);
  decide(pe);
}

/// Phase 2: all know the same numbers, and decide alike.
void SixPhasesAgent::decide(AgentPe& pe) {
  if (auto all = needs_.take()) all_needs_ = all;
  if (!resources_.are_told() || !all_needs_) return;
  const auto needs = *std::exchange(all_needs_, std::nullopt);
  then_ = resources_.told();
  // What is good for one resource may be bad for the other.
  const double before = std::exchange(worst_before_, 0);
  if (resources_.size() > 1 && before > 0 && resources_.worst(setting_.eff_min) >= before) {
    in_vain_ = then_;
  }
  is_profitable(needs) ? begin_balancing(pe) : begin_iteration(pe);
}

bool SixPhasesAgent::is_profitable(const TreeReduction::Pair& needs) const {
  const auto left = lasting_->iterations() - iteration_;
  if (left == 0 || iteration_ % setting_.every != 0) return false;
  if (setting_.rounds > 0 && balancings_ == setting_.rounds) return false;
  if (needs.first > 0) return true;  // some PE holds more than its memory
  if (in_vain_ == then_) return false;
  for (std::size_t i = 0; i < resources_.size(); ++i) {
    if (resources_.is_adequate(i, setting_.eff_min)) continue;
    const double gain = resources_.max(i) - resources_.mean(i);
    const bool costs = setting_.weighs && resources_.kind(i) == Resource::time;
    if (!costs || gain * static_cast<double>(left) > needs.second) return true;
  }
  return false;
}

// A balancing.

void SixPhasesAgent::begin_balancing(AgentPe& pe) {
  ++balancings_;
  moved_by_all_ = 0;
  began_ = pe.now();
  state_ = State::calculating;
  worst_before_ = resources_.worst(setting_.eff_min);
  threshold_.reset();
  divided_at_ = 0;
  TransferCalculation::Messages out;
  resources_.calculate(out);
  number(out);
  send(pe, out);
  calculate(pe);
}

/// Phase 3, one step further.
void SixPhasesAgent::calculate(AgentPe& pe) {
  if (state_ != State::calculating || !resources_.are_calculated()) return;
  residual_ = resources_.transfers();
  selection_ = 0;
  begin_selection(pe);
}

/// Phase 4: whoever is to be given tasks says how much room it has.
void SixPhasesAgent::begin_selection(AgentPe& pe) {
  state_ = State::selecting;
  ++selection_;
  ++selections_;
  has_selected_ = false;
  moved_ = 0;
  givers_.clear();
  for (const auto& [partner, loads] : residual_) {
    if (any(loads, [](double load) { return load < 0; })) givers_.push_back(partner);
  }
  std::int64_t free = lasting_->memory();
  for (const auto* card : lasting_->cards()) free -= card->bytes;
  const auto offers_to = trader();
  wanted_.reset();
  wants_.clear();
  awaits_wants_ = false;
  for (const Node giver : givers_) {
    const auto share = std::max<std::int64_t>(0, free) / static_cast<std::int64_t>(givers_.size());
    auto offered = giver == offers_to ? movable() : std::vector<const TaskCard*>();
    const auto too_large = [](const TaskCard* card) { return card->bytes >= TwoNumbers::half; };
    offered.erase(std::remove_if(offered.begin(), offered.end(), too_large), offered.end());
    pe.send_word(giver, {room, share, static_cast<std::int64_t>(offered.size())});
    for (const auto* card : offered) {
      const TwoNumbers task{static_cast<std::int64_t>(card->number), card->bytes};
      pe.send_word(giver, {offer, task.packed(), bits_of(resources_.load_of(0, *card))});
    }
    if (!offered.empty()) awaits_wants_ = true;
  }
  select(pe);
}

/// Tasks that have just come stay for this time.
std::vector<const TaskCard*> SixPhasesAgent::movable() const {
  const auto& fresh = arrived_[selections_ % 2];
  auto cards = lasting_->cards();
  cards.erase(std::remove_if(cards.begin(), cards.end(),
                             [&](const TaskCard* card) { return fresh.count(card->number) > 0; }),
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
    for (const auto place : select_for(partner, missing, told, cards)) {
      const auto* card = std::exchange(cards[place], nullptr);
      missing.front() -= resources_.load_of(0, *card);
      left -= card->bytes;
      chosen.tasks.push_back(card);
    }
    cards.erase(std::remove(cards.begin(), cards.end(), nullptr), cards.end());
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
                           std::vector<const TaskCard*>& cards,
                           const std::vector<Offer>& offers) const {
  std::vector<double> mine;
  std::vector<double> theirs;
  for (const auto* card : cards) mine.push_back(resources_.load_of(0, *card));
  for (const auto& one : offers) theirs.push_back(one.load);
  const auto found = exchange_tasks(mine, theirs, missing, (1 - setting_.eff_min) * missing);
  auto own = lasting_->memory();
  for (const auto* card : lasting_->cards()) own -= card->bytes;
  for (std::size_t n = 0; n < found.given.size(); ++n) {
    const auto*& card = cards[found.given[n]];
    const auto& other = offers[found.taken[n]];
    const auto more = card->bytes - other.bytes;
    if (more > room || -more > own) continue;
    room -= more;
    own += more;
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
    for (const auto task : wants_) chosen.tasks.push_back(&lasting_->card(task));
    migrate(pe, {chosen});
  }
  agree(pe);
}

/// Places in `cards`; never more bytes than the partner has room for.
Selection SixPhasesAgent::select_for(Node partner, const Loads& amount, const Room& room,
                                     const std::vector<const TaskCard*>& cards) const {
  auto chosen = resources_.size() == 1 ? select_one(partner, amount.front(), room.offers > 0, cards)
                                    : select_several(amount, cards);
  std::int64_t bytes = 0;
  const auto fits = [&](std::size_t place) { return (bytes += cards[place]->bytes) <= room.bytes; };
  chosen.erase(std::find_if_not(chosen.begin(), chosen.end(), fits), chosen.end());
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
    for (const auto* card : cards) {
      for (std::size_t i = 0; i < given.size(); ++i) given[i] += resources_.load_of(i, *card);
      time += load_->load_of(card->work);
    }
    pe.send_word(to, {coming, static_cast<std::int64_t>(cards.size()), bits_of(time)});
    for (const auto* card : cards) lasting_->send_task(to, card->number, selections_ % 2);
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
                              TwoNumbers{static_cast<std::int64_t>(tie.with),
                                         static_cast<std::int64_t>(card.number)}
                                  .packed(),
                              packed({to, selections_, pe.node()})});
    ++acknowledgements_;
  }
}

void SixPhasesAgent::hear_moved(AgentPe& pe, const AgentWord& word) {
  const auto tasks = TwoNumbers::of(word.value);
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
  auto& ties = ties_expected_[selections_ % 2];
  if (static_cast<Load>(arrived_[selections_ % 2].size()) != tasks || ties_heard_ != ties) return;
  ties = ties_heard_ = 0;
  auto& bytes = arrived_bytes_[selections_ % 2];
  // Got less given, at once: so the partner finds exactly the negative.
  for (const Node giver : givers_) {
    auto& change = given_.emplace(giver, Loads(resources_.size(), 0)).first->second;
    for (std::size_t i = 0; i < change.size(); ++i) {
      change[i] -= resources_.kind(i) == Resource::time ? comings_[giver].front().load
                                                        : static_cast<double>(bytes[giver]);
    }
    comings_[giver].pop_front();
  }
  for (const auto& [partner, change] : std::exchange(given_, {})) {
    for (std::size_t i = 0; i < change.size(); ++i) residual_[partner][i] -= change[i];
    resources_.give(change);
  }
  bytes.clear();
  state_ = State::agreeing;
  TransferCalculation::Messages out;
  selected_.contribute({static_cast<double>(moved_), 0}, out);
  send(pe, out);
  end_selection(pe);
}

void SixPhasesAgent::end_selection(AgentPe& pe) {
  const auto all = selected_.take();
  if (!all) return;
  if (state_ == State::dividing || state_ == State::merging) {
    end_parting(pe, all->first);
    return;
  }
  arrived_[selections_ % 2].clear();
  moved_by_all_ += all->first;
  moved_since_ += all->first;
  if (all->first > 0 && selection_ < setting_.selections) {
    begin_selection(pe);
  } else if (setting_.granularity.least > 0) {
    begin_judging(pe);
  } else {
    begin_parting(pe, State::merging);
  }
}

void SixPhasesAgent::end_balancing(AgentPe& pe) {
  longest_ = std::max(longest_, pe.now() - began_);
  in_vain_.reset();
  if (moved_by_all_ == 0) in_vain_ = then_;
  begin_iteration(pe);
}

// The tasks' granularity (task selection, and phase 6).

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
  parting_->begin(selections_);
  Parting::Out news;
  parted_ = what == State::dividing ? divide(news) : merge(news);
  for (const auto& [to, one] : news) {
    const TwoNumbers tasks{static_cast<std::int64_t>(one.to), static_cast<std::int64_t>(one.task)};
    pe.send_word(to,
                 {parted, tasks.packed(), 2 * static_cast<std::int64_t>(one.now) + partings_ % 2});
    ++acknowledgements_;
  }
  for (const auto& [from, word] : std::exchange(early_news_, {})) hear_parted(pe, from, word);
  agree_on_parting(pe);
}

std::int64_t SixPhasesAgent::divide(Parting::Out& news) {
  const auto cards = lasting_->cards();
  std::vector<double> loads;
  loads.reserve(cards.size());
  for (const auto* card : cards) loads.push_back(resources_.most_of(*card));
  std::int64_t made = 0;
  for (const auto& [place, parts] : tasks_to_divide(loads, 1, threshold_->now(), most_parts)) {
    const auto& card = *cards[place];
    const auto spare = lasting_->spare_places() - (tasks_made_ - tasks_merged_);
    const auto most = std::min(card.work / setting_.granularity.least, spare + 1);
    const auto count = std::min(static_cast<std::int64_t>(parts), most);
    if (count < 2) continue;
    parting_->divide(*lasting_, directory_, card.number, static_cast<std::size_t>(count), news);
    made += count - 1;
    tasks_made_ += count - 1;
  }
  return made;
}

std::int64_t SixPhasesAgent::merge(Parting::Out& news) {
  const auto cards = lasting_->cards();
  std::vector<double> loads;
  std::vector<TaskNumber> numbers;
  for (const auto* card : cards) {
    loads.push_back(resources_.most_of(*card));
    numbers.push_back(card->number);
  }
  std::int64_t gone = 0;
  for (const auto& group : tasks_to_merge(loads, 1, setting_.granularity.merge)) {
    for (auto place = group.begin() + 1; place != group.end(); ++place, ++gone) {
      parting_->merge(*lasting_, directory_, numbers[group.front()], numbers[*place], news);
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
  const auto tasks = TwoNumbers::of(word.value);
  parting_->hear(*lasting_, directory_, from,
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
    moved_by_all_ += tasks;
    selection_ = 0;
    begin_selection(pe);
  } else {
    begin_parting(pe, threshold_->fall() ? State::dividing : State::merging);
  }
}

// Words.

void SixPhasesAgent::send(AgentPe& pe, const TransferCalculation::Messages& messages) {
  for (const auto& one : messages) {
    pe.send_word(one.to,
                 {std::size_t{first_number} + one.kind, bits_of(one.first), bits_of(one.second)});
  }
}

/// Messages of the resources are to be sent.
void SixPhasesAgent::number(TransferCalculation::Messages& messages) {
  for (auto& one : messages) one.kind += of_resources;
}

void SixPhasesAgent::hear_number(AgentPe& pe, Node from, const AgentWord& word) {
  const TreeReduction::Pair said{number_of(word.value), number_of(word.detail)};
  const auto kind = word.kind - first_number;
  TransferCalculation::Messages out;
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
  } else if (selected_.hear(from, kind, said, out)) {
    send(pe, out);
    end_selection(pe);
  }
}

void SixPhasesAgent::word(AgentPe& pe, Node from, const AgentWord& word) {
  switch (word.kind) {
    case data:
      ++data_heard_;
      measure(pe);
      break;
    case room:
      rooms_[from].push_back({word.value, word.detail});
      select(pe);
      break;
    case offer: {
      const auto task = TwoNumbers::of(word.value);
      offers_[from].push_back(
          {static_cast<TaskNumber>(task.high), task.low, number_of(word.detail)});
      select(pe);
      break;
    }
    case wanted:
      wanted_ = word.value;
      hear_wanted(pe, from);
      break;
    case want:
      wants_.push_back(static_cast<TaskNumber>(word.value));
      hear_wanted(pe, from);
      break;
    case coming:
      comings_[from].push_back({word.value, number_of(word.detail)});
      agree(pe);
      break;
    case tie_at:
      directory_.set(static_cast<TaskNumber>(word.value), news_of(word.detail).node,
                     news_of(word.detail).since);
      ++ties_heard_;
      agree(pe);
      break;
    case moved:
      hear_moved(pe, word);
      agree(pe);
      break;
    case noted:
      --acknowledgements_;
      agree(pe);
      agree_on_parting(pe);
      break;
    case parted:
      hear_parted(pe, from, word);
      break;
    default:
      hear_number(pe, from, word);
  }
}

void SixPhasesAgent::tasks(AgentPe& pe, Node from, Load /*tasks*/, std::int64_t note) {
  const auto& card = *lasting_->cards().back();
  // Who sends it may be in the next selection already.
  directory_.arrives(card.number, selections_ + (selections_ % 2 == note ? 0 : 1));
  arrived_[note].insert(card.number);
  arrived_bytes_[note][from] += card.bytes;
  const auto early = early_.find(card.number);
  if (early != early_.end()) {
    for (const auto& word : std::exchange(early->second, {})) hear_moved(pe, word);
    early_.erase(card.number);
  }
  ties_expected_[note] += card.ties.size();
  agree(pe);
}

}  // namespace isobar
