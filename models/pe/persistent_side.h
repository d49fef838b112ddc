// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/pe/agent_side.h"
#include "models/schemes/contract/persistent_tasks.h"

namespace isobar {

/// The persistent tasks of a PE as its agent sees them.
class PersistentSide final : public PersistentTasks {
 public:
  /// `parts` must outlive it.
  explicit PersistentSide(AgentPeParts& parts) : pe_(parts) {}

  std::int64_t iterations() const override { return application().iterations(); }
  Cycle overhead() const override { return application().overhead(); }
  double rated_speed() const override;
  unsigned executors() const override { return pe_.run.experiment().executors_of(pe_.node); }
  bool stores_otherwise(Node other) const override {
    const auto& formats = pe_.run.experiment().formats;
    return !formats.empty() && formats[other] != formats[pe_.node];
  }
  Cycle cycles(Cycle work) const override { return application().cycles(pe_.node, work); }
  std::vector<const TaskCard*> cards() const override;
  const TaskCard& card(TaskNumber number) const override;
  void allow(Load tasks) override { pe_.executors.allow(tasks); }
  Cycle worked() const override;
  Load spare_places() const override;
  std::int64_t memory() const override;
  std::int64_t memory_besides() const override { return application().memory_besides(pe_.node); }
  bool memories_are_bounded() const override { return !pe_.run.experiment().memories.empty(); }
  void send_task(Node to, TaskNumber number) override;
  std::vector<TaskNumber> divide(TaskNumber number, std::size_t parts) override;
  void merge(TaskNumber number, TaskNumber other) override;
  void retie(TaskNumber number, std::vector<TaskTie> ties) override;
  void send_data(Node to, const AgentWord& word, std::int64_t bytes) override {
    pe_.departures.send_word(to, word, bytes);
  }

 private:
  ApplicationRun& application() const { return *pe_.run.application(); }
  /// Where a task is in the queue. Throws ModelError if it is not there.
  std::uint32_t place_of(TaskNumber number) const;
  TaskId identity_of(TaskNumber number) const { return pe_.queue.tasks()[place_of(number)].id; }

  AgentPeParts& pe_;
};

}  // namespace isobar
