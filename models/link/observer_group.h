// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "models/link/observer.h"

namespace isobar {

/// Several observers of one run. Every call is passed on to each of them, in the order in which
/// they were added.
class ObserverGroup final : public Observer {
 public:
  /// Adds an observer, which must outlive the group; null is ignored.
  void add(Observer* observer) {
    if (observer != nullptr) members_.push_back(observer);
  }

  /// The observer to be given to a run: null without members, the only member, or the group.
  Observer* observer() {
    if (members_.size() == 1) return members_.front();
    return members_.empty() ? nullptr : this;
  }

  void phase_begins(Cycle start, std::int64_t step, std::size_t phase) override {
    for (auto* member : members_) member->phase_begins(start, step, phase);
  }
  void load_changes(Cycle from, Node node, std::int64_t load) override {
    for (auto* member : members_) member->load_changes(from, node, load);
  }
  void activity_changes(Cycle from, ExecutorId executor, Activity activity,
                        std::uint64_t task) override {
    for (auto* member : members_) member->activity_changes(from, executor, activity, task);
  }
  void task_fetched(Cycle cycle, Node node, std::optional<std::uint64_t> task) override {
    for (auto* member : members_) member->task_fetched(cycle, node, task);
  }
  void task_offered(Cycle cycle, Node node, std::uint64_t task, bool accepted) override {
    for (auto* member : members_) member->task_offered(cycle, node, task, accepted);
  }
  void decides(Cycle cycle, Node node, unsigned port, std::int64_t tasks) override {
    for (auto* member : members_) member->decides(cycle, node, port, tasks);
  }
  void word_sent(std::uint64_t link, Cycle from, Cycle to, std::int64_t value) override {
    for (auto* member : members_) member->word_sent(link, from, to, value);
  }
  void credit_sent(std::uint64_t link, Cycle from, Cycle to, std::int64_t tasks) override {
    for (auto* member : members_) member->credit_sent(link, from, to, tasks);
  }
  void status_sent(std::uint64_t link, Cycle from, Cycle to) override {
    for (auto* member : members_) member->status_sent(link, from, to);
  }
  void transfer_sent(std::uint64_t link, Cycle from, Cycle to, std::int64_t tasks) override {
    for (auto* member : members_) member->transfer_sent(link, from, to, tasks);
  }
  void message_sent(std::uint64_t link, Cycle from, Cycle to, const MessageLabel& label) override {
    for (auto* member : members_) member->message_sent(link, from, to, label);
  }
  void task_sent(std::uint64_t link, Cycle from, std::uint64_t task) override {
    for (auto* member : members_) member->task_sent(link, from, task);
  }
  void buffer_taken(std::uint64_t link, Cycle from) override {
    for (auto* member : members_) member->buffer_taken(link, from);
  }
  void buffer_freed(std::uint64_t link, Cycle from) override {
    for (auto* member : members_) member->buffer_freed(link, from);
  }
  void link_taken(std::uint64_t link, Cycle from) override {
    for (auto* member : members_) member->link_taken(link, from);
  }
  void step_ends(Cycle cycle, std::int64_t steps, bool shared, bool balanced) override {
    for (auto* member : members_) member->step_ends(cycle, steps, shared, balanced);
  }
  bool can_restart() const override {
    return std::all_of(members_.begin(), members_.end(),
                       [](const Observer* member) { return member->can_restart(); });
  }
  void restarts() override {
    for (auto* member : members_) member->restarts();
  }

 private:
  std::vector<Observer*> members_;
};

}  // namespace isobar
