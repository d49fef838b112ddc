// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/measure/link_counts.h"
#include "tb/clocked_fabric.h"
#include "tb/queue_use.h"
#include "tb/whole_fabric.h"

namespace isobar {

/// What comparisons of a whole fabric of RTL with its model have in common, whatever its PEs are.
/// The first difference is kept, and is to end the run.
class FabricComparison {
 protected:
  /// As run_whole_fabric; the references must outlive it. Throws ValueError for tasks of 32 bits or
  /// less, ModelError if the library is of another fabric.
  FabricComparison(const Experiment& experiment, const RtlParameters& parameters,
                   const VerilatedLibrary& library, std::uint64_t mutant);
  ~FabricComparison() = default;
  FabricComparison(const FabricComparison&) = delete;
  FabricComparison& operator=(const FabricComparison&) = delete;

  const Experiment& experiment() const { return experiment_; }
  const RtlParameters& parameters() const { return parameters_; }
  ClockedFabric& rtl() { return rtl_; }
  WholeResult& result() { return result_; }
  bool differs() const { return result_.mismatch.has_value(); }
  /// How many tasks there were at the start, once they are in the queues.
  std::uint64_t tasks() const { return tasks_; }

  /// Where a difference is found from now on.
  void set_step(std::int64_t step) { step_ = step; }
  void set_cycle(Cycle cycle) { cycle_ = cycle; }

  /// Compares two numbers. Returns whether they are alike.
  bool same(std::optional<Node> node, std::optional<unsigned> port, const char* quantity,
            std::uint64_t rtl, std::uint64_t model);
  void found(std::optional<Node> node, std::optional<unsigned> port, const std::string& quantity,
             const std::string& rtl, const std::string& model);

  /// Offers every PE its tasks, to all PEs at the same time.
  void fill();
  /// Has the inputs of the streams do in the next cycle what executors do `now`, and what becomes
  /// of what they did in the cycle before. If it is `early`, who asks for a task is ready for one
  /// at once.
  void drive_streams(std::vector<QueueUse> now, bool early);
  /// In that cycle: compares what the executors find. Returns whether nothing differs.
  bool compare_streams();
  void compare_links(const LinkCounts& links);
  /// A PE says until the reset what has ever been wrong with what came in.
  void compare_errors();
  /// What is at the source is this task, in all of its bits.
  bool is_handed_out(Node node, const Task& task);
  /// Whose identity stands at the source.
  TaskId identity_at(Node node);

 private:
  const Experiment& experiment_;
  const RtlParameters& parameters_;
  ClockedFabric rtl_;
  WholeResult result_;
  std::int64_t step_ = 0;
  Cycle cycle_ = 0;
  std::uint64_t tasks_ = 0;
  std::vector<QueueUse> doing_;           ///< what executors do in the RTL's cycle
  std::vector<std::optional<Task>> due_;  ///< by node: what is handed out in it
  std::vector<std::uint64_t> payload_;
};

}  // namespace isobar
