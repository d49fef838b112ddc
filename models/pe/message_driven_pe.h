// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "models/network/router.h"
#include "models/pe/message_driven_run.h"
#include "models/pe/poll_clock.h"
#include "models/schemes/contract/persistent_tasks.h"

namespace isobar {

/// A processing element of a message-driven scheme: a task queue, an executor and a balancer, the
/// scheme's agent. The balancer is hardware beside the executor, or software on it, which looks for
/// messages now and then and stops the work while it handles them (docs/executor.md).
class MessageDrivenPe final : public sc_core::sc_module,
                              public DeliveryInterface,
                              private AgentPe,
                              private PersistentTasks {
 public:
  /// Its initial tasks have the identities from `first_task` on.
  MessageDrivenPe(const sc_core::sc_module_name& name, Node node, MessageDrivenRun& run,
                  TaskId first_task);

  sc_core::sc_port<RouterInterface> router{"router"};

  void deliver(PacketPtr packet) override;

  /// Tasks that it holds: queued, under work, created and not yet queued, come in and not yet.
  std::vector<Task> tasks() const;
  /// Its executor's cycles in a run that took `end`.
  ExecutorCounters account(Cycle end) const;
  /// Most messages that ever waited to be handled.
  std::size_t most_waiting() const { return most_waiting_; }
  SchemeStatistics statistics() const { return agent_->statistics(); }

 private:
  /// What the executor is doing.
  enum class Stage : std::uint8_t { idle, held, fetch, put, work, look, turn };

  static constexpr std::int64_t unlimited = -1;

  // As AgentPe.
  Node node() const override { return node_; }
  const Fabric& fabric() const override { return run_.experiment().fabric; }
  Load load() const override { return static_cast<Load>(queue_.size()); }
  bool is_working() const override { return working_.has_value(); }
  Load taken() const override { return taken_; }
  Load created() const override { return put_; }
  Cycle now() const override { return run_.clock().now(); }
  void send_word(Node to, const AgentWord& word) override;
  Load send_tasks(Node to, Load tasks, std::int64_t note, QueueEnd end) override;
  void set_timer(Cycle after) override;
  void hold(bool held) override;
  void decides_by(Node source, std::size_t kind) override;

  PersistentTasks* persistent_tasks() override { return is_persistent() ? this : nullptr; }

  // As PersistentTasks.
  std::int64_t iterations() const override { return run_.application()->iterations(); }
  Cycle overhead() const override { return run_.application()->overhead(); }
  double rated_speed() const override;
  std::vector<const TaskCard*> cards() const override;
  const TaskCard& card(TaskNumber number) const override;
  void allow(Load tasks) override { allowed_ += tasks; }
  Cycle worked() const override { return account(now()).work; }
  Load spare_places() const override;
  std::int64_t memory() const override;
  void send_task(Node to, TaskNumber number) override;
  std::vector<TaskNumber> divide(TaskNumber number, std::size_t parts) override;
  void merge(TaskNumber number, TaskNumber other) override;
  void retie(TaskNumber number, std::vector<TaskTie> ties) override;
  void send_data(Node to, const AgentWord& word, std::int64_t bytes) override;

  std::uint32_t place_of(TaskNumber number) const;
  bool is_persistent() const;
  bool has_turns() const;
  bool software() const { return run_.experiment().balancer.software; }

  // The module.
  void act();
  void step();
  void schedule();

  // The balancer.
  bool serve();
  bool send_due();
  void react_to(PacketPtr packet);
  bool land(PacketPtr& packet);
  template <class Reaction>
  void react(Reaction reaction);
  std::optional<Cycle> pending_since() const;
  bool is_pending() const;
  void post(PacketPtr packet);
  void post_tasks(Node to, PacketPtr packet);
  void leave(Node to, Load tasks);

  // The executor.
  bool execute();
  bool go_on();
  void choose();
  void take_turns();
  void create(const ApplicationRun::Children& children);
  bool may_fetch() const;
  bool has_turn() const;
  std::optional<Cycle> next_turn() const;
  void enter(Stage stage, Cycle until);
  void begin_work();
  void finish_work();
  Activity activity() const;
  void leave_stage();
  bool tells_looks() const;
  void tell_looks();
  bool has_place() const { return load() < run_.experiment().queue_depth - 1; }
  void load_changed(bool by_executor);

  Node node_;
  MessageDrivenRun& run_;
  std::unique_ptr<Agent> agent_;
  std::int64_t header_bits_;

  TaskQueue queue_;
  std::deque<std::pair<Cycle, PacketPtr>> inbox_;  ///< with when they came
  std::deque<PacketPtr> landing_;                  ///< transfers for which the queue had no place
  std::deque<std::pair<Cycle, PacketPtr>> departures_;
  PacketPtr handled_;               ///< until busy_until_
  Cycle busy_until_ = 0;            ///< the balancer is, with what it handles or sends
  std::optional<Cycle> load_news_;  ///< since when the executor has changed the load, untold
  std::optional<Cycle> timer_;
  std::optional<Cycle> gone_off_;  ///< when an earlier timer did, and nobody has been told yet
  std::int64_t sends_ = 0;         ///< messages of the reaction under way
  bool started_ = false;
  bool held_ = false;
  /// By PE and kind: when what the last such word from there says was so.
  std::map<std::pair<Node, std::size_t>, Cycle> told_;
  std::size_t most_waiting_ = 0;

  Stage stage_ = Stage::idle;
  Cycle stage_from_ = 0;
  Cycle stage_until_ = 0;
  bool looks_ = false;           ///< of a stage of work: as was told, in the middle of it
  std::optional<Task> working_;  ///< under work, or interrupted
  TaskQueue created_;            ///< and not yet queued
  std::int64_t allowed_;         ///< tasks that it may fetch in its turn, or unlimited
  PollClock clock_;
  Load taken_ = 0;  ///< tasks, from the queue, so far
  Load put_ = 0;    ///< likewise, into it
  Cycle work_ = 0;  ///< of the task on a PE of speed 1
  ExecutorCounters account_;

  bool settling_ = false;
  sc_core::sc_event wake_{"wake"};
};

}  // namespace isobar
