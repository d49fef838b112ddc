// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isobar {

/// The keys of the configuration as text, section by section.
std::string key_list();

/// The keys as the document docs/keys.md.
std::string key_markdown();

/// A JSON Schema (draft 7) of a configuration in TOML, with which an editor completes and checks
/// such files: docs/schema/isobar.config.json.
std::string key_schema();

}  // namespace isobar
