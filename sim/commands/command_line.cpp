// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/command_line.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "models/unknown_name.h"
#include "sim/commands/command_reference.h"
#include "sim/config/input_error.h"

namespace isobar {
namespace {

std::vector<const CLI::App*> all_commands(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* command) { return !command->get_name().empty(); });
}

/// The command that was written, as far as it is one, with its own commands: `explore status`.
std::vector<const CLI::App*> written_commands(const CLI::App& app) {
  std::vector<const CLI::App*> path = {&app};
  for (auto inner = app.get_subcommands(); !inner.empty();
       inner = inner.back()->get_subcommands()) {
    path.push_back(inner.back());
  }
  return path;
}

/// Its words, without the program's name: `explore status`.
std::string words_of(const std::vector<const CLI::App*>& path) {
  std::string words;
  for (const auto* command : path) {
    if (command != path.front()) words += (words.empty() ? "" : " ") + command->get_name();
  }
  return words;
}

std::vector<std::string> options_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const auto* option : command.get_options()) {
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

/// What is wrong with an argument that no option or command takes.
std::string unexpected(const CLI::App& command, const std::string& argument) {
  if (argument.rfind('-', 0) != 0) return fmt::format("'{}' was not expected", argument);
  const auto option = argument.substr(0, argument.find('='));
  const auto nearest = did_you_mean(option, options_of(command));
  return fmt::format("unknown option '{}'{}{}", option, nearest.empty() ? "" : ";", nearest);
}

std::string reason(const CLI::App& app, const CLI::App& command, const CLI::ParseError& error) {
  const bool is_known = dynamic_cast<const CLI::ExtrasError*>(&error) == nullptr &&
                        dynamic_cast<const CLI::RequiredError*>(&error) == nullptr;
  if (is_known) return error.what();
  const auto left = app.remaining(true);
  return left.empty() ? error.what() : unexpected(command, left.front());
}

/// A first word that is no command; CLI11 would only say that one is needed.
void check_command(const CLI::App& app, int argc, const char* const* argv) {
  const std::string first = argc > 1 ? argv[1] : "-";
  if (first.rfind('-', 0) == 0) return;
  std::vector<std::string> names;
  for (const auto* command : all_commands(app)) {
    if (command->get_name() == first) return;
    names.push_back(command->get_name());
  }
  throw InputError(unknown_name("command", first, names) + " (isobar --help)");
}

}  // namespace

CLI::Validator one_of(const std::vector<std::string>& words) {
  CLI::Validator validator;
  validator.description(fmt::format("{{{}}}", fmt::join(words, ",")));
  validator.operation([words](const std::string& text) {
    const bool known = std::find(words.begin(), words.end(), text) != words.end();
    return known ? std::string() : unknown_name("value", text, words);
  });
  return validator;
}

std::optional<int> parse_command_line(CLI::App& app, int argc, const char* const* argv) {
  app.description("Isobar: a cycle model of processor fabrics that balance their own load");
  app.name("isobar");
  app.set_version_flag("--version", "isobar " ISOBAR_VERSION);
  app.require_subcommand(1);
  if (argc <= 1) {
    std::cout << app.help();
    return 0;
  }
  if (argc == 2 && argv[1] == std::string_view(sections_word)) {
    std::cout << command_sections(app);
    return 0;
  }
  check_command(app, argc, argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    const auto path = written_commands(app);
    const auto words = words_of(path);
    const auto* colon = words.empty() ? "" : ": ";
    const auto* blank = words.empty() ? "" : " ";
    throw InputError(fmt::format("{}{}{} (isobar {}{}--help)", words, colon,
                                 reason(app, *path.back(), error), words, blank));
  }
  return std::nullopt;
}

}  // namespace isobar
