// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// Slurm, by its own commands and without an accounting database. All functions throw InputError
/// with one line if a command is missing, or with its message if it failed.
namespace isobar::slurm {

/// An array of tasks 0…tasks−1 to submit.
struct Array {
  std::filesystem::path script;
  std::filesystem::path logs;  ///< a folder; gets NUMBER.log of each task
  std::string name;            ///< the name of the job
  std::size_t tasks = 0;
  std::vector<std::string> options;  ///< the user's, as sbatch takes them
};

/// Throws InputError for a text that is no option, or for an option that the engine sets itself.
void require_usable(const std::vector<std::string>& options);

/// Returns the job's number. Ctrl-C waits until it is known.
std::string submit(const Array& array);

/// The most tasks of an array.
std::size_t max_tasks();

/// What Slurm says of a task of an array.
struct TaskState {
  std::string state;   ///< PENDING, RUNNING, COMPLETED, NODE_FAIL, …
  std::string reason;  ///< why it waits or has failed; or None
  std::string node;    ///< empty while it waits

  bool ended() const;
};

/// By task. Tasks that Slurm no longer knows, some time after their end, are left out.
std::map<std::size_t, TaskState> task_states(const std::string& job);

/// The job of this user with that name, if Slurm knows one.
std::optional<std::string> job_named(const std::string& name);

void cancel(const std::string& job);

}  // namespace isobar::slurm
