// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/config/config_json.h"

namespace isobar {

enum class RunState {
  running,
  ended,    ///< at its goal or not, with its result
  stopped,  ///< by an error
  killed,   ///< nobody writes it any more, though nothing says that it ended
};

/// What tells one state of a stored run from another.
struct StoreState {
  RunState state = RunState::running;
  std::int64_t frames = 0;
  std::int64_t cycle = 0;  ///< up to which they go
  std::string version;  ///< what was read stays true, but for the last frame, as long as this does
};

/// Throws ValueError if the file is no stored run or is damaged.
StoreState store_state(const std::string& file);

/// A stored run as a page shows it, a member of `runs` of schema isobar.page/1 (docs/page.md).
/// Throws ValueError if the file is no stored run, is damaged, or holds loads above 2^31.
Json saved_run(const std::string& file);

/// Frames of a run that is going on, from number `after` on, as many as fit in about a million
/// loads, and what the run came to: `more` of a page's document (docs/page.md). Nothing if the run
/// is not going on, is of another version or has fewer frames. Throws ValueError as saved_run().
std::optional<Json> saved_since(const std::string& file, const std::string& version,
                                std::int64_t after);

/// The document of a page that shows these runs.
Json page_data(const std::vector<std::string>& files);

}  // namespace isobar
