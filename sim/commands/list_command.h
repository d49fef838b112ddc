// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isobar {

/// What there is to choose from: `schemes`, `fabrics`, `workloads`, `applications`,
/// `metrics`, `statistics`, or all of these for an empty `what`; `schema`: the JSON Schema of
/// results. `markdown`, of statistics alone: as docs/statistics.md. Throws InputError otherwise.
std::string list_text(const std::string& what, bool markdown);

}  // namespace isobar
