// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <toml++/toml.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

namespace isobar {

/// A value of a TOML file as text: a text itself, a number in the fewest digits that mean it (4.4
/// and not 4.4000000000000004).
std::string toml_text(const toml::node& node);

/// What is wrong with a text that is no TOML, without its place.
std::string toml_complaint(const toml::parse_error& error);

/// Opens a TOML file, or a pipe with one. Throws ValueError with the system's reason and what is
/// `needed`.
std::ifstream open_toml(const std::filesystem::path& file, std::string_view needed);

}  // namespace isobar
