// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/link/observer.h"
#include "models/measure/result.h"

namespace isobar {

/// Something that a run leaves besides its result.
class Recording {
 public:
  virtual ~Recording() = default;
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  /// To be told of the run.
  virtual Observer& observer() = 0;
  /// The run has ended: completes the file. Throws ValueError if it could not be written whole.
  virtual void finish(const RunResult& result) = 0;

 protected:
  Recording() = default;
};

}  // namespace isobar
