// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <any>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/types.h"

namespace isobar {

/// What the values of a parameter that had another name are called now, by what they were called.
using FormerValues = std::map<std::string, std::string, std::less<>>;

/// A parameter of a scheme or an application, `alpha` in `name:alpha=1/4`, as the program lists and
/// parses it. A ParameterBuilder makes one.
struct Parameter {
  std::string name;              ///< as it is written, `alpha`
  std::string help;              ///< one line
  std::string default_text;      ///< as it would be written
  std::string range_text;        ///< what is allowed: `1 to 9 tasks`, `ideal, fabric`
  std::string automatic;         ///< what `auto` stands for; empty: `auto` is not allowed
  std::string formerly;          ///< the name before, which is understood with a note; may be empty
  FormerValues former_values{};  ///< of `formerly`
  /// The value that `default_text` stands for, of the type that `parse` returns.
  std::any default_value;
  /// Throws ValueError, with what is allowed, for any other text.
  std::function<std::any(std::string_view text)> parse;

  /// `alpha = 0.25 (0 to 1 UNIT; auto: WHAT IT STANDS FOR): HELP`.
  std::string line() const;
};

/// A parameter whose values are of type T: what is declared, and the handle by which the value is
/// read (ParameterValues::get).
template <class T>
struct ParameterOf : Parameter {};

/// A whole number, or a share that was written as a percentage.
struct CountOrShare {
  std::int64_t count = 0;       ///< the number; 0 for a share
  std::optional<double> share;  ///< 0 < share ≤ 1; the count is then 0
};

/// Declares a parameter in one expression; the last call says its type and its default:
///
///     const auto retry = parameter("retry", "from one request to the next")
///                            .range(1, 1e12, "cycles").whole(16);
///
/// Numbers are written as decimals or as fractions of two whole numbers, `1/4`.
class ParameterBuilder {
 public:
  /// Of the name as it is written, and one line of help.
  ParameterBuilder(std::string name, std::string help);

  /// Bounds of a number, both allowed; `inf` is allowed if `hi` is infinite. No unit: a plain one.
  ParameterBuilder& range(double lo, double hi, std::string unit = {});
  /// The name that the parameter had in the release before, and what its values then are called.
  ParameterBuilder& formerly(std::string name, FormerValues values = {});

  /// A whole number within the bounds.
  ParameterOf<std::int64_t> whole(std::int64_t default_value) const;
  /// A number within the bounds.
  ParameterOf<double> real(double default_value) const;
  /// An exact fraction, as arithmetic in hardware needs one (models/fraction.h).
  ParameterOf<Rational> fraction(const Rational& default_value) const;
  /// 0 or 1.
  ParameterOf<bool> zero_or_one(bool default_value) const;
  /// `no` or `yes`.
  ParameterOf<bool> no_or_yes(bool default_value) const;
  /// A whole number, or a percentage above 0 % and up to 100 %.
  ParameterOf<CountOrShare> whole_or_percentage(std::int64_t default_value) const;

  // `auto` is no value. `automatic` says what the scheme then takes.
  /// A whole number within the bounds, or `auto`.
  ParameterOf<std::optional<std::int64_t>> whole_or_auto(
      std::string automatic, std::optional<std::int64_t> default_value = {}) const;
  /// A number within the bounds, or `auto`.
  ParameterOf<std::optional<double>> real_or_auto(std::string automatic,
                                                  std::optional<double> default_value = {}) const;
  /// One number or several, `8;16;32`; `auto` by default.
  ParameterOf<std::optional<std::vector<double>>> reals_or_auto(std::string automatic) const;

  /// One of some words, each of which stands for a value.
  template <class T>
  ParameterOf<T> one_of(const std::vector<std::pair<std::string, T>>& words,
                        const T& default_value) const {
    std::vector<std::string> texts;
    std::size_t first = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
      texts.push_back(words[i].first);
      if (words[i].second == default_value) first = i;
    }
    ParameterOf<T> out{words_parameter(texts, first)};
    out.default_value = default_value;
    out.parse = [words, place_of = std::move(out.parse)](std::string_view text) -> std::any {
      return words[std::any_cast<std::size_t>(place_of(text))].second;
    };
    return out;
  }

 private:
  struct Numbers {
    std::string name;
    double lo = 0;
    double hi = 0;
    std::string unit{};
    bool whole = false;
    std::string also{};  ///< what is allowed besides, for the message

    double read(std::string_view text, std::string_view all) const;
    [[noreturn]] void refuse(std::string_view text) const;
  };

  Numbers numbers(bool whole, const char* also = "") const;
  /// Without `parse` and the default's value.
  Parameter described(std::string default_text) const;
  /// One that parses to the place of a word.
  Parameter words_parameter(const std::vector<std::string>& words, std::size_t first) const;

  std::string name_;
  std::string formerly_;
  FormerValues former_values_;
  std::string help_;
  std::string unit_;
  double lo_ = 0;
  double hi_ = 0;
};

inline ParameterBuilder parameter(std::string name, std::string help) {
  return {std::move(name), std::move(help)};
}

/// The parameters that a scheme or an application has, of its own and shared ones, in order.
std::vector<Parameter> together(const std::vector<std::vector<Parameter>>& parts);

/// The value of every parameter that a scheme or an application has.
class ParameterValues {
 public:
  /// Throws ModelError if it has no such parameter, or one of another type.
  template <class T>
  const T& get(const ParameterOf<T>& parameter) const {
    const auto* value = std::any_cast<T>(find(parameter.name));
    if (value == nullptr) missing(parameter.name);
    return *value;
  }
  /// Sets a parameter, whether it had a value or not.
  void set(const std::string& name, std::any value) { values_[name] = std::move(value); }

  /// A note for each parameter that was given by its former name: `reckon is called estimate now`.
  const std::vector<std::string>& notes() const { return notes_; }
  /// Adds a note.
  void note(std::string text) { notes_.push_back(std::move(text)); }

 private:
  const std::any* find(const std::string& name) const;
  [[noreturn]] static void missing(const std::string& name);

  std::map<std::string, std::any> values_;
  std::vector<std::string> notes_;
};

/// `NAME` or `NAME:PARAMETER=VALUE,…` in its two parts.
struct NamedText {
  std::string_view name;                       ///< what stands before the colon
  std::optional<std::string_view> parameters;  ///< behind the colon, if there is one

  /// Takes the text apart, which must outlive this.
  explicit NamedText(std::string_view text);
};

/// Every one of the `known` parameters: as `text` (`alpha=0.25,decision=3`) says, or its default.
/// Throws ValueError, naming `owner`, for an unknown parameter or a value out of range.
ParameterValues parse_parameters(std::optional<std::string_view> text,
                                 const std::vector<Parameter>& known, std::string_view owner);

}  // namespace isobar
