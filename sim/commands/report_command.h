// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace isobar {

struct ReportOptions {
  std::vector<std::string> runs;
  std::string output = "page.html";
};

/// Adds `isobar report`.
CLI::App* add_report(CLI::App& app, ReportOptions& options);

/// Writes a page that shows stored runs. Returns the exit status, 1 after Ctrl-C, which leaves no
/// page. Throws ValueError for a file that is no stored run, or if the page cannot be written.
int report_command(const ReportOptions& options);

}  // namespace isobar
