// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace isobar {

/// The commands of this program that help shows, each with its options: sections of a document.
std::string command_sections(const CLI::App& app);

/// The commands that help shows, a line each.
std::string command_lines(const CLI::App& app);

/// All commands as a document (docs/commands.md): those of `app`, and of the programs beside it,
/// which are asked. Throws ModelError if one of these is not there.
std::string command_markdown(const CLI::App& app);

/// The word that asks a program for its sections, in place of a command.
inline constexpr const char* sections_word = "--command-sections";

}  // namespace isobar
