// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "sim/config/config_json.h"
#include "sim/explore/analysis/study.h"

namespace isobar {

/// What the page of a campaign shows, schema isobar.campaign-page/1 (docs/explore_report.md).
/// `run_pages`: by point, where the page of its run is, relative to the campaign's.
Json campaign_page_data(const Study& study, const std::map<std::int64_t, std::string>& run_pages);

}  // namespace isobar
