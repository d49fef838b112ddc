// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/config_json.h"

namespace isobar {

/// The page that shows runs, in one piece: sim/page/page.html with its styles, its scripts and
/// `data`, a document of schema isobar.page/1 (docs/page.md). Throws ValueError if the parts of the
/// page are not where they should be (tb/data_root.h).
std::string page_html(const Json& data);

}  // namespace isobar
