// SPDX-License-Identifier: Apache-2.0
#include "models/pe/pe.h"

#include <algorithm>

#include <fmt/format.h>

#include "models/errors.h"

namespace isobar {

PeRegisters::PeRegisters(const Fabric& fabric, const SynchronousScheme& s)
    : queues(fabric.nodes()),
      heard(fabric.link_slots(), 0),
      scheme(fabric.nodes() * s.registers(), 0) {}

Pe::Pe(const sc_core::sc_module_name& name, Node node, const Experiment& experiment,
       PeRegisters& registers, Lockstep& lockstep, Meter& meter)
    : sc_module(name),
      node_(node),
      experiment_(experiment),
      scheme_(*experiment.scheme),
      registers_(registers),
      queue_(registers.queues[node]),
      heard_(registers.heard.data() + std::size_t{node} * experiment.fabric.degree()),
      lockstep_(lockstep),
      meter_(meter) {
  SC_HAS_PROCESS(Pe);
  SC_METHOD(act);
  sensitive << lockstep.tick;
  dont_initialize();
}

void Pe::act() {
  take_in();
  switch (lockstep_.moment()) {
    case Lockstep::Moment::announce:
      announce();
      break;
    case Lockstep::Moment::decide:
      decide();
      break;
    case Lockstep::Moment::settle:
      break;
  }
}

void Pe::take_in() {
  const Cycle now = lockstep_.now();
  for (const unsigned port : lockstep_.listening()) {
    auto* link = in[static_cast<int>(port)];
    while (const Message* message = link->arrived(now)) {
      const bool landing = message->is_transfer;
      if (!landing) heard_[port] = message->payload;
      link->take(queue_);
      if (!landing) continue;
      if (load() > experiment_.queue_depth) {
        throw ModelError(fmt::format("the queue of PE {} holds {} tasks, its depth is {}", node_,
                                     load(), experiment_.queue_depth));
      }
      if (auto* observer = lockstep_.observer()) observer->load_changes(now, node_, load());
    }
  }
}

PeView Pe::view() {
  const std::size_t registers = scheme_.registers();
  return {node_,
          load(),
          {heard_, experiment_.fabric.degree()},
          {registers_.scheme.data() + node_ * registers, registers}};
}

void Pe::announce() {
  auto& words = registers_.words;
  words.clear();
  scheme_.announce(lockstep_.phase_number(), view(), words);
  for (const auto& word : words) {
    auto* link = out[static_cast<int>(word.port)];
    lockstep_.expect(link->send_word(lockstep_.now(), word.value, word.bits));
  }
}

void Pe::decide() {
  auto& orders = registers_.orders;
  orders.clear();
  scheme_.decide(lockstep_.phase_number(), view(), orders);
  const Cycle departure = lockstep_.now() + lockstep_.phase().decision;
  for (const auto& order : orders) {
    const auto tasks = std::min(order.tasks, load());
    if (tasks <= 0) continue;
    if (lockstep_.phase().shift && tasks > 1) throw ModelError("a shift moves one task");
    auto* link = out[static_cast<int>(order.port)];
    lockstep_.expect(link->send_tasks(departure, queue_, tasks));
    meter_.moved(std::uint64_t{node_} * experiment_.fabric.degree() + order.port, tasks);
    if (auto* observer = lockstep_.observer()) {
      observer->decides(departure - 1, node_, order.port, tasks);
      observer->load_changes(departure, node_, load());
    }
  }
}

}  // namespace isobar
