// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isobar {

/// The text of `isobar list`: `schemes`, `fabrics`, `workloads`, `applications`,
/// `metrics`, `statistics`, or all of these for an empty `what`; `schema`: the JSON Schema of
/// results. With `markdown`, which is for statistics alone, the text of docs/statistics.md. Throws
/// InputError for any other `what`.
std::string list_text(const std::string& what, bool markdown);

}  // namespace isobar
