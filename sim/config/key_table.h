// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sim/config/key.h"
#include "sim/config/link_part.h"

namespace isobar {

/// All keys, in the order in which they are resolved and shown: each can look at what those before
/// it have set. A key is one row in one of the sections (keys_*.cpp).
const std::vector<KeySection>& key_sections();

using KeyList = std::vector<const Key*>;

/// The rows of all sections.
const KeyList& config_keys();

/// The row of a key as it is called now or was formerly; of `link.D.bandwidth` and
/// `link.D.successor.bandwidth` that of `link.bandwidth`. Null if there is none.
const Key* find_key(std::string_view name, const KeyList& keys = config_keys());

/// What the key with this row is called now: of `link.D.bandwidth` with its part.
std::string current_name(std::string_view name, const Key& row);

/// `link.D.bandwidth` of the row of `link.bandwidth` and the part `D`.
std::string of_part(const Key& row, std::string_view part);

/// The words for directions in keys.
inline constexpr std::string_view successor_word = "successor";
inline constexpr std::string_view predecessor_word = "predecessor";

/// The D of `link.D.bandwidth`, the `D.successor` of `link.D.successor.bandwidth`, as they are
/// written; empty of any other key.
std::string_view part_of(std::string_view name);

/// The links of a part that is not empty. Throws ValueError if the fabric has none such.
LinkPart parse_link_part(std::string_view part, const Fabric& fabric);

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
KeySection own_rtl_keys();
KeySection rtl_keys();
KeySection wave_keys();
KeySection result_keys();

}  // namespace isobar
