// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/report_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <iostream>
#include <memory>
#include <system_error>

#include "host/interrupt.h"
#include "host/output_file.h"
#include "models/errors.h"
#include "sim/commands/other_programs.h"
#include "sim/page/page.h"
#include "sim/page/saved_run.h"

namespace isobar {
namespace {

/// Calls `write`; an error gets the name of the option that asked for the file.
template <class Write>
void writing(const std::string& output, Write write) {
  try {
    write();
  } catch (const ValueError& error) {
    throw ValueError(fmt::format("--output {}: {}", output, error.what()));
  }
}

}  // namespace

CLI::App* add_report(CLI::App& app, ReportOptions& options) {
  auto* report = app.add_subcommand("report", other_command("report")->help);
  report
      ->add_option(
          "RUN", options.runs,
          "files of isobar run --save; several runs are shown side by side, at the same time")
      ->required();
  report->add_option("-o,--output", options.output, "the page [" + options.output + "]")
      ->type_name("FILE.html");
  report->footer(
      "The page is one file that needs no network: the fabric, its loads and transfers, step by\n"
      "step, curves, links and PEs. FILE.html#step=7&pe=3 opens after step 7 with PE 3 selected.\n"
      "Examples:\n"
      "  isobar run --fabric torus:8x8 --scheme lm-c5 --load spike:5 --save liquid.db\n"
      "  isobar run --fabric torus:8x8 --scheme nna --load spike:5 --save nna.db\n"
      "  isobar report liquid.db nna.db -o page.html");
  return report;
}

int report_command(const ReportOptions& options) {
  for (const auto& run : options.runs) {
    std::error_code ignored;
    if (std::filesystem::equivalent(run, options.output, ignored)) {
      throw ValueError(fmt::format("--output {}: this is one of the runs", options.output));
    }
  }
  const InterruptGuard guard;
  std::unique_ptr<OutputFile> file;
  writing(options.output, [&] { file = std::make_unique<OutputFile>(options.output); });
  const auto page = page_html(page_data(options.runs));
  if (InterruptGuard::interrupted()) {
    std::cerr << "isobar: interrupted; no page was written\n";
    return 1;
  }
  writing(options.output, [&] {
    file->stream() << page;
    file->commit();
  });
  std::cout << fmt::format("{}: the page of {}\n", options.output, fmt::join(options.runs, ", "));
  return 0;
}

}  // namespace isobar
