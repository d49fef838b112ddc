// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace isobar {

/// The folder that holds rtl/, tb/ and sim/page/, which the program needs at run time:
/// $ISOBAR_DATA_DIR, else the data folder that was installed with the program, else the sources
/// that it was built from. Throws ValueError if there is none.
std::filesystem::path data_root();

}  // namespace isobar
