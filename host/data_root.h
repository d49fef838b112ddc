// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace isobar {

/// The folder that holds rtl/, tb/ and sim/page/ as the program needs them at run time:
/// $ISOBAR_DATA_DIR, or that of an installed program beside it, else the sources that it was built
/// from. Throws ValueError if there is neither.
std::filesystem::path data_root();

}  // namespace isobar
