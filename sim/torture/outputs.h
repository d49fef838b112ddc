// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/torture/trial.h"

namespace isobar {

/// A file that a run writes.
struct OutputName {
  const char* key;
  std::string file;
};

/// Those that a trial asks for, without standard output.
std::vector<OutputName> output_names(const Trial& trial);

/// With each output that goes with the trial, besides its own.
Trial with_all_outputs(Trial trial);

}  // namespace isobar
