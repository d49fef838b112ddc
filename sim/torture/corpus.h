// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "sim/torture/trial.h"

namespace isobar {

/// The trials of a file with a command line a row, as line_of() writes it; rows that begin with `#`
/// say what the next ones found, and empty ones say nothing. Throws ValueError that names the row.
std::vector<Trial> read_corpus(const std::filesystem::path& file);

}  // namespace isobar
