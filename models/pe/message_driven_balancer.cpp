// SPDX-License-Identifier: Apache-2.0
#include "models/pe/message_driven_balancer.h"

#include <algorithm>
#include <utility>

namespace isobar {

MessageDrivenBalancer::MessageDrivenBalancer(Node node, const RunSide& run,
                                             RouterInterface* const& router, PeQueue& queue,
                                             Executors& executors, Inbox& inbox,
                                             Departures& departures)
    : run_(run),
      queue_(queue),
      inbox_(inbox),
      departures_(departures),
      ages_(run.experiment().agents->words()),
      parts_{node, run, router, queue, executors, departures, timer_, ages_},
      persistent_(parts_),
      side_(parts_, run.application() != nullptr && run.application()->iterations() > 0
                        ? &persistent_
                        : nullptr),
      agent_(run.experiment().agents->agent(node)) {}

void MessageDrivenBalancer::start() {
  react([&] { agent_->start(side_); });
}

template <class Reaction>
void MessageDrivenBalancer::react(Reaction reaction) {
  departures_.begin_reaction();
  reaction();
  busy_until_ = now() + departures_.busy();
}

bool MessageDrivenBalancer::is_pending() const {
  const auto* transfer = inbox_.next_for_room();
  return !inbox_.empty() || queue_.news() || timer_.is_due(now()) ||
         (transfer != nullptr && queue_.has_room(static_cast<Load>(transfer->tasks.size())));
}

std::optional<Cycle> MessageDrivenBalancer::pending_since() const {
  std::optional<Cycle> since;
  for (const auto& cycle : {queue_.news(), inbox_.since(), timer_.at(), timer_.gone_off()}) {
    if (cycle && (!since || *cycle < *since)) since = cycle;
  }
  return since;
}

bool MessageDrivenBalancer::serve() {
  if (busy_until_ > now()) return false;
  if (handled_) {
    react([&] { react_to(std::move(handled_)); });
    return true;
  }
  if (queue_.news()) {
    queue_.read_news();
    react([&] { agent_->load_changed(side_); });
    return true;
  }
  if (const auto* transfer = inbox_.next_for_room();
      transfer != nullptr && queue_.land(transfer->tasks)) {
    react_to_landing(*inbox_.take_for_room());
    // The queue's memory writes one transfer a cycle, so the next one that waits lands later.
    busy_until_ = std::max(busy_until_, now() + 1);
    return true;
  }
  if (timer_.is_due(now())) {
    timer_.take();
    react([&] { agent_->timer(side_); });
    return true;
  }
  if (inbox_.empty()) return false;
  handled_ = inbox_.take();
  handled_->prefetch_payload();
  busy_until_ = now() + run_.experiment().balancer.handling;
  return true;
}

void MessageDrivenBalancer::react_to(PacketPtr packet) {
  if (packet->is_transfer()) {
    // Transfers come into the queue in the order in which they came.
    if (inbox_.next_for_room() == nullptr && queue_.land(packet->tasks)) {
      react_to_landing(*packet);
    } else {
      run_.waits_for_room(static_cast<Load>(packet->tasks.size()));
      inbox_.wait_for_room(std::move(packet));
    }
    return;
  }
  ages_.heard(packet->from, packet->word.kind, packet->determined);
  agent_->word(side_, packet->from, packet->word);
}

void MessageDrivenBalancer::react_to_landing(const Packet& transfer) {
  react([&] {
    agent_->tasks(side_, transfer.from, static_cast<Load>(transfer.tasks.size()), transfer.note());
  });
}

void MessageDrivenBalancer::list(std::vector<Task>& out) const {
  if (handled_) handled_->list(out);
}

}  // namespace isobar
