// SPDX-License-Identifier: Apache-2.0
#include "models/steps/pe_by_pe.h"

#include <algorithm>

namespace isobar {

PeByPe::PeByPe(const Experiment& experiment, const Wiring& wiring, Observer* observer)
    : experiment_(experiment),
      fabric_(experiment.fabric),
      scheme_(*experiment.scheme),
      wiring_(wiring),
      observer_(observer),
      rules_(fabric_, scheme_),
      link_counters_(fabric_.link_slots()),
      heard_(fabric_.link_slots(), 0),
      registers_(fabric_.pes() * scheme_.registers(), 0),
      word_cost_(experiment.links.size()),
      credits_(experiment),
      credit_cost_(experiment.links.size()),
      credit_(experiment.credits ? fabric_.link_slots() : 0, 0) {}

PeView PeByPe::view(Node node, Load load) {
  const std::size_t degree = fabric_.degree();
  const std::size_t registers = scheme_.registers();
  return {node,
          load,
          {heard_.data() + node * degree, degree},
          {registers_.data() + node * registers, registers}};
}

Cycle PeByPe::exchange(std::size_t phase, const std::vector<Load>& loads, Cycle now) {
  Cycle slowest = 0;
  spoken_.clear();
  for (Node node = 0; node < fabric_.pes(); ++node) {
    words_.clear();
    scheme_.announce(phase, view(node, loads[node]), words_);
    for (const auto& word : words_) {
      rules_.word(phase, node, word);
      const auto slot = wiring_.slot_of(node, word.port);
      const auto one = experiment_.link_class(slot, word.port);
      const auto& link = experiment_.links[one];
      const Cycle serial = word_cost_[one](link, word.bits);
      link_counters_[slot].word(serial, link.setup());
      slowest = std::max(slowest, link.setup() + serial + link.latency());
      spoken_.emplace_back(wiring_.input(slot), word.value);
      if (observer_ != nullptr) {
        observer_->word_sent(slot, now, now + link.setup() + serial, word.value);
      }
    }
  }
  for (const auto& [input, value] : spoken_) heard_[input] = value;
  return slowest;
}

Cycle PeByPe::grant(std::size_t phase, std::int64_t step, const std::vector<Load>& loads, Cycle now,
                    std::vector<Load>& granted) {
  if (!credits_.granted_in(phase)) return 0;
  granted.resize(fabric_.pes());
  std::fill(credit_.begin(), credit_.end(), 0);
  for (Node node = 0; node < fabric_.pes(); ++node) {
    granted[node] = credits_.grant(phase, node, step, loads[node], [&](unsigned port, Load tasks) {
      const auto slot = wiring_.slot_of(node, port);
      const auto one = experiment_.link_class(slot, port);
      const auto& link = experiment_.links[one];
      const Cycle serial = credit_cost_[one](link, credits_.bits(phase));
      link_counters_[slot].word(serial, link.setup());
      // A PE sends tasks by the port at which the credit for them comes in.
      credit_[wiring_.input(slot)] = tasks;
      if (observer_ != nullptr) {
        observer_->credit_sent(slot, now, now + link.setup() + serial, tasks);
      }
    });
  }
  return credits_.cycles(phase);
}

Load PeByPe::bounded(std::size_t phase, std::uint64_t slot, Load tasks) {
  if (!credits_.granted_in(phase)) return tasks;
  const Load sent = std::min(tasks, credit_[slot]);
  held_back_ += tasks - sent;
  return sent;
}

std::size_t PeByPe::decide(std::size_t phase, const std::vector<Load>& loads, Cycle departure,
                           std::vector<Sending>& moves) {
  auto next = (phase + 1) % scheme_.phases().size();
  const bool in_order = scheme_.in_order();
  for (Node node = 0; node < fabric_.pes(); ++node) {
    orders_.clear();
    const auto self = view(node, loads[node]);
    scheme_.decide(phase, self, orders_);
    if (!in_order) {
      const auto named = scheme_.next(phase, self);
      if (node == 0) next = named;
      rules_.next(phase, node, named, next);
    }
    Load left = self.load;
    for (const auto& order : orders_) {
      const auto held = std::min(order.tasks, left);
      if (held <= 0) continue;
      rules_.transfer(phase, node, order.port, held);
      const auto slot = wiring_.slot_of(node, order.port);
      const auto tasks = bounded(phase, slot, held);
      if (tasks <= 0) continue;
      left -= tasks;
      moves.push_back({slot, wiring_.input(slot), node, order.port, tasks});
      if (observer_ == nullptr) continue;
      observer_->decides(departure - 1, node, order.port, tasks);
      observer_->load_changes(departure, node, left);
    }
  }
  return next;
}

SchemeStatistics PeByPe::statistics(const std::vector<Load>& loads) {
  SchemeStatistics sum;
  for (Node node = 0; node < fabric_.pes(); ++node) {
    add_up(scheme_.statistics(view(node, loads[node])), sum);
  }
  return sum;
}

}  // namespace isobar
