// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "models/fabric/fabric.h"

namespace isobar {

/// A fabric by the name of a ring product, or graph:FILE, the edges in a file (read_graph.h), whose
/// nodes are 0 to the largest number there. A relative path is taken from `folder`.
/// Throws ValueError naming what is wrong, the file and the place in it, and what is allowed.
Fabric fabric_from(const std::string& name, const std::filesystem::path& folder);

/// The same name as it can be used from any folder: a path in it is absolute.
std::string fabric_with_absolute_path(const std::string& name, const std::filesystem::path& folder);

}  // namespace isobar
