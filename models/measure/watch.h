// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "models/measure/loads_view.h"
#include "models/measure/result.h"

namespace isobar {

class WorkMeter;

/// What a watcher learns at every step end; of a message-driven run now and then, in cycles.
struct Progress {
  Instant at;
  Load max = 0;
  Load min = 0;
  bool shared = false;
  bool balanced = false;
  LoadsView loads;
  const WorkMeter* work = nullptr;  ///< null where no application runs
};

/// Called at every step end, step 0 included; the run ends there if it returns false.
using Watch = std::function<bool(const Progress&)>;

}  // namespace isobar
