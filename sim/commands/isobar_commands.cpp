// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/isobar_commands.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sim/commands/command_line.h"
#include "sim/commands/command_reference.h"
#include "sim/commands/list_command.h"
#include "sim/commands/other_programs.h"
#include "sim/commands/run_command.h"
#include "sim/commands/whole_fabric_command.h"
#include "sim/config/config_toml.h"
#include "sim/config/input_error.h"
#include "sim/config/key_table.h"
#include "sim/config/resolve.h"

namespace isobar {
namespace {

/// The command line as it was written.
struct Arguments {
  std::string config_file;
  std::vector<std::pair<std::string, std::string>> options;  ///< key, value
  std::vector<std::string> assignments;
  bool print_config = false;
  bool quiet = false;
  bool mutants = false;
  bool whole = false;
  std::string list_what;
  std::string list_form;  ///< `markdown` or `schema`; empty: text
  bool list_as_json = false;
};

/// The option of a key by its name, or by its former one, which help does not show.
CLI::Option* add_key(CLI::App& run, const Key& key, const std::string& name, Arguments& arguments) {
  const auto note = [&arguments, name](const std::string& value) {
    arguments.options.emplace_back(name, value);
  };
  auto option = Key::option_of(name);
  if (name == key.name && !key.short_option.empty()) option = key.short_option + "," + option;
  if (key.metavar.empty()) {
    return run.add_flag_callback(
        option, [note] { note("true"); }, key.help);
  }
  const auto text =
      key.help + (key.default_value.empty() ? "" : fmt::format(" [{}]", key.default_value));
  return run.add_option_function<std::string>(option, note, text)
      ->type_name(key.metavar)
      ->trigger_on_parse();
}

/// Adds a command on one experiment, with a file and every key except those that the command sets.
CLI::App* add_experiment(CLI::App& app, const std::string& name, const std::string& help,
                         const std::vector<std::string>& without, Arguments& arguments) {
  auto* run = app.add_subcommand(name, help);
  run->add_option("CONFIG", arguments.config_file, "a TOML file with any of the keys below");
  for (const auto& section : key_sections()) {
    for (const auto& key : section.keys) {
      if (std::find(without.begin(), without.end(), key.name) != without.end()) continue;
      add_key(*run, key, key.name, arguments)->group(section.title);
      if (!key.formerly.empty()) add_key(*run, key, key.formerly, arguments)->group("");
    }
  }
  run->add_option("--set", arguments.assignments, "KEY=VALUE, any key of the file; repeatable")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->take_all();
  run->add_flag("--print-config", arguments.print_config,
                "show every key, its value and where it came from, and run nothing");
  run->add_flag("-q,--quiet", arguments.quiet,
                "no progress and no pictures; of the result its first line");
  return run;
}

void add_run(CLI::App& app, Arguments& arguments) {
  auto* run =
      add_experiment(app, "run", "Simulate one experiment and show its results", {}, arguments);
  run->footer(
      "Examples:\n"
      "  isobar run --fabric ring:8 --scheme lm-c5 --load spike:2\n"
      "  isobar run sim/examples/torus.toml --level steps --json result.json\n"
      "  isobar run --fabric torus:5x3 --scheme lm-c3 --load uniform:0..9 --set "
      "link.2.bandwidth=1Gb/s\n"
      "A terminal shows the loads while it runs on a logarithmic scale: ▁ the smallest, ▅ the "
      "mean,\n"
      "█ the largest, idle PEs blank.\n"
      "Exit status: 0 done, 1 the goal was not reached, 2 bad input, 130 Ctrl-C came.");
}

void add_cosim(CLI::App& app, Arguments& arguments) {
  auto* cosim = add_experiment(
      app, "cosim", "Co-simulate RTL and model and compare them in every cycle (level rtl)",
      {"level"}, arguments);
  cosim->add_flag(
      "--whole", arguments.whole,
      "whole-fabric co-simulation: one RTL module without SystemC, compared at step ends");
  cosim->add_flag("--mutants", arguments.mutants,
                  "inject faults into the RTL, one after another, and check that each is detected; "
                  "takes no other option than --scheme, which says whose RTL: lm-c5, if it is not "
                  "given, de, nna-portions, hhc-b, steal (between neighbours) or "
                  "steal:victims=ring");
  cosim->footer(
      "Every PE of the RTL has a model PE beside it that gets the same words, tasks and requests.\n"
      "Loads, decisions, lines, transfers, landings and streams are compared in every cycle; the\n"
      "first difference ends the run, is reported with its place, and leaves waves around it.\n"
      "Examples:\n"
      "  isobar cosim --fabric ring:8 --scheme lm-c5 --load spike:2\n"
      "  isobar cosim --fabric torus:5x3 --scheme lm-c4 --load uniform:0..5 --queue-depth 8 "
      "--traffic 0.2 --stalls 0.3 --until steps:1000\n"
      "  isobar cosim --fabric hhc:3 --scheme lm-c2 --load spike:3 --rtl-pes 0,5,12..15 --wave "
      "cosim.fst\n"
      "  isobar cosim --fabric torus:16x16 --scheme lm-c5 --load spike:5 --whole\n"
      "  isobar cosim --mutants --scheme de\n"
      "Exit status: 0 they agree, 1 they differ or the goal was not reached, 2 bad input, 130 "
      "Ctrl-C "
      "came.");
}

int run(const Arguments& arguments, bool cosim) {
  if (arguments.mutants) {
    const auto& options = arguments.options;
    const bool says_whose = options.size() == 1 && options.front().first == "scheme";
    const bool more = (!options.empty() && !says_whose) || !arguments.assignments.empty() ||
                      !arguments.config_file.empty() || arguments.print_config || arguments.whole ||
                      arguments.quiet;
    if (more)
      throw InputError("--mutants has fabrics of its own and takes no other option than --scheme");
    become_other_program({"mutants", says_whose ? options.front().second : "lm-c5"});
  }
  ConfigText text;
  if (cosim) text.set("level", "rtl", "isobar cosim");  // whatever a file says
  for (const auto& [key, value] : arguments.options) {
    text.set(key, value, Key::option_of(key));
  }
  for (const auto& assignment : arguments.assignments) text.set_assignment(assignment);
  if (!arguments.config_file.empty()) text.read_file(arguments.config_file);
  for (const auto& note : text.notes()) std::cerr << "isobar: " << note << '\n';
  const auto config = resolve(text, arguments.whole);
  for (const auto& note : config.notes) std::cerr << "isobar: " << note << '\n';
  if (arguments.print_config) {
    std::cout << to_toml(config);
    return 0;
  }
  const auto how = arguments.quiet ? Say::brief : Say::all;
  return arguments.whole ? whole_fabric_command(config, how) : run_command(config, how);
}

CLI::App* add_list(CLI::App& app, Arguments& arguments) {
  auto* list = app.add_subcommand("list",
                                  "List the schemes, fabrics, initial loads, applications, link "
                                  "technologies, statistics and keys");
  list->add_option("WHAT", arguments.list_what,
                   "schemes, fabrics, workloads, applications, links, metrics, statistics, keys or "
                   "commands, "
                   "or one of what they name (steal, link.bandwidth); all if left out")
      ->type_name(
          "TEXT:{schemes,fabrics,workloads,applications,links,metrics,statistics,keys,commands}");
  auto* json =
      list->add_flag("--json", arguments.list_as_json, "as JSON, an object with a list for each");
  list->add_option("--as", arguments.list_form,
                   "markdown: keys, statistics, links, schemes, applications, or commands as a "
                   "page of docs/; "
                   "schema: keys or statistics as a JSON Schema of configuration files, of results")
      ->check(one_of({"markdown", "schema"}))
      ->excludes(json);
  return list;
}

/// `isobar help run` is `isobar run --help`.
int help_on(std::vector<std::string> commands) {
  commands.emplace_back("--help");
  std::string name = "isobar";
  std::vector<char*> argv = {name.data()};
  for (auto& word : commands) argv.push_back(word.data());
  const auto count = static_cast<int>(argv.size());
  argv.push_back(nullptr);
  return isobar_commands(count, argv.data());
}

}  // namespace

int isobar_commands(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "help") return help_on({argv + 2, argv + argc});
  if (argc > 1 && other_command(argv[1]) != nullptr) become_other_program({argv + 1, argv + argc});
  CLI::App app;
  Arguments arguments;
  add_run(app, arguments);
  add_cosim(app, arguments);
  for (const auto& command : other_commands) {
    if (*command.help != '\0') app.add_subcommand(command.name, command.help);
  }
  const auto* list = add_list(app, arguments);
  app.footer(
      "isobar COMMAND --help says more of each.\n"
      "Environment:\n"
      "  ISOBAR_CACHE_DIR  keeps what is compiled at run time, verilated RTL [~/.cache/isobar]\n"
      "  ISOBAR_DATA_DIR   has the rtl/, tb/ and sim/page/ to use instead of those installed");
  if (const auto status = parse_command_line(app, argc, argv)) return *status;
  if (list->parsed() && arguments.list_what == "commands" && arguments.list_form != "schema" &&
      !arguments.list_as_json) {
    std::cout << (arguments.list_form.empty() ? command_lines(app) : command_markdown(app));
    return 0;
  }
  if (list->parsed()) {
    std::cout << (arguments.list_as_json ? list_json_text(arguments.list_what)
                  : arguments.list_form.empty()
                      ? list_text(arguments.list_what)
                      : list_document(arguments.list_what, arguments.list_form));
    return 0;
  }
  return run(arguments, app.got_subcommand("cosim"));
}

}  // namespace isobar
