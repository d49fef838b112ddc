// SPDX-License-Identifier: Apache-2.0
#include "sim/commands/mutants_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <iostream>
#include <set>

#include "sim/config/input_error.h"
#include "tb/mutants/mutants.h"

namespace isobar {

namespace {

const RtlModules& modules_of(const std::string& scheme) {
  if (scheme == "de") return rtl_modules(RtlDesign::exchange);
  if (scheme == "nna-portions") return rtl_modules(RtlDesign::averaging);
  if (scheme == "hhc-b") return rtl_modules(RtlDesign::hhc);
  if (scheme == "steal" || scheme == "steal:victims=nearest") {
    return rtl_modules(RtlDesign::stealing);
  }
  if (scheme == "steal:victims=ring") return rtl_modules(RtlDesign::stealing, false);
  static const std::set<std::string> liquid = {"lm-c0", "lm-c1", "lm-c2",
                                               "lm-c3", "lm-c4", "lm-c5"};
  if (liquid.count(scheme) != 0) return rtl_modules(RtlDesign::liquid);
  throw InputError(fmt::format(
      "--scheme: `{}` has no mutants; these have: lm-c5 (with all conditions of Liquid), de, "
      "nna-portions, hhc-b, steal (between neighbours), steal:victims=ring",
      scheme));
}

}  // namespace

int mutants_command(const std::string& scheme) {
  const bool terminal = isatty(STDERR_FILENO) != 0;
  const auto report = run_mutants(modules_of(scheme), [&](const std::string& progress) {
    if (terminal) std::cerr << "\r\x1b[K" << progress << std::flush;
  });
  if (terminal) std::cerr << "\r\x1b[K" << std::flush;
  std::cout << mutation_text(report);
  return report.passed() ? 0 : 1;
}

}  // namespace isobar
