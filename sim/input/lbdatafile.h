// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "models/types.h"

namespace isobar {

/// What one rank's LBDatafile (the JSON of DARMA-tasking's vt) says about its load.
struct LbDatafile {
  struct Task {
    double time = 0;                    ///< seconds, of the whole phase or of the subphase wanted
    std::optional<std::uint64_t> node;  ///< the rank it ran on, where it is said
  };
  /// Which task of a set it is: its `id`, or where it has none its `seq_id` with its `home`.
  struct Entity {
    std::uint64_t number = 0;
    std::optional<std::uint64_t> home;  ///< none: `number` is an `id`

    bool operator<(const Entity& other) const {
      return std::tie(home, number) < std::tie(other.home, other.number);
    }
  };
  /// What a task needs of its rank's memory, as `user_defined` says; bytes are rounded up.
  struct Memory {
    std::int64_t footprint = 0;          ///< task_footprint_bytes
    std::int64_t working = 0;            ///< task_working_bytes
    std::int64_t rank_working = 0;       ///< rank_working_bytes, of the rank itself
    std::optional<std::uint64_t> block;  ///< shared_id
    std::int64_t block_bytes = 0;        ///< shared_bytes
    std::optional<std::uint64_t> home;   ///< home_rank of the block
  };
  struct PersistentTask {
    Entity entity;
    bool migratable = true;
    std::optional<std::int64_t> bytes;  ///< user_defined.task_serialized_bytes, rounded up
    std::optional<Memory> memory;       ///< if the file says anything of it
  };
  /// One end of a communication. Who is not migratable may be an object of vt's own.
  struct End {
    Entity entity;
    bool migratable = true;
  };
  struct Communication {
    End from;
    End to;
    std::int64_t bytes = 0;  ///< all its messages together, rounded up
    std::size_t place = 0;   ///< in `communications`
  };
  struct Phase {
    std::uint64_t id = 0;
    std::size_t place = 0;  ///< in `phases`
    Load tasks = 0;
    std::optional<double> least_time;  ///< of a task that says its time
    std::optional<double> most_time;
    std::vector<Task> times;                       ///< one a task, except with LbDetail::counts
    std::vector<PersistentTask> persistent_tasks;  ///< one a task, with LbDetail::persistent_tasks
    std::vector<Communication>
        communications;                    ///< between objects, with LbDetail::persistent_tasks
    std::size_t other_communications = 0;  ///< of another kind, or with a node
  };

  /// Ids of phases, those at both ends among them.
  struct Range {
    std::uint64_t first = 0;
    std::uint64_t last = 0;
  };

  std::optional<std::uint64_t> rank;  ///< metadata.rank, where there is one
  std::optional<double> alpha;        ///< metadata.rank_alpha, where there is one
  std::vector<Phase> phases;          ///< as listed, at least one; no id twice
  /// metadata.phases: those that are not listed because they are like the one before, and those
  /// that vt did not write.
  std::vector<Range> identical;
  std::vector<Range> skipped;
};

/// Longest time of a task: 10^6 seconds.
inline constexpr double longest_task_time = 1e6;
/// Most phases that metadata.phases may name in one file.
inline constexpr std::uint64_t most_lb_phases = 1'000'000;
/// Most bytes of a task, and of a communication.
inline constexpr double most_lb_bytes = 1e12;

}  // namespace isobar
