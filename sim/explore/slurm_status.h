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

/// What Slurm says of a batch's tasks; nothing of those that it has forgotten, or never had.
/// Throws InputError if it does not answer.
TaskStates states_of(const SlurmBatch& batch);

/// `3 tasks running, 5 waiting (Resources), 12 ended`
std::string text_of(const TaskStates& states);

/// How the campaign's batches stand that are under way, a line each; empty if there is none.
std::string slurm_status(const std::filesystem::path& campaign);

/// Ends the campaign's tasks; what they have done remains. Returns lines that say what was ended.
std::string slurm_cancel(const std::filesystem::path& campaign);

}  // namespace isobar
