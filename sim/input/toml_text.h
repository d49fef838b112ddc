// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <toml++/toml.h>

#include <string>

namespace isobar {

/// A value of a TOML file as text: a text itself, a number in the fewest digits that mean it (4.4
/// and not 4.4000000000000004).
std::string toml_text(const toml::node& node);

}  // namespace isobar
