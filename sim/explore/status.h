// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace isobar {

/// How many of a campaign's points are in each state, and why some failed. Throws ValueError if
/// there is no campaign.
std::string status_text(const std::filesystem::path& folder);

}  // namespace isobar
