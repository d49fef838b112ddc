// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sim/explore/run_point.h"

namespace isobar {

/// The files of one array of tasks, in the campaign's folder at slurm/batch-N
/// (docs/explore_slurm.md). All calls throw ValueError, naming the file, where one cannot be used.
class SlurmBatch {
 public:
  using Tasks = std::vector<std::vector<NumberedPoint>>;

  explicit SlurmBatch(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Writes all that a new batch needs. `timeout` seconds for a point; 0: as long as it needs.
  static SlurmBatch make(const std::filesystem::path& campaign, const Tasks& tasks, int timeout);
  /// The campaign's batches that may still bring results, in order.
  static std::vector<SlurmBatch> open(const std::filesystem::path& campaign);

  const std::filesystem::path& folder() const { return folder_; }
  /// The name in messages: batch-3.
  std::string name() const { return folder_.filename().string(); }
  std::string job_name() const;
  std::filesystem::path script() const { return folder_ / "job.sh"; }
  std::filesystem::path shards() const { return folder_ / "shards"; }
  std::filesystem::path logs() const { return folder_ / "logs"; }

  std::vector<NumberedPoint> task(std::size_t number) const;
  /// The points of all tasks.
  Tasks tasks() const;
  /// The shards that a task has written so far, one for each time that it was started.
  std::vector<std::filesystem::path> shards_of(std::size_t task) const;

  /// Slurm's number of the job; nothing before it is submitted.
  std::optional<std::string> job() const;
  void set_job(const std::string& job) const;
  /// Marks the batch as one that will bring no more results.
  void close() const;
  /// Removes the batch with all its files.
  void remove() const;

 private:
  std::filesystem::path tasks_file(std::size_t number) const;

  std::filesystem::path folder_;
};

}  // namespace isobar
