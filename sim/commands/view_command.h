// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace isobar {

struct ViewOptions {
  std::string run;
  std::string host = "127.0.0.1";
  int port = 8642;
};

/// Adds `isobar view`.
CLI::App* add_view(CLI::App& app, ViewOptions& options);

/// Serves the page of a stored run until Ctrl-C, and follows a run that is still going. Returns the
/// exit status. Throws ValueError for a file that is no stored run, or an address that cannot be
/// used.
int view_command(const ViewOptions& options);

}  // namespace isobar
