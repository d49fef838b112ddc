// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/hetero/six_phases_agent.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "models/errors.h"
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

// Numbers of the three reductions; those of the calculation come after them.
enum Reduction : std::size_t {
  progress_up,
  progress_down,
  needs_up,
  needs_down,
  selected_up,
  selected_down,
  first_calculated
};

TreeReduction::Pair two_sums(const TreeReduction::Pair& a, const TreeReduction::Pair& b) {
  return {a.first + b.first, a.second + b.second};
}

}  // namespace

std::vector<WordKind> SixPhasesAgent::kinds(
    const std::vector<TransferCalculation::Kind>& calculation) {
  std::vector<WordKind> all = {{"data", 1},
                               {"room", number_bits},
                               {"coming", task_bits + number_bits},
                               {"tie", task_bits + node_bits + selection_bits},
                               {"moved", 2 * task_bits + 2 * node_bits + selection_bits},
                               {"noted", 1}};
  for (const char* name : {"progress", "verdict", "need", "needs", "selected", "selection"}) {
    all.push_back({name, 2 * number_bits});
  }
  for (const auto& kind : calculation) all.push_back({kind.name, kind.numbers * number_bits});
  return all;
}

SixPhasesAgent::SixPhasesAgent(const SixPhasesSetting& setting, const TreePlace& place, Node node)
    : setting_(setting),
      directory_(node),
      is_root_(!place.parent),
      progress_(place, progress_up, progress_down, sum_and_max),
      needs_(place, needs_up, needs_down, two_maxima),
      selected_(place, selected_up, selected_down, two_sums),
      calculation_(setting.calculation(node)) {}

void SixPhasesAgent::start(AgentPe& pe) {
  lasting_ = pe.lasting();
  if (lasting_ == nullptr) throw ModelError("the six phases need tasks that live on");
  pes_ = pe.fabric().pes();
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
          {"off_pe_bytes", off_pe_bytes_},
          {"forwarded", forwarded_},
          {"bytes_over", bytes_over_},
          {"off_pe_bytes_first", off_pe_first_},
          {"off_pe_bytes_last", off_pe_last_}};
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
  // The run is over with the last task, before all have sent.
  off_pe_last_ = 0;
  for (const auto& [to, bytes] : directory_.off_pe(lasting_->cards())) off_pe_last_ += bytes;
  if (iteration_ == 1) off_pe_first_ = off_pe_last_;
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
  const double u = load_->utilization();
  TransferCalculation::Messages out;
  progress_.contribute({u, u}, out);
  needs_.contribute({static_cast<double>(excess), static_cast<double>(longest_)}, out);
  send(pe, out, first_number);
  decide(pe);
}

/// Phase 2: all know the same numbers, and decide alike.
void SixPhasesAgent::decide(AgentPe& pe) {
  if (auto all = progress_.take()) all_progress_ = all;
  if (auto all = needs_.take()) all_needs_ = all;
  if (!all_progress_ || !all_needs_) return;
  const auto progress = *std::exchange(all_progress_, std::nullopt);
  const auto needs = *std::exchange(all_needs_, std::nullopt);
  progress_then_ = progress;
  is_profitable(progress, needs) ? begin_balancing(pe) : begin_iteration(pe);
}

bool SixPhasesAgent::is_profitable(const TreeReduction::Pair& progress,
                                   const TreeReduction::Pair& needs) const {
  const auto left = lasting_->iterations() - iteration_;
  if (left == 0 || iteration_ % setting_.every != 0) return false;
  if (setting_.rounds > 0 && balancings_ == setting_.rounds) return false;
  if (needs.first > 0) return true;  // some PE holds more than its memory
  if (in_vain_ && in_vain_->first == progress.first && in_vain_->second == progress.second) {
    return false;
  }
  const double mean = progress.first / static_cast<double>(pes_);
  const double max = progress.second;
  if (is_balanced(mean, max, setting_.eff_min)) return false;
  return !setting_.weighs || (max - mean) * static_cast<double>(left) > needs.second;
}

// A balancing.

void SixPhasesAgent::begin_balancing(AgentPe& pe) {
  ++balancings_;
  moved_by_all_ = 0;
  began_ = pe.now();
  state_ = State::calculating;
  TransferCalculation::Messages out;
  calculation_->start(load_->load(), load_->capacity(), out);
  calculate(pe, out);
}

/// Phase 3, one step further.
void SixPhasesAgent::calculate(AgentPe& pe, const TransferCalculation::Messages& messages) {
  send(pe, messages, std::size_t{first_number} + first_calculated);
  if (state_ != State::calculating || !calculation_->done()) return;
  residual_.clear();
  for (const auto& [partner, load] : calculation_->transfers()) {
    if (load != 0) residual_.emplace(partner, load);
  }
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
  for (const auto& [partner, load] : residual_) {
    if (load < 0) givers_.push_back(partner);
  }
  std::int64_t free = lasting_->memory();
  for (const auto* card : lasting_->cards()) free -= card->bytes;
  for (const Node giver : givers_) {
    const auto share = std::max<std::int64_t>(0, free) / static_cast<std::int64_t>(givers_.size());
    pe.send_word(giver, {room, share});
  }
  select(pe);
}

void SixPhasesAgent::select(AgentPe& pe) {
  if (state_ != State::selecting) return;
  if (!has_selected_) {
    for (const auto& [partner, load] : residual_) {
      if (load > 0 && rooms_[partner].empty()) return;
    }
    has_selected_ = true;
    migrate(pe, choose());
  }
  agree(pe);
}

/// What goes where: the largest transfer first. Tasks that have just come stay for this time, some
/// for ever.
std::vector<SixPhasesAgent::Chosen> SixPhasesAgent::choose() {
  const auto& fresh = arrived_[selections_ % 2];
  auto cards = lasting_->cards();
  cards.erase(std::remove_if(cards.begin(), cards.end(),
                             [&](const TaskCard* card) {
                               return card->stays || fresh.count(card->number) > 0;
                             }),
              cards.end());
  std::vector<std::pair<double, Node>> order;
  for (const auto& [partner, load] : residual_) {
    if (load > 0) order.emplace_back(-load, partner);
  }
  std::sort(order.begin(), order.end());
  std::vector<Chosen> all;
  for (const auto& [less, partner] : order) {
    all.push_back({partner, {}});
    const auto room = rooms_[partner].front();
    rooms_[partner].pop_front();
    for (const auto place : select_for(partner, -less, room, cards)) {
      all.back().tasks.push_back(std::exchange(cards[place], nullptr));
    }
    cards.erase(std::remove(cards.begin(), cards.end(), nullptr), cards.end());
  }
  return all;
}

/// Places in `cards`; never more bytes than the partner has `room` for.
Selection SixPhasesAgent::select_for(Node partner, double amount, std::int64_t room,
                                     const std::vector<const TaskCard*>& cards) const {
  std::vector<MovableTask> movable;
  movable.reserve(cards.size());
  for (const auto* card : cards) {
    movable.push_back({load_->load_of(card->work), static_cast<double>(card->bytes),
                       static_cast<double>(directory_.lost_locality(*card, partner))});
  }
  auto chosen = setting_.select(movable, amount, setting_.selection);
  if (setting_.one_more) chosen = with_one_more(movable, amount, std::move(chosen));
  std::int64_t bytes = 0;
  const auto fits = [&](std::size_t place) { return (bytes += cards[place]->bytes) <= room; };
  chosen.erase(std::find_if_not(chosen.begin(), chosen.end(), fits), chosen.end());
  return chosen;
}

/// Phase 5.
void SixPhasesAgent::migrate(AgentPe& pe, const std::vector<Chosen>& chosen) {
  for (const auto& [to, cards] : chosen) {
    double load = 0;
    for (const auto* card : cards) {
      directory_.set(card->number, to, selections_);
      load += load_->load_of(card->work);
      bytes_moved_ += card->bytes;
    }
    residual_[to] -= load;
    pe.send_word(to, {coming, static_cast<std::int64_t>(cards.size()), bits_of(load)});
    for (const auto* card : cards) lasting_->send_task(to, card->number, selections_ % 2);
    moved_ += static_cast<Load>(cards.size());
  }
  tasks_moved_ += moved_;
  // Whoever holds a task has it before it hears of it.
  for (const auto& [to, cards] : chosen) {
    for (const auto* card : cards) tell_ties(pe, *card, to);
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
  if (state_ != State::selecting || !has_selected_ || acknowledgements_ > 0) return;
  Load tasks = 0;
  for (const Node giver : givers_) {
    const auto& told = comings_[giver];
    if (told.empty()) return;
    tasks += told.front().tasks;
  }
  auto& ties = ties_expected_[selections_ % 2];
  if (static_cast<Load>(arrived_[selections_ % 2].size()) != tasks || ties_heard_ != ties) return;
  ties = ties_heard_ = 0;
  for (const Node giver : givers_) {
    residual_[giver] += comings_[giver].front().load;
    comings_[giver].pop_front();
  }
  state_ = State::agreeing;
  TransferCalculation::Messages out;
  selected_.contribute({static_cast<double>(moved_), 0}, out);
  send(pe, out, first_number);
  end_selection(pe);
}

void SixPhasesAgent::end_selection(AgentPe& pe) {
  const auto all = selected_.take();
  if (!all) return;
  arrived_[selections_ % 2].clear();
  moved_by_all_ += all->first;
  if (all->first > 0 && selection_ < setting_.selections) {
    begin_selection(pe);
    return;
  }
  longest_ = std::max(longest_, pe.now() - began_);
  in_vain_.reset();
  if (moved_by_all_ == 0) in_vain_ = progress_then_;
  begin_iteration(pe);
}

// Words.

void SixPhasesAgent::send(AgentPe& pe, const TransferCalculation::Messages& messages,
                          std::size_t first) {
  for (const auto& one : messages) {
    pe.send_word(one.to, {first + one.kind, bits_of(one.first), bits_of(one.second)});
  }
}

void SixPhasesAgent::hear_number(AgentPe& pe, Node from, const AgentWord& word) {
  const double first = number_of(word.value);
  const double second = number_of(word.detail);
  const auto kind = word.kind - first_number;
  TransferCalculation::Messages out;
  if (kind >= first_calculated) {
    calculation_->hear(from, kind - first_calculated, first, second, out);
    calculate(pe, out);
    return;
  }
  if (progress_.hear(from, kind, {first, second}, out) ||
      needs_.hear(from, kind, {first, second}, out)) {
    send(pe, out, first_number);
    decide(pe);
  } else if (selected_.hear(from, kind, {first, second}, out)) {
    send(pe, out, first_number);
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
      rooms_[from].push_back(word.value);
      select(pe);
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
      break;
    default:
      hear_number(pe, from, word);
  }
}

void SixPhasesAgent::tasks(AgentPe& pe, Node /*from*/, Load /*tasks*/, std::int64_t note) {
  const auto& card = *lasting_->cards().back();
  // Who sends it may be in the next selection already.
  directory_.arrives(card.number, selections_ + (selections_ % 2 == note ? 0 : 1));
  arrived_[note].insert(card.number);
  const auto early = early_.find(card.number);
  if (early != early_.end()) {
    for (const auto& word : std::exchange(early->second, {})) hear_moved(pe, word);
    early_.erase(card.number);
  }
  ties_expected_[note] += card.ties.size();
  agree(pe);
}

}  // namespace isobar
