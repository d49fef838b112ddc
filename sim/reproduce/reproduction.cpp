// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/reproduction.h"

#include <fmt/format.h>

namespace isobar {

Cell cell(const std::optional<std::int64_t>& number) {
  Cell made;
  if (number) made = *number;
  return made;
}

Cell cell(const std::optional<double>& number) {
  Cell made;
  if (number) made = *number;
  return made;
}

Cell cell(const std::optional<Instant>& instant, std::int64_t Instant::*scale) {
  Cell made;
  if (instant) made = (*instant).*scale;
  return made;
}

std::string loads_text(const std::vector<Load>& loads) {
  return fmt::format("{}", fmt::join(loads, " "));
}

const char* verdict_name(Comparison::Verdict verdict) {
  switch (verdict) {
    case Comparison::Verdict::agrees:
      return "agrees";
    case Comparison::Verdict::differs:
      return "differs";
    case Comparison::Verdict::no_number:
      return "no number";
    case Comparison::Verdict::unexplained:
      return "DIFFERS";
  }
  return "";
}

Comparison claim(const std::string& what, const std::string& published, const std::string& measured,
                 bool agrees, const std::string& why) {
  using Verdict = Comparison::Verdict;
  if (agrees) return {what, published, measured, Verdict::agrees, ""};
  return {what, published, measured, why.empty() ? Verdict::unexplained : Verdict::differs, why};
}

Comparison compare(const std::string& what, double published, double measured, int digits,
                   const std::string& why) {
  const auto rounded = [digits](double number) { return fmt::format("{:.{}f}", number, digits); };
  // Two digits more than were published show how near it is.
  const bool exact = std::stod(rounded(measured)) == measured;
  const auto shown = exact ? rounded(measured) : fmt::format("{:.{}f}", measured, digits + 2);
  return claim(what, rounded(published), shown, rounded(published) == rounded(measured), why);
}

Comparison no_number(const std::string& what, const std::string& measured, const std::string& why) {
  return {what, "", measured, Comparison::Verdict::no_number, why};
}

}  // namespace isobar
