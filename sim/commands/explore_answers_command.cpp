// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/explore_answers_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <memory>

#include "host/output_file.h"
#include "models/errors.h"
#include "sim/config/input_error.h"
#include "sim/explore/page/campaign_page.h"
#include "sim/explore/page/run_pages.h"
#include "sim/explore/query.h"
#include "sim/page/page.h"

namespace isobar {
namespace {

namespace fs = std::filesystem;

struct AnswerOptions {
  std::string folder;
  std::string page = "page.html";
  std::size_t run_pages = 8;
  std::string csv;
  std::string json_lines;
  std::string sql;
  bool as_csv = false;
  bool as_json = false;
};

using Shared = std::shared_ptr<AnswerOptions>;

/// Has `write` write into a file that appears whole, or to standard output for `-`.
template <class Write>
void write_to(const std::string& option, const std::string& target, Write write) {
  if (target == "-") {
    write(std::cout);
    return;
  }
  try {
    OutputFile file(target);
    write(file.stream());
    file.commit();
  } catch (const ValueError& error) {
    throw ValueError(fmt::format("{} {}: {}", option, target, error.what()));
  }
}

/// Throws if the page cannot be written. Called before the work begins.
void require_writable(const std::string& page) {
  try {
    const OutputFile probe(page);
  } catch (const ValueError& error) {
    throw ValueError(fmt::format("--output {}: {}", page, error.what()));
  }
}

int report(const AnswerOptions& options) {
  require_writable(options.page);
  const Study study(read_campaign(options.folder));
  const auto folder = fs::path(options.page).replace_extension(".runs");
  std::map<std::int64_t, std::string> pages;
  for (const auto& [point, name] : make_run_pages(study, folder, options.run_pages)) {
    pages.emplace(point, (folder.filename() / name).generic_string());
  }
  const auto html = page_html(campaign_page_data(study, pages), "campaign");
  write_to("--output", options.page, [&](std::ostream& out) { out << html; });
  return 0;
}

int export_to_files(const AnswerOptions& options) {
  if (options.csv.empty() && options.json_lines.empty()) {
    throw InputError("--csv FILE or --jsonl FILE is needed; - is standard output");
  }
  if (options.csv == "-" && options.json_lines == "-") {
    throw InputError("--csv - --jsonl -: only one of them can be standard output");
  }
  const auto write = [&](const char* option, const std::string& target, RowFormat format) {
    if (target.empty()) return;
    write_to(option, target,
             [&](std::ostream& out) { export_campaign(options.folder, format, out); });
  };
  write("--csv", options.csv, RowFormat::csv);
  write("--jsonl", options.json_lines, RowFormat::json_lines);
  return 0;
}

int query(const AnswerOptions& options) {
  const auto format = options.as_csv    ? RowFormat::csv
                      : options.as_json ? RowFormat::json
                                        : RowFormat::table;
  const auto unreached = query_campaign(options.folder, options.sql, format, std::cout);
  if (unreached > 0) {
    std::cerr << fmt::format(
        "isobar: {} of the campaign ended without {} goal; a metric of such a point is that of its "
        "run's end, and WHERE state = 'done' leaves it out\n",
        unreached == 1 ? "1 point" : fmt::format("{} points", unreached),
        unreached == 1 ? "its" : "their");
  }
  return 0;
}

CLI::App* add(CLI::App& explore, std::function<int()>& command, const Shared& options,
              const char* name, const char* help, int (*act)(const AnswerOptions&)) {
  auto* app = explore.add_subcommand(name, help);
  app->add_option("DIR", options->folder, "the campaign's folder")->required();
  app->footer("");
  app->callback([&command, options, act] { command = [options, act] { return act(*options); }; });
  return app;
}

}  // namespace

void add_answers(CLI::App& explore, std::function<int()>& command) {
  const auto options = std::make_shared<AnswerOptions>();
  auto* page = add(explore, command, options, "report", "Make an HTML page of a campaign", report);
  page->add_option("-o,--output", options->page, "the page [page.html]")->type_name("FILE.html");
  page->add_option("--run-pages", options->run_pages,
                   "points of the Pareto front that get a page of their run, in FILE.runs/ [8]")
      ->check(CLI::Range(0, 1000))
      ->type_name("N");
  page->footer(
      "The page is one file that needs no network: findings, Pareto front, effects, scaling, all\n"
      "points. Example:\n"
      "  isobar explore report results -o results.html");
  auto* files = add(explore, command, options, "export", "Write a campaign's points to files",
                    export_to_files);
  files->add_option("--csv", options->csv, "comma-separated values; - is standard output")
      ->type_name("FILE");
  files
      ->add_option("--jsonl", options->json_lines, "one JSON object per line; - is standard output")
      ->type_name("FILE");
  auto* ask =
      add(explore, command, options, "query", "Query a campaign's database with SQL", query);
  ask->add_option("SQL", options->sql, "a SELECT, for example from the view results")->required();
  auto* as_csv = ask->add_flag("--csv", options->as_csv, "comma-separated values");
  ask->add_flag("--json", options->as_json, "an array of objects")->excludes(as_csv);
  ask->footer(
      "Points that ended at a limit without their goal have the state `unreached`. Example:\n"
      "  isobar explore query results \"SELECT scheme, avg(seconds) FROM results WHERE state = "
      "'done' GROUP BY scheme\"");
}

}  // namespace isobar
