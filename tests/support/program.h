// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/scratch.h"

namespace isobar::test {

/// What the program did.
struct Ran {
  int status = 0;  ///< exit status; −1 if it crashed
  std::string out;
  std::string err;
};

/// Runs the program with these arguments in `folder`. `signal_after_ms` > 0 sends it `signal` then.
/// Standard output goes to `out`, if given.
Ran run_program(const std::vector<std::string>& arguments,
                const std::filesystem::path& folder = ".", unsigned signal_after_ms = 0,
                const std::string& out = "", int signal = SIGINT);

}  // namespace isobar::test
