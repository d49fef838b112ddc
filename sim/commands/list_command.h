// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isobar {

/// The text of `isobar list`: `schemes`, `fabrics`, `workloads`, `applications`, `links`,
/// `metrics`, `statistics`, `keys`, or all for an empty `what`.
std::string list_text(const std::string& what);

/// The same as JSON (list_json.h).
std::string list_json_text(const std::string& what);

/// The same as a document: `markdown` or `schema` (a JSON Schema). Throws InputError where there is
/// none.
std::string list_document(const std::string& what, const std::string& form);

}  // namespace isobar
