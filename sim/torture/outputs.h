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

/// The files that a trial asks for; what goes to standard output is none.
std::vector<OutputName> output_names(const Trial& trial);

/// Adds to the trial's own outputs each other one that the program takes with it.
Trial with_all_outputs(Trial trial);

}  // namespace isobar
