// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/command_reference.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <boost/algorithm/string/replace.hpp>
#include <set>
#include <string>
#include <vector>

#include "host/program_beside.h"
#include "host/tool.h"
#include "sim/commands/markdown_text.h"
#include "sim/commands/other_programs.h"

namespace isobar {
namespace {

std::vector<const CLI::Option*> shown_options(const CLI::App& command, const std::string& group) {
  return command.get_options([&](const CLI::Option* option) {
    return option->get_group() == group && option->get_name() != "--help";
  });
}

std::string names_of(const CLI::Option& option) {
  if (option.get_positional()) return option.get_name(true, false);
  auto names = option.get_snames();
  for (auto& name : names) name = "-" + name;
  for (const auto& name : option.get_lnames()) names.push_back("--" + name);
  return fmt::format("{}", fmt::join(names, ", "));
}

/// Two options with the same row are the same to a reader.
std::string row_of(const CLI::Option& option) {
  const auto type = boost::replace_all_copy(option.get_type_name(), "|", "\\|");
  return markdown_row({fmt::format("`{}`", names_of(option)),
                       type.empty() ? "" : fmt::format("`{}`", type),
                       markdown_text(option.get_description())});
}

/// The options of a group as a table; those that an earlier command has too are only named.
std::string group_text(const CLI::App& command, const std::string& group,
                       const std::set<std::string>& earlier) {
  std::string rows;
  std::vector<std::string> again;
  for (const auto* option : shown_options(command, group)) {
    const auto row = row_of(*option);
    if (earlier.count(row) > 0) {
      again.push_back(fmt::format("`{}`", names_of(*option)));
    } else {
      rows += row;
    }
  }
  std::string text = fmt::format("\n**{}**\n", group);
  if (!rows.empty()) text += "\n| option | value | what it is |\n| --- | --- | --- |\n" + rows;
  if (!again.empty()) text += fmt::format("\nAs above: {}.\n", fmt::join(again, ", "));
  return text;
}

std::vector<const CLI::App*> shown_commands(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* command) {
    return !command->get_name().empty() && !command->get_group().empty();
  });
}

/// `words` is the command as it is written, `isobar explore status`. The rows of what it shows are
/// added to `earlier`.
std::string section(const CLI::App& command, const std::string& words,
                    std::set<std::string>& earlier) {
  auto text = fmt::format("\n## {}\n\n{}.\n", words, markdown_text(command.get_description()));
  for (const auto& group : command.get_groups()) {
    if (group.empty() || shown_options(command, group).empty()) continue;
    text += group_text(command, group, earlier);
  }
  for (const auto& group : command.get_groups()) {
    for (const auto* option : shown_options(command, group)) earlier.insert(row_of(*option));
  }
  if (const auto footer = command.get_footer(); !footer.empty()) {
    text += fmt::format("\n```text\n{}\n```\n", footer);
  }
  for (const auto* inner : shown_commands(command)) {
    text += section(*inner, words + " " + inner->get_name(), earlier);
  }
  return text;
}

std::string sections(const std::vector<const CLI::App*>& commands) {
  std::string text;
  std::set<std::string> earlier;
  for (const auto* command : commands) {
    text += section(*command, "isobar " + command->get_name(), earlier);
  }
  return text;
}

}  // namespace

std::string command_sections(const CLI::App& app) { return sections(shown_commands(app)); }

std::string command_lines(const CLI::App& app) {
  std::string text = "Commands (isobar COMMAND --help)\n";
  for (const auto* command : shown_commands(app)) {
    text += fmt::format("  {:<10} {}\n", command->get_name(), command->get_description());
  }
  return text;
}

std::string command_markdown(const CLI::App& app) {
  auto own = shown_commands(app);
  own.erase(std::remove_if(own.begin(), own.end(),
                           [](const CLI::App* command) {
                             return other_command(command->get_name()) != nullptr;
                           }),
            own.end());
  auto text = fmt::format(
      "# Commands\n\n"
      "This page is made by the program: `isobar list commands --as markdown`. `isobar COMMAND "
      "--help` shows the same on a terminal. In a clone, `./isobar` builds what a command needs "
      "first, and has [commands of its own](install.md).\n"
      "{}",
      sections(own));
  std::set<std::string> asked;
  for (const auto& command : other_commands) {
    if (*command.help == '\0' || !asked.insert(command.program).second) continue;
    text += run_tool({program_beside(command.program).string(), sections_word}, ".");
  }
  return text;
}

}  // namespace isobar
