// SPDX-License-Identifier: Apache-2.0
#include "models/network/region.h"

#include <tuple>

namespace isobar {

void Alarm::set_now() { set(region_->now()); }

void Region::begin(Node node) {
  pes_.seats[node].at = 0;
  pes_.calendar.put(0, node);
}

void Region::reset() {
  routers_.calendar = {};
  pes_.calendar = {};
  woken_.clear();
  turns_.clear();
  active_ = 0;
}

void Region::start(Cycle now, std::uint64_t delta) {
  now_ = now;
  delta_ = delta;
  is_acting_ = true;
}

void Region::take_turn(Node node, sc_core::sc_event& turn) {
  turns_.push_back({outside_->delta() + 1, node, &turn});
  outside_->go_on_soon();
}

void Region::wake_now(Alarm::Rank rank, Node node) {
  const bool is_router = rank == Alarm::Rank::router;
  (is_router ? routers_ : pes_).seats[node].at = now();
  if (is_router) {
    woken_.push_back(node);
  } else {
    // In the delta between, others to which something has come are seated beside it.
    turns_.push_back({(is_acting_ ? delta_ : outside_->delta()) + 2, node, nullptr});
  }
  if (!is_acting_) outside_->go_on_soon();
}

void Region::act(Seat& seat) {
  seat.at = never;
  note(now_);
  seat.actor->act();
}

void Region::begin_cycle() {
  for (const Node node : pes_.calendar.take(now_)) {
    if (auto& seat = pes_.seats[node]; seat.at == now_) {
      seat.at = -1;
      turns_.push_back({delta_ + 1, node, nullptr});
    }
  }
  const auto& routers = routers_.calendar.take(now_);
  constexpr int line = 64;
  for (const Node node : routers) {
    const auto* begin = reinterpret_cast<const char*>(routers_.seats[node].actor);
    __builtin_prefetch(begin);
    __builtin_prefetch(begin + line);
    __builtin_prefetch(begin + 2 * line);
  }
  for (unsigned stage = 0; stage < 3; ++stage) {
    for (const Node node : routers) routers_.seats[node].actor->prepare(stage);
  }
  for (const Node node : routers) {
    if (*done_) break;
    if (auto& seat = routers_.seats[node]; seat.at == now_) act(seat);
  }
}

void Region::go_on() {
  give_turns();
  for (std::size_t i = 0; i < woken_.size(); ++i) act(routers_.seats[woken_[i]]);
  woken_.clear();
}

void Region::give_turns() {
  given_.swap(turns_);
  const auto is_before = [](const Turn& a, const Turn& b) {
    return std::tie(a.delta, a.node) < std::tie(b.delta, b.node);
  };
  // Turns are taken in this order, unless a PE of the user's own is among them.
  if (!std::is_sorted(given_.begin(), given_.end(), is_before)) {
    std::sort(given_.begin(), given_.end(), is_before);
  }
  bool waits = false;  // for one of the user's own, which acts in this delta
  for (const auto& turn : given_) {
    if (waits || turn.delta > delta_) {
      turns_.push_back(turn);
    } else if (turn.event != nullptr) {
      turn.event->notify();
      waits = true;
    } else {
      act(pes_.seats[turn.node]);
    }
  }
  given_.clear();
}

void Region::act_until(Cycle end) {
  for (Cycle cycle = next(); cycle < end; cycle = next()) {
    start(cycle, 0);
    begin_cycle();
    while (goes_on()) {
      ++delta_;
      go_on();
    }
  }
  stop();
}

}  // namespace isobar
