// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace isobar {

/// The value of a configuration key as it can be used from any folder: a path in it, relative to
/// `folder`, becomes absolute.
std::string absolute_paths(const std::string& key, const std::string& value,
                           const std::filesystem::path& folder);

}  // namespace isobar
