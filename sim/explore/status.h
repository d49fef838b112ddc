// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "sim/explore/campaign_store.h"

namespace isobar {

/// How many of a campaign's points are in each state, which ended without their goal, and why some
/// failed. Throws ValueError if there is no campaign.
std::string status_text(const std::filesystem::path& folder);

/// `3 without their goal`, `1 without its goal`.
std::string unreached_words(std::int64_t count);
/// What went otherwise than it should: `, 3 without their goal, 2 failed`; empty if nothing did.
std::string trouble_words(const PointCounts& counts);

}  // namespace isobar
