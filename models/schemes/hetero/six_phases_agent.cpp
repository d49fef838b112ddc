// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/hetero/six_phases_agent.h"

#include <algorithm>
#include <utility>

#include "models/errors.h"
#include "models/schemes/hetero/six_phases_words.h"
#include "models/schemes/parts/packed_pair.h"

namespace isobar {

using namespace six_phases;

namespace {

// Kinds of the numbers that it says itself; those of the resources come after them.
enum Reduction : std::size_t { needs_up, needs_down, selected_up, selected_down, of_resources };

TreeReduction::Pair two_sums(const TreeReduction::Pair& a, const TreeReduction::Pair& b) {
  return {a.first + b.first, a.second + b.second};
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
      parting_(node),
      is_root_(!place.parent),
      needs_(place, needs_up, needs_down, two_maxima),
      selected_(place, selected_up, selected_down, two_sums),
      resources_(setting.resources, place, setting.pes, [&] { return setting.calculation(node); }),
      limits_(setting.resources.size(), 0) {}

void SixPhasesAgent::start(AgentPe& pe) {
  persistent_ = pe.persistent_tasks();
  if (persistent_ == nullptr) throw ModelError("the six phases need tasks that live on");
  load_.emplace(setting_.capacities, persistent_->rated_speed() * setting_.rating_error(pe.node()));
  for (const auto* card : persistent_->cards()) directory_.starts(*card);
  begin_iteration(pe);
}

SchemeStatistics SixPhasesAgent::statistics() const {
  // What all PEs count alike is counted once.
  const bool counts = is_root_;
  SchemeStatistics all = {{"balancings", counts ? balancings_ : 0},
                          {"selections", counts ? selections_ : 0},
                          {"tasks_moved", tasks_moved_},
                          {"bytes_moved", bytes_moved_},
                          {"exchanged", exchanged_},
                          {"off_pe_bytes", off_pe_bytes_},
                          {"forwarded", forwarded_},
                          {"tasks_made", tasks_made_},
                          {"tasks_merged", tasks_merged_},
                          {"bytes_over", bytes_over_},
                          {"off_pe_bytes_first", off_pe_first_},
                          {"off_pe_bytes_last", off_pe_last_}};
  for (std::size_t i = 0; i < resources_.size() && resources_.size() > 1; ++i) {
    const char* name = resources_.kind(i) == Resource::time ? "time_limits" : "memory_limits";
    all.emplace_back(name, counts ? limits_[i] : 0);
  }
  return all;
}

// An iteration.

void SixPhasesAgent::begin_iteration(AgentPe& pe) {
  if (iteration_ == persistent_->iterations()) return;
  state_ = State::working;
  allowed_ = false;
  ++iteration_;
  if (persistent_->overhead() > 0) {
    pe.set_timer(persistent_->overhead());
  } else {
    allow(pe);
  }
}

void SixPhasesAgent::timer(AgentPe& pe) { allow(pe); }

void SixPhasesAgent::allow(AgentPe& pe) {
  held_ = pe.load();
  created_ = pe.created();
  worked_ = persistent_->worked();
  allowed_ = true;
  talk_ = directory_.off_pe(persistent_->cards());
  // The run is over with the last task, before all have sent.
  off_pe_last_ = 0;
  for (const auto& [to, bytes] : talk_) off_pe_last_ += bytes;
  if (iteration_ == 1) off_pe_first_ = off_pe_last_;
  persistent_->allow(held_);
  if (held_ == 0) finish_work(pe);
}

void SixPhasesAgent::load_changed(AgentPe& pe) {
  if (state_ == State::working && allowed_ && pe.created() - created_ == held_) finish_work(pe);
}

/// All its tasks are back in its queue.
void SixPhasesAgent::finish_work(AgentPe& pe) {
  Cycle work = 0;
  for (const auto* card : persistent_->cards()) work += card->work;
  load_->iteration(work, persistent_->worked() - worked_);
  for (const auto& [to, bytes] : talk_) persistent_->send_data(to, {data}, bytes);
  off_pe_bytes_ += off_pe_last_;
  state_ = State::measuring;
  measure(pe);
}

std::int64_t SixPhasesAgent::held_bytes() const {
  std::int64_t bytes = 0;
  for (const auto* card : persistent_->cards()) bytes += card->bytes;
  return bytes;
}

void SixPhasesAgent::measure(AgentPe& pe) {
  if (state_ != State::measuring || data_heard_ != talk_.size()) return;  // who talks is talked to
  data_heard_ = 0;
  state_ = State::agreeing;
  const auto bytes = held_bytes();
  const auto excess = std::max<std::int64_t>(0, bytes - persistent_->memory());
  bytes_over_ = std::max(bytes_over_, excess);
  resources_.measure(*load_, bytes, persistent_->memory());
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
  then_.push_back(needs.first);
  ++limits_[resources_.least_even()];
  // What is good for one resource may be bad for the other.
  const double before = std::exchange(worst_before_, 0);
  if (resources_.size() > 1 && before > 0 && resources_.worst(setting_.eff_min) >= before) {
    in_vain_ = then_;
  }
  is_profitable(needs) ? begin_balancing(pe) : begin_iteration(pe);
}

bool SixPhasesAgent::is_profitable(const TreeReduction::Pair& needs) const {
  const auto left = persistent_->iterations() - iteration_;
  if (left == 0 || iteration_ % setting_.every != 0) return false;
  if (setting_.rounds > 0 && balancings_ == setting_.rounds) return false;
  if (in_vain_ == then_) return false;
  if (needs.first > 0) return true;  // some PE holds more than its memory
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

void SixPhasesAgent::end_selection(AgentPe& pe) {
  const auto all = selected_.take();
  if (!all) return;
  if (state_ == State::dividing || state_ == State::merging) {
    end_parting(pe, all->first);
    return;
  }
  arrived_.clear();
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
      const auto task = PackedPair::of(word.value);
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
      state_ == State::selecting ? agree(pe) : agree_on_parting(pe);
      break;
    case parted:
      hear_parted(pe, from, word);
      break;
    default:
      hear_number(pe, from, word);
  }
}

/// Who sends tasks has heard of the room for them: it is in the same selection.
void SixPhasesAgent::tasks(AgentPe& pe, Node from, Load /*tasks*/, std::int64_t /*note*/) {
  const auto& card = *persistent_->cards().back();
  directory_.arrives(card.number, selections_);
  arrived_.insert(card.number);
  arrived_bytes_[from] += card.bytes;
  const auto early = early_.find(card.number);
  if (early != early_.end()) {
    for (const auto& word : std::exchange(early->second, {})) hear_moved(pe, word);
    early_.erase(card.number);
  }
  ties_expected_ += card.ties.size();
  agree(pe);
}

}  // namespace isobar
