// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/reproduce_command.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <functional>
#include <iostream>
#include <system_error>

#include "host/interrupt.h"
#include "host/output_file.h"
#include "models/errors.h"
#include "models/unknown_name.h"
#include "sim/commands/other_programs.h"
#include "sim/reproduce/inventory.h"
#include "sim/reproduce/lab.h"
#include "sim/reproduce/papers.h"
#include "sim/reproduce/report.h"
#include "sim/terminal/say.h"

namespace isobar {
namespace {

namespace fs = std::filesystem;

std::string list_text() {
  std::string text;
  std::string paper;
  for (const auto& entry : reproductions()) {
    if (entry.paper != paper) text += (text.empty() ? "" : "\n") + entry.paper + "\n";
    paper = entry.paper;
    text += fmt::format("  {:<22} {}: {}{}\n", entry.id, entry.place, entry.title,
                        entry.takes_minutes ? " (minutes; only if asked for)" : "");
  }
  return text;
}

/// The entries that the patterns name, each once, in the list's order; without patterns all that do
/// not take minutes.
std::vector<const ReproductionEntry*> chosen(const std::vector<std::string>& patterns) {
  const auto matches = [](const std::string& pattern, const ReproductionEntry& entry) {
    return fnmatch(pattern.c_str(), entry.id.c_str(), 0) == 0;
  };
  const auto& all = reproductions();
  for (const auto& pattern : patterns) {
    if (std::any_of(all.begin(), all.end(), [&](const auto& e) { return matches(pattern, e); })) {
      continue;
    }
    std::vector<std::string> ids;
    for (const auto& entry : all) ids.push_back(entry.id);
    throw ValueError(fmt::format(
        "{}: there is no such table or figure;{} isobar reproduce --list shows all, and a pattern "
        "such as 'henrich-*' selects several",
        pattern, did_you_mean(pattern, ids)));
  }
  std::vector<const ReproductionEntry*> entries;
  for (const auto& entry : all) {
    const auto asked = [&](const std::string& pattern) { return matches(pattern, entry); };
    if (patterns.empty() ? !entry.takes_minutes
                         : std::any_of(patterns.begin(), patterns.end(), asked)) {
      entries.push_back(&entry);
    }
  }
  return entries;
}

void write(const fs::path& file, const std::function<void(std::ostream&)>& contents) {
  OutputFile out(file);
  contents(out.stream());
  out.commit();
}

void write_files(const fs::path& folder, const ReproductionEntry& entry,
                 const Reproduction& reproduction, const fs::path& plotter) {
  const auto named = [&](const char* ending) { return folder / (entry.id + ending); };
  write(named(".csv"), [&](auto& out) { write_csv(reproduction.table, out); });
  write(named(".json"), [&](auto& out) { write_json(entry, reproduction, out); });
  if (reproduction.plot.empty()) return;
  const auto picture = svg(reproduction.plot, plotter);
  write(named(".svg"), [&](auto& out) { out << picture; });
}

std::size_t failed(const Reproduction& reproduction) {
  const auto& all = reproduction.comparisons;
  return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [](const auto& c) {
    return c.verdict == Comparison::Verdict::failed;
  }));
}

int show_inventory(const fs::path& folder) {
  const auto rows = inventory_of(inventory(), folder);
  std::cout << inventory_text(rows);
  const auto wrong = failed(rows);
  if (wrong == 0) return 0;
  std::cerr << fmt::format("isobar: {} items failed\n", wrong);
  return 1;
}

}  // namespace

CLI::App* add_reproduce(CLI::App& app, ReproduceOptions& options) {
  auto* reproduce = app.add_subcommand("reproduce", other_command("reproduce")->help);
  reproduce->add_option(
      "ID", options.ids,
      "tables and figures, or patterns such as 'hhc-*' [all but those that take minutes]");
  reproduce->add_flag("--list", options.list, "list all IDs, each with its paper");
  reproduce->add_flag("--inventory", options.inventory,
                      "list every table, figure, formula and theorem of the papers with what shows "
                      "it, and the verdicts of the results in the folder; nothing is run");
  reproduce
      ->add_option("-o,--output", options.folder,
                   "folder for ID.csv, ID.json and ID.svg [" + options.folder + "]")
      ->type_name("FOLDER");
  reproduce->add_flag("-q,--quiet", options.quiet,
                      "no progress; in the place of the Markdown a line a table or figure");
  reproduce->footer(
      "Standard output is Markdown. Every value is simulated anew, at the level steps, which "
      "gives\n"
      "the same numbers as the level cycles; message-driven schemes run at the level cycles. "
      "Plots\n"
      "need the Debian package gnuplot-nox.\n"
      "Examples:\n"
      "  isobar reproduce --list\n"
      "  isobar reproduce henrich-table3 henrich-fig5a\n"
      "  isobar reproduce 'hhc-*' -o hhc > hhc.md\n"
      "  isobar reproduce --inventory\n"
      "Exit status: 0 done, 1 a comparison failed (it lies outside of what its reason predicts, "
      "or\n"
      "misses the paper without being listed as missed), 2 bad input, 130 Ctrl-C came (what was\n"
      "finished is written).");
  return reproduce;
}

int reproduce_command(const ReproduceOptions& options) {
  if (options.list) {
    std::cout << list_text();
    return 0;
  }
  if (options.inventory) return show_inventory(options.folder);
  const auto entries = chosen(options.ids);
  const auto plotter = find_plotter();
  std::error_code error;
  fs::create_directories(options.folder, error);
  if (error) {
    throw ValueError(fmt::format("--output {}: {}", options.folder, error.message()));
  }
  // Tried before the runs, so that minutes of them are not lost for a folder that cannot be
  // written.
  { const OutputFile probe(fs::path(options.folder) / (entries.front()->id + ".csv")); }
  const InterruptGuard guard;
  std::size_t wrong = 0;
  std::string paper;
  for (const auto* entry : entries) {
    if (entry->paper != paper && !options.quiet) std::cout << headline_text(entry->paper);
    paper = entry->paper;
    Lab lab(entry->id, options.quiet ? Say::brief : Say::all);
    try {
      const auto reproduction = entry->run(lab);
      write_files(options.folder, *entry, reproduction, plotter);
      const auto failures = failed(reproduction);
      std::cout << (options.quiet ? fmt::format("{}: {} compared, {} failed\n", entry->id,
                                                reproduction.comparisons.size(), failures)
                                  : reproduction_text(*entry, reproduction, options.folder))
                << std::flush;
      wrong += failures;
    } catch (const Interrupted&) {
      std::cerr << fmt::format("isobar: interrupted in {}; what was finished before is written\n",
                               entry->id);
      return 1;
    }
  }
  if (wrong == 0) return 0;
  std::cerr << fmt::format("isobar: {} comparisons failed\n", wrong);
  return 1;
}

}  // namespace isobar
