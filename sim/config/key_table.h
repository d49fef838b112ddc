// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sim/config/key.h"

namespace isobar {

/// All keys, in the order in which they are resolved and shown: each can look at what those before
/// it have set. A key is one row in one of the sections (keys_*.cpp).
const std::vector<KeySection>& key_sections();

using KeyList = std::vector<const Key*>;

/// The rows of all sections.
const KeyList& config_keys();

/// The row of a key as it is called now or was formerly; of `link.D.bandwidth` that of
/// `link.bandwidth`. Null if there is none.
const Key* find_key(std::string_view name, const KeyList& keys = config_keys());

/// What the key with this row is called now: of `link.D.bandwidth` with its dimension.
std::string current_name(std::string_view name, const Key& row);

/// `link.D.bandwidth` of the row of `link.bandwidth`.
std::string of_dimension(const Key& row, std::string_view dimension);

/// The D of `link.D.bandwidth`, as it is written; empty of any other key.
std::string_view dimension_of(std::string_view name);

/// The value of a configuration key as it can be used from any folder: a path in it, relative to
/// `folder`, becomes absolute.
std::string absolute_paths(const std::string& key, const std::string& value,
                           const std::filesystem::path& folder);

// The sections, each in a source of its own.
KeySection run_keys();
KeySection work_keys();
KeySection link_keys();
KeySection pe_keys();
KeySection message_keys();
KeySection rtl_keys();
KeySection wave_keys();
KeySection result_keys();

}  // namespace isobar
