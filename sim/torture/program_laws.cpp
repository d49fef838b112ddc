// SPDX-License-Identifier: Apache-2.0
#include "sim/torture/program_laws.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/algorithm/string/predicate.hpp>
#include <cstdlib>
#include <cstring>
#include <regex>
#include <sstream>

namespace isobar {
namespace {

using boost::contains;

std::string first_line_with(const std::string& text, const std::string& part) {
  const auto at = text.find(part);
  const auto from = text.rfind('\n', at);
  const auto start = from == std::string::npos ? 0 : from + 1;
  return text.substr(start, text.find('\n', at) - start);
}

bool is_known(const LimitedRun& run) {
  constexpr int signalled = 128;
  const bool listened = run.sent != 0 && run.status == signalled + run.sent;
  return (run.status >= 0 && run.status <= 2) || listened;
}

}  // namespace

Found end_laws(const LimitedRun& run) {
  for (const auto* report : {"Sanitizer", "runtime error:", "terminate called", "Assertion"}) {
    if (contains(run.err, report)) {
      return BrokenLaw{"no sanitizer and no library complains", first_line_with(run.err, report)};
    }
  }
  if (run.end == LimitedRun::End::hung) {
    return BrokenLaw{"a run that takes long ends on Ctrl-C", "it had to be killed"};
  }
  if (run.end == LimitedRun::End::crashed) {
    // Before the run it does not listen for Ctrl-C, which then ends it as any program.
    if (run.sent != 0 && run.status == run.sent) return {};
    return BrokenLaw{"the program does not crash", fmt::format("signal {}", strsignal(run.status))};
  }
  for (const auto* fault : {"internal error", "std::exception", "basic_string", "vector::"}) {
    if (contains(run.err, fault)) {
      return BrokenLaw{"errors are the user's, and never internal",
                       first_line_with(run.err, fault)};
    }
  }
  if (!is_known(run)) {
    return BrokenLaw{"the exit status is 0, 1 or 2", fmt::format("{}", run.status)};
  }
  std::istringstream lines(run.err);
  for (std::string line; std::getline(lines, line);) {
    if (!boost::starts_with(line, "isobar: ")) {
      return BrokenLaw{"what is said begins with the program's name", line};
    }
  }
  return {};
}

Found refusal_laws(const LimitedRun& run) {
  constexpr const char* law = "wrong input gets one line that says why";
  constexpr std::size_t longest = 2000;
  if (!run.out.empty()) return BrokenLaw{law, "and a result: " + run.out.substr(0, longest)};
  const auto lines = std::count(run.err.begin(), run.err.end(), '\n');
  if (lines != 1) return BrokenLaw{law, fmt::format("{} lines: {}", lines, run.err)};
  if (run.err.size() > longest) return BrokenLaw{law, fmt::format("of {} bytes", run.err.size())};
  return {};
}

Found text_laws(const std::string& text) {
  // A memory may be more than full, and the run says so.
  static const std::regex percentage(R"(([-+.0-9e]+|nan|inf) ?%(?! full))");
  static const std::regex no_number(R"((^|[ ,(:])-?(nan|inf)([ ,.)%\n]|$))");
  for (std::sregex_iterator at(text.begin(), text.end(), percentage), end; at != end; ++at) {
    const auto value = std::strtod((*at)[1].str().c_str(), nullptr);
    if (value >= 0 && value <= 100) continue;
    return BrokenLaw{"a percentage is from 0 to 100", first_line_with(text, at->str())};
  }
  std::smatch match;
  if (std::regex_search(text, match, no_number)) {
    return BrokenLaw{"a number is a number", first_line_with(text, match.str())};
  }
  return {};
}

}  // namespace isobar
