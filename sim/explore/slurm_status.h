// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <string>

#include "sim/explore/slurm.h"
#include "sim/explore/slurm_batch.h"

namespace isobar {

using TaskStates = std::map<std::size_t, slurm::TaskState>;

/// The states of a batch's tasks, without those that Slurm has forgotten or never had. Throws
/// InputError if Slurm does not answer.
TaskStates states_of(const SlurmBatch& batch);

/// `3 tasks running, 5 waiting (Resources), 12 ended`
std::string text_of(const TaskStates& states);

/// A line with the state of each of the campaign's running batches; empty if there is none.
std::string slurm_status(const std::filesystem::path& campaign);

/// Ends the campaign's tasks; what they have done remains. Returns lines that say what was ended.
std::string slurm_cancel(const std::filesystem::path& campaign);

}  // namespace isobar
