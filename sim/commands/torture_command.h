// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace CLI {
class App;
}

namespace isobar {

struct TortureOptions {
  std::uint64_t seed = 1;
  std::uint64_t first = 0;
  std::size_t count = 0;  ///< 0: what follows from the minutes
  double minutes = 0;     ///< 0: no limit
  std::string corpus;
  std::string outcomes;
  std::string program;
  unsigned workers = 0;
  double seconds = 5;
  bool faults = false;
  bool quiet = false;
};

/// Adds `isobar torture`. `options` must outlive the app.
CLI::App* add_torture(CLI::App& app, TortureOptions& options);

/// Tries experiments by the program. Returns the exit status: 0 no law was broken, 1 one was, or
/// Ctrl-C came. Throws ValueError for a corpus that cannot be read.
int torture_command(const TortureOptions& options);

}  // namespace isobar
