// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/config/config_json.h"

namespace isobar {

/// A page in one piece: page.html with its styles, its scripts and `data`. The
/// folder sim/page/ holds the page of runs, schema isobar.page/1 (docs/page.md); its subfolder
/// `kind` holds another: `campaign`, schema isobar.campaign-page/1 (docs/explore_report.md). Throws
/// ValueError if the parts of the page are not where they should be (host/data_root.h).
std::string page_html(const Json& data, const std::string& kind = "");

}  // namespace isobar
