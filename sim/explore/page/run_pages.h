// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "sim/explore/analysis/study.h"

namespace isobar {

/// The largest fabric whose runs get a page beside the campaign's.
inline constexpr int max_run_page_pes = 4096;

/// Runs points of the Pareto front once more, at most `most` of them and evenly spread over it, and
/// writes the page of each (docs/page.md) into `folder`. Returns by point the file's name. What
/// cannot be run, takes longer than two minutes or is larger than max_run_page_pes is left out, the
/// first two with a line on standard error. Throws ValueError if the folder cannot be written.
std::map<std::int64_t, std::string> make_run_pages(const Study& study,
                                                   const std::filesystem::path& folder,
                                                   std::size_t most);

}  // namespace isobar
