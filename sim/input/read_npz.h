// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

#include "models/fabric/fabric.h"
#include "models/narrow_array.h"

namespace isobar {

/// Loads, in node order, from an array in an archive of NumPy's (savez, savez_compressed), as
/// read_npy() reads it. `name` is the array's, or empty if there is only one. Throws ValueError
/// naming the file, the array in it, and what is wrong.
NarrowArray read_npz(const std::filesystem::path& path, std::string_view name,
                     const Fabric& fabric);

}  // namespace isobar
