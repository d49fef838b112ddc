// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <ostream>
#include <string>

#include "sim/explore/rows.h"

namespace isobar {

/// Writes the rows that one SQL statement finds in the campaign of a folder. The statement can only
/// read, and only this campaign. Returns how many points that ended without their goal may stand
/// unmarked among those that the answer is about: all of the campaign's if the statement reads a
/// metric and neither `state` nor `reached`, else none. Throws ValueError for any other statement
/// and for what is no SQL.
std::int64_t query_campaign(const std::filesystem::path& folder, const std::string& sql,
                            RowFormat format, std::ostream& out);

/// Writes all points of the plan with their keys and metrics, in the order of their numbers and
/// without provenance, so that equal campaigns give equal bytes. Throws ValueError if there is no
/// campaign.
void export_campaign(const std::filesystem::path& folder, RowFormat format, std::ostream& out);

}  // namespace isobar
