// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>

namespace isobar {

/// Runs the points of a batch's task that have no result in its shards yet, one after the other
/// (as many at a time as Slurm gives the task processors by --cpus-per-task), and appends each
/// result to a shard of its own as soon as it is there. `timeout` seconds for a point; 0: as long
/// as it needs. Throws ValueError or InputError, naming the file, for what cannot be used.
void run_slurm_task(const std::filesystem::path& batch, std::size_t task, int timeout);

}  // namespace isobar
