// SPDX-License-Identifier: Apache-2.0
#include "sim/result/shown_result.h"

#include <unistd.h>

#include <iostream>

#include "sim/result/result_text.h"
#include "sim/terminal/colour.h"

namespace isobar {

std::string shown_result(const Config& config, const RunResult& result, Say how) {
  constexpr unsigned columns = 64;  // of the picture
  const auto text =
      how == Say::brief ? result_line(config, result) : result_text(config, result, columns);
  const auto verdict = text.find('\n');
  const auto colour = result.ending == Ending::goal ? Colour::good : Colour::doubtful;
  return coloured(text.substr(0, verdict), colour, STDOUT_FILENO) + text.substr(verdict);
}

int status_of(const Config& config, const RunResult& result) {
  const auto failure = failure_text(config, result);
  if (failure.empty()) return 0;
  std::cerr << coloured("isobar:", Colour::doubtful, STDERR_FILENO) << ' ' << failure << '\n';
  return 1;
}

}  // namespace isobar
