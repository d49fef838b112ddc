// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>

#include "sim/commands/command_line.h"
#include "sim/commands/report_command.h"
#include "sim/commands/view_command.h"
#include "sim/programs/program.h"

namespace isobar {

int program(int argc, char** argv) {
  CLI::App app;
  ReportOptions report_options;
  const auto* report = add_report(app, report_options);
  ViewOptions view_options;
  add_view(app, view_options);
  if (const auto status = parse_command_line(app, argc, argv)) return *status;
  return report->parsed() ? report_command(report_options) : view_command(view_options);
}

}  // namespace isobar
