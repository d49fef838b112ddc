// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace isobar::test {

/// All that a campaign says of its points, provenance aside, as text.
std::string campaign_contents(const std::filesystem::path& folder);

/// What a query about a campaign gives, a number.
std::int64_t campaign_number(const std::filesystem::path& folder, const std::string& query);

}  // namespace isobar::test
