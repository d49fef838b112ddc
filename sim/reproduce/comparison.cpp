// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/comparison.h"

#include <fmt/format.h>

#include <cmath>

namespace isobar {
namespace {

using Verdict = Comparison::Verdict;

Comparison made(const std::string& what, const std::string& published, const Measured& measured,
                const std::string& tolerance, bool agrees) {
  Comparison c;
  c.what = what;
  c.published = published;
  c.measured = measured;
  c.tolerance = tolerance;
  c.verdict = agrees ? Verdict::agrees : Verdict::failed;
  return c;
}

std::string rounded(double number, int digits) { return fmt::format("{:.{}f}", number, digits); }

}  // namespace

std::string Band::text() const {
  if (least == most) return fmt::format("{:.6g}", least);
  if (std::isinf(most)) return fmt::format("at least {:.6g}", least);
  if (std::isinf(least)) return fmt::format("at most {:.6g}", most);
  return fmt::format("{:.6g} to {:.6g}", least, most);
}

Band exactly(double number) { return {number, number}; }

Band at_least(double number) {
  Band band;
  band.least = number;
  return band;
}

Band at_most(double number) {
  Band band;
  band.most = number;
  return band;
}

Band around(double number, double distance) { return {number - distance, number + distance}; }

Band within(double number, double share) { return around(number, std::abs(number) * share); }

Measured number(double value, int digits) { return {value, rounded(value, digits)}; }

Measured cases(std::size_t so, std::size_t all) {
  return {static_cast<double>(so), fmt::format("on {} of {}", so, all)};
}

const char* verdict_name(Comparison::Verdict verdict) {
  switch (verdict) {
    case Verdict::agrees:
      return "agrees";
    case Verdict::as_explained:
      return "differs as explained";
    case Verdict::missed:
      return "missed";
    case Verdict::not_comparable:
      return "not comparable";
    case Verdict::failed:
      return "FAILED";
  }
  return "";
}

Comparison Comparison::explained(bool holds, const std::string& prediction,
                                 const std::string& reason) const {
  auto c = *this;
  c.band = prediction;
  if (!holds) {
    c.verdict = Verdict::failed;
    c.why = "not what the reason predicts: " + reason;
  } else if (c.verdict == Verdict::failed) {
    c.verdict = Verdict::as_explained;
    c.why = reason;
  }
  return c;
}

Comparison Comparison::explained(const Band& predicted, const std::string& reason) const {
  return explained(predicted.holds(measured.number), predicted.text(), reason);
}

Comparison Comparison::listed_as_missed(const Band& seen, const std::string& tried) const {
  auto c = *this;
  c.band = seen.text();
  if (c.verdict == Verdict::agrees) {
    c.verdict = Verdict::failed;
    c.why = "listed as missed, and it agrees";
  } else if (!seen.holds(measured.number)) {
    c.why = "not where it was seen before: " + tried;
  } else {
    c.verdict = Verdict::missed;
    c.why = tried;
  }
  return c;
}

Comparison claim(const std::string& what, const std::string& published, const Measured& measured,
                 const Band& agrees) {
  return made(what, published, measured, agrees.text(), agrees.holds(measured.number));
}

Comparison claim(const std::string& what, const std::string& published, const std::string& measured,
                 bool holds) {
  Measured text;
  text.text = measured;
  return made(what, published, text, "", holds);
}

Comparison compare(const std::string& what, double published, const Measured& measured,
                   const Band& tolerance, int digits) {
  return claim(what, rounded(published, digits), measured, tolerance);
}

Comparison compare(const std::string& what, double published, double measured, int digits) {
  // Two digits more than were published show how near it is.
  const bool exact = std::stod(rounded(measured, digits)) == measured;
  const auto shown = number(measured, exact ? digits : digits + 2);
  const auto text = rounded(published, digits);
  return made(what, text, shown, "", text == rounded(measured, digits));
}

Comparison not_comparable(const std::string& what, const std::string& published,
                          const std::string& measured, const std::string& why) {
  auto c = claim(what, published, measured, true);
  c.verdict = Verdict::not_comparable;
  c.why = why;
  return c;
}

}  // namespace isobar
