// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/config_json.h"

namespace isobar {

/// The JSON Schema (draft 2020-12) of results, isobar.run/1, as the statistics declare them.
/// Besides the keywords of the draft, a member may have `unit` and `better`.
Json result_schema();

}  // namespace isobar
