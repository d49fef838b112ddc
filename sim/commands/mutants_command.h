// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace isobar {

/// `isobar cosim --mutants`: breaks the RTL in one place after another and shows what the
/// co-simulation sees. Returns the exit status: 1 if a mutant survived that nothing explains.
int mutants_command();

}  // namespace isobar
