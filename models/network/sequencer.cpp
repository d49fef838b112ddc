// SPDX-License-Identifier: Apache-2.0
#include "models/network/sequencer.h"

#include <functional>
#include <utility>

#include "models/errors.h"
#include "models/link/reported.h"

namespace isobar {

Sequencer::Sequencer(const sc_core::sc_module_name& name, const CycleClock& clock, const bool& done,
                     Onlooker& run, const Partition& partition)
    : sc_module(name), clock_(clock), done_(done), run_(run), partition_(partition) {
  for (unsigned i = 0; i < partition.regions; ++i) regions_.emplace_back(*this, done);
  if (partition.regions > 1) {
    errors_.resize(partition.regions);
    team_ = std::make_unique<Team>(partition.regions);
  }
  SC_HAS_PROCESS(Sequencer);
  SC_METHOD(begin_cycle);
  sensitive << alarm_;
  SC_METHOD(go_on);
  sensitive << again_;
  dont_initialize();
}

void Sequencer::seat(std::vector<Region::Seat>& seats, Node node, Actor& actor) {
  if (seats.size() <= node) {
    seats.resize(std::size_t{node} + 1);
    for (auto& region : regions_) region.seats(routers_, pes_);
  }
  seats[node].actor = &actor;
}

Alarm Sequencer::router(Node node, Actor& router) {
  seat(routers_, node, router);
  return region_of(node).router(node);
}

Alarm Sequencer::pe(Node node, Actor& pe) {
  seat(pes_, node, pe);
  region_of(node).begin(node);
  return region_of(node).pe(node);
}

void Sequencer::look_at(Cycle cycle) {
  if (cycle >= look_at_) return;
  look_at_ = cycle;
  set_alarm(cycle);
}

Cycle Sequencer::active() const {
  Cycle active = active_;
  for (const auto& region : regions_) active = std::max(active, region.active());
  return active;
}

void Sequencer::look_if_due(Cycle now) {
  if (look_at_ > now) return;
  look_at_ = never;
  run_.look(now);
}

void Sequencer::begin_cycle() {
  if (done_) return;
  if (!clock_.has_begun()) {
    set_alarm(0);
    return;
  }
  is_acting_ = true;
  alarm_at_ = never;
  if (team_) {
    reported([this] { begin_window(); });
  } else {
    reported([this] {
      auto& region = regions_.front();
      const Cycle now = clock_.now();
      region.start(now, delta());
      look_if_due(now);
      region.begin_cycle();
    });
  }
  stop();
}

void Sequencer::go_on() {
  if (done_) return;
  is_acting_ = true;
  reported([this] {
    auto& region = regions_.front();
    region.start(clock_.now(), delta());
    region.go_on();
  });
  stop();
}

void Sequencer::stop() {
  is_acting_ = false;
  for (auto& region : regions_) region.stop();
  if (regions_.front().goes_on()) {
    go_on_soon();  // and then sets it
  } else {
    set_alarm();
  }
}

void Sequencer::begin_window() {
  const Cycle begin = clock_.now();
  look_if_due(begin);
  if (done_) return;
  const Cycle end = std::min({begin + partition_.lookahead, run_.unending(begin), look_at_});
  if (end <= begin) return;
  const std::function<void(unsigned)> act = [&](unsigned number) {
    try {
      auto& region = regions_[number];
      region.start(begin - 1, 0);
      partition_.between->take_in(number);
      region.act_until(end);
    } catch (...) {
      errors_[number] = std::current_exception();
    }
  };
  team_->run(act);
  rethrow_first();
  exchanged_ = partition_.between->turn_over();
  if (exchanged_ < end) throw ModelError("regions reach each other sooner than the lookahead");
  run_.regions_acted(end);
}

void Sequencer::rethrow_first() {
  const Region* failed = nullptr;
  std::exception_ptr first;
  for (unsigned i = 0; i < errors_.size(); ++i) {
    const auto error = std::exchange(errors_[i], nullptr);
    if (!error || (failed != nullptr && failed->now() <= regions_[i].now())) continue;
    failed = &regions_[i];
    first = error;
  }
  if (first) std::rethrow_exception(first);
}

void Sequencer::reset() {
  alarm_.cancel();
  again_.cancel();
  for (auto& region : regions_) region.reset();
  for (auto* seats : {&routers_, &pes_}) {
    for (auto& seat : *seats) seat.at = never;
  }
  exchanged_ = never;
  look_at_ = never;
  alarm_at_ = never;
  active_ = 0;
  for (Node node = 0; node < pes_.size(); ++node) {
    if (pes_[node].actor != nullptr) region_of(node).begin(node);
  }
  set_alarm();
}

Cycle Sequencer::next() const {
  Cycle first = std::min(look_at_, exchanged_);
  for (const auto& region : regions_) first = std::min(first, region.next());
  return first;
}

void Sequencer::set_alarm() {
  if (const Cycle first = next(); first != never) set_alarm(first);
}

void Sequencer::set_alarm(Cycle cycle) {
  if (is_acting_ || cycle >= alarm_at_ || cycle > clock_.last_cycle()) return;
  alarm_at_ = cycle;
  alarm_.notify(clock_.until(cycle));
}

}  // namespace isobar
