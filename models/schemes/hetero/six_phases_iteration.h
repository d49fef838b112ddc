// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>

#include "models/schemes/contract/agent.h"
#include "models/schemes/contract/persistent_tasks.h"
#include "models/schemes/hetero/directory.h"
#include "models/schemes/hetero/load_measurement.h"

namespace isobar::six_phases {

/// The iterations of one PE, which the agent lets its executor work on one at a time: each task is
/// worked on once, then tasks send data to those that they talk to on other PEs, and the PE waits
/// for theirs.
class Iteration {
 public:
  /// `tasks` and `directory` must outlive it.
  Iteration(PersistentTasks& tasks, const Directory& directory, const LoadMeasurement& load,
            Cycle convert)
      : tasks_(tasks), directory_(directory), load_(load), convert_(convert) {}

  /// Begins the next iteration, unless the run has no more. After each of these calls the iteration
  /// may be over.
  void begin(AgentPe& pe);
  void timer(AgentPe& pe) { allow(pe); }
  void load_changed(AgentPe& pe);
  /// The data of all tasks of another PE: as many bytes as came over the link.
  void hear_data(Node from, std::int64_t bytes) {
    ++data_heard_;
    take_in(from, bytes);
  }
  /// Bytes of data or of a task have come, which its processor converts before the next iteration
  /// if the other PE stores them otherwise.
  void take_in(Node from, std::int64_t bytes) {
    if (tasks_.stores_otherwise(from)) foreign_bytes_ += bytes;
  }
  /// Whether the iteration is over, once an iteration.
  bool ends();

  /// Iterations begun so far, and those that are left.
  std::int64_t count() const { return count_; }
  std::int64_t left() const { return tasks_.iterations() - count_; }
  /// What the iterations have shown so far.
  const LoadMeasurement& load() const { return load_; }
  /// Bytes to other PEs: sent so far; to be sent in the first iteration, and in the last begun.
  std::int64_t off_pe_bytes() const { return off_pe_bytes_; }
  /// Bytes that its processor has converted.
  std::int64_t converted() const { return converted_; }
  std::int64_t off_pe_first() const { return off_pe_first_; }
  std::int64_t off_pe_last() const { return off_pe_last_; }

 private:
  enum class State : std::uint8_t { over, overhead, working, waiting };

  void allow(AgentPe& pe);
  void finish_work();

  PersistentTasks& tasks_;
  const Directory& directory_;
  LoadMeasurement load_;
  Cycle convert_;                   ///< work a byte
  std::int64_t foreign_bytes_ = 0;  ///< that are yet to be converted
  std::int64_t converted_ = 0;
  State state_ = State::over;
  std::int64_t count_ = 0;
  Load held_ = 0;                      ///< tasks that it works on
  Load created_ = 0;                   ///< by its executor, as counted when work began
  Cycle worked_ = 0;                   ///< cycles, as counted when work began
  std::map<Node, std::int64_t> talk_;  ///< bytes that its tasks tell those on other PEs
  std::size_t data_heard_ = 0;         ///< PEs that have sent theirs
  std::int64_t off_pe_bytes_ = 0;
  std::int64_t off_pe_first_ = 0;
  std::int64_t off_pe_last_ = 0;
};

}  // namespace isobar::six_phases
