// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/mutants_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <iostream>

#include "tb/mutants.h"

namespace isobar {

int mutants_command() {
  const bool terminal = isatty(STDERR_FILENO) != 0;
  const auto report = run_mutants([&](std::size_t done, std::size_t all) {
    if (terminal)
      std::cerr << fmt::format("\r\x1b[K{} of {} mutants caught", done, all) << std::flush;
  });
  if (terminal) std::cerr << "\r\x1b[K" << std::flush;
  std::cout << mutation_text(report);
  return report.passed() ? 0 : 1;
}

}  // namespace isobar
