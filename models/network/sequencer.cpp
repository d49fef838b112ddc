// SPDX-License-Identifier: Apache-2.0
#include "models/network/sequencer.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "models/link/reported.h"

namespace isobar {

void Alarm::set_now() { set(sequencer_->now()); }

Sequencer::Sequencer(const sc_core::sc_module_name& name, const CycleClock& clock, const bool& done,
                     Actor& run)
    : sc_module(name), clock_(clock), done_(done), run_(run) {
  SC_HAS_PROCESS(Sequencer);
  SC_METHOD(begin_cycle);
  sensitive << alarm_;
  SC_METHOD(go_on);
  sensitive << again_;
  dont_initialize();
}

Alarm Sequencer::seat(Alarm::Rank rank, Node node, Actor& actor) {
  auto& seats = (rank == Alarm::Rank::router ? routers_ : pes_).seats;
  seats.resize(std::max<std::size_t>(seats.size(), std::size_t{node} + 1));
  seats[node].actor = &actor;
  return {*this, rank, node};
}

Alarm Sequencer::pe(Node node, Actor& pe) {
  const auto alarm = seat(Alarm::Rank::pe, node, pe);
  begin(node);
  return alarm;
}

void Sequencer::begin(Node node) {
  auto& seat = pes_.seats[node];
  if (seat.actor == nullptr) return;
  seat.at = 0;
  pes_.calendar.put(0, node);
}

void Sequencer::look_at(Cycle cycle) {
  if (cycle >= look_at_) return;
  look_at_ = cycle;
  set_alarm(cycle);
}

void Sequencer::take_turn(Node node, sc_core::sc_event& turn) {
  turns_.push_back({sc_core::sc_delta_count() + 1, node, &turn});
  go_on_soon();
}

Cycle Sequencer::clock_now() const { return clock_.now(); }

void Sequencer::wake_now(Alarm::Rank rank, Node node) {
  const bool is_router = rank == Alarm::Rank::router;
  (is_router ? routers_ : pes_).seats[node].at = now();
  if (is_router) {
    woken_.push_back(node);
  } else {
    // In the delta between, others to which something has come are seated beside it.
    turns_.push_back({sc_core::sc_delta_count() + 2, node, nullptr});
  }
  go_on_soon();
}

void Sequencer::act(Seat& seat) {
  seat.at = never;
  note();
  seat.actor->act();
}

void Sequencer::start_acting() {
  now_ = clock_.now();
  is_acting_ = true;
}

void Sequencer::stop_acting() {
  is_acting_ = false;
  if (turns_.empty()) {
    set_alarm();
  } else {
    go_on_soon();  // and then sets it
  }
}

void Sequencer::begin_cycle() {
  if (done_) return;
  if (!clock_.has_begun()) {
    set_alarm(0);
    return;
  }
  reported([this] {
    start_acting();
    const Cycle now = now_;
    alarm_at_ = never;
    if (look_at_ <= now) {
      look_at_ = never;
      note();
      run_.act();
    }
    for (const Node node : pes_.calendar.take(now)) {
      if (auto& seat = pes_.seats[node]; seat.at == now) {
        seat.at = -1;
        turns_.push_back({sc_core::sc_delta_count() + 1, node, nullptr});
      }
    }
    const auto& routers = routers_.calendar.take(now);
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
      if (done_) break;
      if (auto& seat = routers_.seats[node]; seat.at == now) act(seat);
    }
  });
  stop_acting();
}

void Sequencer::go_on() {
  if (done_) return;
  reported([this] {
    start_acting();
    give_turns();
    for (std::size_t i = 0; i < woken_.size(); ++i) act(routers_.seats[woken_[i]]);
    woken_.clear();
  });
  stop_acting();
}

void Sequencer::give_turns() {
  const auto delta = sc_core::sc_delta_count();
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
    if (waits || turn.delta > delta) {
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

void Sequencer::reset() {
  alarm_.cancel();
  again_.cancel();
  for (auto* row : {&routers_, &pes_}) {
    row->calendar = {};
    for (auto& seat : row->seats) seat.at = never;
  }
  look_at_ = never;
  alarm_at_ = never;
  woken_.clear();
  turns_.clear();
  active_ = 0;
  for (Node node = 0; node < pes_.seats.size(); ++node) begin(node);
  set_alarm();
}

void Sequencer::set_alarm() {
  const Cycle first = std::min({look_at_, routers_.calendar.next(), pes_.calendar.next()});
  if (first != never) set_alarm(first);
}

void Sequencer::set_alarm(Cycle cycle) {
  if (is_acting_ || cycle >= alarm_at_ || cycle > clock_.last_cycle()) return;
  alarm_at_ = cycle;
  alarm_.notify(clock_.until(cycle));
}

}  // namespace isobar
