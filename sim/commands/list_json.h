// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isobar {

/// `isobar list --json`: an object with a list for each of `schemes`, `fabrics`, `workloads`,
/// `applications`, `links`, `metrics`, `statistics` and `keys`; each entry has a `name` and a line
/// of `help`. Of `what`, one of these names, that list alone, or of another name the entries that
/// have it. Empty text where there is none.
std::string list_json(const std::string& what);

}  // namespace isobar
