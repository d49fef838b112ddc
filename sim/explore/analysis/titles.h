// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace isobar {

/// The levels of a key as people read them, each another: schemes by their titles, of schemes and
/// applications only the parameters in which those of one name differ, of files only the name.
std::vector<std::string> level_titles(const std::string& key,
                                      const std::vector<std::string>& levels);

}  // namespace isobar
