// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace isobar {

/// A number that a scheme or an application can be given, as in `name:alpha=0.25`,
/// `name:alpha=1/4`.
struct Parameter {
  std::string name;
  std::string unit;  ///< empty: a plain number
  double default_value = 0;
  double lo = 0;
  double hi = 0;                     ///< infinite: `inf` is allowed
  bool whole = false;                ///< only whole numbers
  std::string help;                  ///< one line
  std::string automatic{};           ///< what `auto` stands for; empty: it is not allowed
  bool percent = false;              ///< a percentage, `5%`, is allowed besides
  bool list = false;                 ///< several, `8;16;32`, are allowed
  std::vector<std::string> words{};  ///< not empty: it is one of these, by its place among them

  /// The standard as it would be written.
  std::string default_text() const;
  /// What is allowed: `1 to 9 tasks`, `ideal, fabric`.
  std::string range_text() const;
  /// `alpha = 0.25 (0 to 1 UNIT; auto: WHAT IT STANDS FOR): HELP`.
  std::string line() const;
};

/// What a parameter was given.
class ParameterValue {
 public:
  ParameterValue(double value = 0) : values_{value} {}  // NOLINT: nearly all are plain numbers
  ParameterValue(std::vector<double> values, bool percent)
      : values_(std::move(values)), percent_(percent) {}

  operator double() const { return values_.front(); }  // NOLINT: likewise
  bool is_automatic() const { return std::isnan(values_.front()); }
  bool is_percent() const { return percent_; }
  const std::vector<double>& list() const { return values_; }

 private:
  std::vector<double> values_;
  bool percent_ = false;
};

using ParameterValues = std::map<std::string, ParameterValue>;

/// `NAME` or `NAME:PARAMETER=VALUE,…` in its two parts.
struct NamedText {
  std::string_view name;
  std::optional<std::string_view> parameters;  ///< behind the colon, if there is one

  explicit NamedText(std::string_view text);
};

/// Every one of the `known` parameters: as `text` (`alpha=0.25,decision=3`) says, or its standard.
/// Throws ValueError, naming `owner`, for an unknown parameter or a value out of range.
ParameterValues parse_parameters(std::optional<std::string_view> text,
                                 const std::vector<Parameter>& known, std::string_view owner);

}  // namespace isobar
