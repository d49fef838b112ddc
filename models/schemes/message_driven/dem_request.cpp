// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/message_driven/dem_request.h"

#include <algorithm>
#include <cstdlib>

#include "models/bits.h"
#include "models/schemes/contract/needs.h"
#include "models/schemes/contract/registry.h"
#include "models/schemes/parts/agents.h"
#include "models/schemes/parts/broadcast_tree.h"
#include "models/schemes/parts/profitability.h"

namespace isobar {
namespace {

constexpr std::int64_t numbers = std::int64_t{1} << DemRequestAgent::number_bits;

/// Whether `a` comes after `b`, of numbers that wrap and are never half of them apart.
constexpr bool is_after(std::int64_t a, std::int64_t b) {
  const auto ahead = (a - b + numbers) % numbers;
  return ahead > 0 && ahead < numbers / 2;
}

/// Calls `visit` with the partner of each fold of a PE, and whether the PE is the upper one.
template <class Visit>
void visit_folds(const Fabric& fabric, Node node, const Visit& visit) {
  std::uint64_t stride = 1;
  for (unsigned d = 1; d <= fabric.radices().size(); ++d) {
    const std::uint64_t radix = fabric.radix(d);
    const std::uint64_t at = fabric.coordinate(node, d);
    for (std::uint64_t distance = 1; distance < radix; distance *= 2) {
      const bool upper = (at & distance) != 0;
      if (!upper && at + distance >= radix) continue;
      const auto step = static_cast<Node>(distance * stride);
      visit(upper ? node - step : node + step, upper);
    }
    stride *= radix;
  }
}

}  // namespace

void DemRequestAgent::start(AgentPe& pe) {
  low_ = low_mark(setting_.low, pe.load());
  visit_folds(pe.fabric(), pe.node(), [&](Node partner, bool upper) {
    folds_.push_back({partner, upper});
  });
  at_ = folds_.size();
  load_changed(pe);
}

void DemRequestAgent::load_changed(AgentPe& pe) {
  const bool is_low = static_cast<double>(pe.load()) < low_;
  if (is_low && !was_low_) want(pe);
  if (!is_low) was_low_ = false;
}

void DemRequestAgent::timer(AgentPe& pe) {
  was_low_ = false;
  load_changed(pe);
}

void DemRequestAgent::want(AgentPe& pe) {
  if (folds_.empty() || is_balancing()) return;
  was_low_ = true;
  const auto number = (done_ + 1) % numbers;
  pass_on(pe, number, pe.node());
  heard(pe, number);
}

void DemRequestAgent::pass_on(AgentPe& pe, std::int64_t number, Node root) {
  if (pe.has_broadcast()) {
    if (root != pe.node()) return;
    const AgentWord start{start_word, number, static_cast<std::int64_t>(root)};
    pe.send_words(0, pe.fabric().pes(), start);
    return;
  }
  for (const Node child : broadcast_children(pe.fabric(), root, pe.node())) {
    pe.send_word(child, {start_word, number, static_cast<std::int64_t>(root)});
  }
}

void DemRequestAgent::word(AgentPe& pe, Node from, const AgentWord& word) {
  if (word.kind == start_word) {
    pass_on(pe, word.value, static_cast<Node>(word.detail));
    heard(pe, word.value);
    return;
  }
  auto& fold =
      *std::find_if(folds_.begin(), folds_.end(), [&](const Fold& f) { return f.partner == from; });
  switch (word.kind) {
    case update_word:
      (fold.requested ? fold.next : fold.update) = word.value;
      break;
    case request_word:
      pe.decides_by(from, request_word);
      fold.requested = true;
      fold.missing += std::max<Load>(0, word.value);
      if (word.value < 0) give(pe, fold, -word.value);
      break;
    default:
      fold.missing -= word.value;
  }
  go_on(pe);
}

void DemRequestAgent::tasks(AgentPe& pe, Node from, Load tasks, std::int64_t /*note*/) {
  std::find_if(folds_.begin(), folds_.end(), [&](const Fold& f) {
    return f.partner == from;
  })->missing -= tasks;
  go_on(pe);
}

void DemRequestAgent::heard(AgentPe& pe, std::int64_t number) {
  if (is_after(number, newest_)) newest_ = number;
  if (!is_balancing() && is_after(newest_, done_)) begin(pe);
}

void DemRequestAgent::begin(AgentPe& pe) {
  done_ = (done_ + 1) % numbers;
  at_ = 0;
  if (setting_.blocks) pe.hold(true);
  enter(pe);
  go_on(pe);
}

void DemRequestAgent::enter(AgentPe& pe) {
  if (!is_balancing()) return;
  const auto& fold = folds_[at_];
  if (fold.upper) pe.send_word(fold.partner, {update_word, pe.load()});
}

void DemRequestAgent::go_on(AgentPe& pe) {
  while (is_balancing()) {
    auto& fold = folds_[at_];
    if (!fold.upper && fold.update && !fold.requested) request(pe, fold);
    if (!fold.requested || fold.missing != 0) return;
    fold.requested = false;
    fold.update = std::exchange(fold.next, std::nullopt);
    ++at_;
    enter(pe);
    if (is_balancing()) continue;
    if (is_after(newest_, done_)) {
      begin(pe);
      return;
    }
    if (setting_.blocks) pe.hold(false);
    // One round for one lack of tasks; it is another lack only after the PE had enough.
    was_low_ = static_cast<double>(pe.load()) < low_;
    if (was_low_ && setting_.retry > 0) pe.set_timer(setting_.retry);
  }
}

void DemRequestAgent::request(AgentPe& pe, Fold& fold) {
  pe.decides_by(fold.partner, update_word);
  Load moved = (pe.load() - *fold.update) / 2;
  if (std::abs(moved) < setting_.delta_min) moved = 0;
  fold.requested = true;
  fold.missing += std::max<Load>(0, -moved);
  pe.send_word(fold.partner, {request_word, moved});
  if (moved > 0) give(pe, fold, moved);
}

void DemRequestAgent::give(AgentPe& pe, const Fold& fold, Load tasks) {
  const Load given = pe.send_tasks(fold.partner, tasks);
  if (given < tasks) pe.send_word(fold.partner, {shortage_word, tasks - given});
}

namespace {

const auto blocking_parameter =
    parameter("blocking", "1: a PE does not work during a round").zero_or_one(true);
const auto retry_parameter =
    parameter(
        "retry",
        "from a round that left a PE underloaded to the next one that it starts; 0: it starts "
        "none")
        .range(0, 1e15, "cycles")
        .whole(0);

std::unique_ptr<MessageDrivenScheme> make(const SchemeSetting& setting) {
  const auto& values = setting.parameters;
  const DemRequestSetting dem{values.get(low_parameter()), values.get(delta_min_parameter()),
                              values.get(blocking_parameter), values.get(retry_parameter)};
  const auto bits = setting.load_bits;
  return std::make_unique<Agents>(
      std::vector<WordKind>{
          {"start", DemRequestAgent::number_bits + bits_for(setting.fabric.pes()), true, true},
          {"load", bits},
          {"request", bits + 1},
          {"shortage", bits}},
      [=](Node) { return std::make_unique<DemRequestAgent>(dem); });
}

const RegisterScheme registered(
    {"dem-request",
     "dimension exchange by messages: an underloaded PE starts a numbered round of all PEs",
     "Willebeek-LeMair and Reeves 1993, Sections III.E and V, eq. 30-32",
     {low_parameter(1), delta_min_parameter(), blocking_parameter, retry_parameter},
     needs_dimensions,
     {},
     make},
    {},
    "a round begins only when a PE has fewer tasks than `low`; `low=inf` begins one at the start");

}  // namespace
}  // namespace isobar
