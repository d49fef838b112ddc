// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <string>

namespace isobar {

/// Where a number may lie, both ends included; NaN is in no band.
struct Band {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();

  bool holds(double number) const { return number >= least && number <= most; }
  /// `27`, `0.6 to 0.7`, `at least 3`.
  std::string text() const;
};

Band exactly(double number);
Band at_least(double number);
Band at_most(double number);
/// `number` give or take `distance`.
Band around(double number, double distance);
/// `number` give or take a `share` of it.
Band within(double number, double share);

/// What was measured: the number that bands are about, and how it is shown.
struct Measured {
  double number = std::numeric_limits<double>::quiet_NaN();
  std::string text;
};

/// A number that is shown with so many digits behind the point.
Measured number(double value, int digits = 0);
/// Cases in which something was so: `on 9 of 10`.
Measured cases(std::size_t so, std::size_t all);

/// A number or statement of a paper beside what was measured.
struct Comparison {
  enum class Verdict : std::uint8_t {
    agrees,          ///< within the tolerance
    as_explained,    ///< differs, and lies where the reason for it says that it must
    missed,          ///< differs without a reason that was tested, and is listed as such
    not_comparable,  ///< the paper has no number, or ours depends on the paper's own
    failed           ///< outside of the bands, or missed without being listed
  };

  std::string what;
  std::string published;
  Measured measured;
  std::string tolerance;  ///< what counts as agreement; empty where it is the same number or text
  std::string band;       ///< what the reason predicts, or where a missed number was seen
  Verdict verdict = Verdict::agrees;
  std::string why;

  /// The paper's number is not ours because of `why`, from which `predicted` follows. What lies
  /// outside fails, even if it agrees with the paper.
  Comparison explained(const Band& predicted, const std::string& why) const;
  /// The same for a statement, where `prediction` says what must hold besides.
  Comparison explained(bool holds, const std::string& prediction, const std::string& why) const;
  /// The paper's number is not ours, and nobody knows why: `tried` says what was tried. Fails
  /// where it agrees after all, and outside of where it was `seen`.
  Comparison listed_as_missed(const Band& seen, const std::string& tried) const;
};

const char* verdict_name(Comparison::Verdict verdict);

/// They agree if the measured number, rounded to so many `digits` behind the point, is the
/// published one.
Comparison compare(const std::string& what, double published, double measured, int digits = 0);
/// They agree if the measured number lies in `tolerance`, which is stated with it.
Comparison compare(const std::string& what, double published, const Measured& measured,
                   const Band& tolerance, int digits = 0);
/// A statement in words, which holds if the number lies in `agrees`.
Comparison claim(const std::string& what, const std::string& published, const Measured& measured,
                 const Band& agrees);
/// A statement in words, and whether it holds.
Comparison claim(const std::string& what, const std::string& published, const std::string& measured,
                 bool holds);
/// What the paper gives no number for, or what our number depends on the paper's own in: `why`.
Comparison not_comparable(const std::string& what, const std::string& published,
                          const std::string& measured, const std::string& why);

}  // namespace isobar
