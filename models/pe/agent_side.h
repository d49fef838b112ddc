// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <systemc>

#include "models/executor/executors.h"
#include "models/later.h"
#include "models/network/router.h"
#include "models/pe/agent_timer.h"
#include "models/pe/departures.h"
#include "models/pe/pe_queue.h"
#include "models/pe/run_side.h"
#include "models/pe/word_ages.h"
#include "models/schemes/contract/agent.h"

namespace isobar {

/// The parts of a message-driven PE that its agent sees or acts on.
struct AgentPeParts {
  Node node;
  RunSide run;
  RouterInterface* const& router;  ///< known once elaboration has ended
  PeQueue& queue;
  Executors& executors;
  Departures& departures;
  AgentTimer& timer;
  WordAges& ages;

  /// `tasks` > 0 have left the queue.
  void left(Load tasks);
  /// So many of them go first to PE `stop`: to their destination, or over it.
  void go(Node stop, Load tasks) { run.decides(node, router->route_port(stop), tasks); }
};

/// A PE as its agent sees it: the queue's load, messages to send, a timer, and a hold on the
/// executor.
class AgentSide final : public AgentPe {
 public:
  /// `persistent` is null unless the application's tasks are persistent; both must outlive it.
  AgentSide(AgentPeParts& parts, PersistentTasks* persistent)
      : pe_(parts), persistent_(persistent) {}

  Node node() const override { return pe_.node; }
  const Fabric& fabric() const override { return pe_.run.experiment().fabric; }
  Load load() const override { return pe_.queue.load(); }
  Load working() const override { return pe_.executors.working(); }
  Load taken() const override { return pe_.queue.fetched(); }
  Load created() const override { return pe_.queue.accepted(); }
  Cycle now() const override { return pe_.run.now(); }
  void send_word(Node to, const AgentWord& word) override { pe_.departures.send_word(to, word, 0); }
  void send_words(Node first, Node count, const AgentWord& word) override;
  bool has_broadcast() const override { return pe_.run.experiment().broadcast == Broadcast::tree; }
  Load send_tasks(Node to, Load tasks, std::int64_t note, QueueEnd end) override;
  void set_timer(Cycle after) override { pe_.timer.set(now(), later(now(), after)); }
  void hold(bool held) override { pe_.executors.hold(held, now()); }
  PersistentTasks* persistent_tasks() override { return persistent_; }
  void decides_by(Node source, std::size_t kind) override {
    if (const auto age = pe_.ages.of(source, kind, now())) pe_.run.used(*age);
  }

 private:
  AgentPeParts& pe_;
  PersistentTasks* persistent_;
};

}  // namespace isobar
