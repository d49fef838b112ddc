// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/mutants_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <iostream>
#include <set>

#include "sim/config/input_error.h"
#include "tb/mutants.h"

namespace isobar {

namespace {

RtlDesign design_of(const std::string& scheme) {
  if (scheme == "de") return RtlDesign::exchange;
  if (scheme == "nna-portions") return RtlDesign::averaging;
  if (scheme == "hhc-b") return RtlDesign::hhc;
  if (scheme == "steal") return RtlDesign::stealing;
  static const std::set<std::string> liquid = {"lm-c0", "lm-c1", "lm-c2",
                                               "lm-c3", "lm-c4", "lm-c5"};
  if (liquid.count(scheme) != 0) return RtlDesign::liquid;
  throw InputError(fmt::format(
      "--scheme: `{}` has no mutants; lm-c5 (with all conditions of Liquid), de, nna-portions, "
      "hhc-b and steal have",
      scheme));
}

}  // namespace

int mutants_command(const std::string& scheme) {
  const bool terminal = isatty(STDERR_FILENO) != 0;
  const auto report = run_mutants(design_of(scheme), [&](std::size_t done, std::size_t all) {
    if (terminal)
      std::cerr << fmt::format("\r\x1b[K{} of {} mutants caught", done, all) << std::flush;
  });
  if (terminal) std::cerr << "\r\x1b[K" << std::flush;
  std::cout << mutation_text(report);
  return report.passed() ? 0 : 1;
}

}  // namespace isobar
