// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isobar {

/// `isobar cosim --mutants`: breaks the RTL of a scheme's PE in one place after another and shows
/// what the co-simulation sees. Returns the exit status: 1 if a mutant survived that nothing
/// explains. Throws InputError for a scheme without mutants.
int mutants_command(const std::string& scheme);

}  // namespace isobar
