// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "models/own_statistic.h"

namespace isobar {

class MeasuredRun;

/// Such a quantity is not in this run, as a scheme's count in a run of another scheme.
struct NotInThisRun {
  bool operator==(const NotInThisRun& /*other*/) const { return true; }
};
/// The value of a statistic in one row; `std::monostate` is one that was never reached.
using StatisticValue =
    std::variant<NotInThisRun, std::monostate, bool, std::int64_t, double, std::string>;

/// What a statistic has one value for each of. A run has one row.
enum class Scope : std::uint8_t { run, pe, link, iteration, word_kind };

enum class StatisticType : std::uint8_t {
  flag,
  whole,  ///< counted, the same to the last digit at every level
  real,
  word,  ///< one of Statistic::words
  text,
};

/// Reads a statistic from a run, in the row that is named; of scope `run` without a row. It can be
/// made from a function that returns a number, a text, a StatisticValue, or an optional of them,
/// of which none is a quantity that was never reached.
class StatisticReader {
 public:
  template <class Function>
  StatisticReader(Function function)  // NOLINT: tables of statistics are lists of plain functions
      : read_([function](const MeasuredRun& run, std::size_t row) {
          return value(call(function, run, row));
        }),
        may_be_null_(can_be_null(
            static_cast<decltype(call(function, std::declval<const MeasuredRun&>(), 0))*>(
                nullptr))) {}

  StatisticValue operator()(const MeasuredRun& run, std::size_t row) const {
    return read_(run, row);
  }
  /// Whether the function can say that the quantity was never reached.
  bool may_be_null() const { return may_be_null_; }

 private:
  template <class Function>
  static auto call(const Function& function, const MeasuredRun& run, std::size_t row) {
    if constexpr (std::is_invocable_v<const Function&, const MeasuredRun&, std::size_t>) {
      return function(run, row);
    } else {
      static_cast<void>(row);
      return function(run);
    }
  }

  template <class T>
  static bool can_be_null(const std::optional<T>* /*type*/) {
    return true;
  }
  static bool can_be_null(const StatisticValue* /*type*/) { return true; }
  static bool can_be_null(const void* /*any other type*/) { return false; }

  template <class T>
  static StatisticValue value(const std::optional<T>& maybe) {
    return maybe ? value(*maybe) : StatisticValue(std::monostate{});
  }
  template <class T>
  static StatisticValue value(const T& plain) {
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
      return static_cast<std::int64_t>(plain);
    } else if constexpr (std::is_convertible_v<T, std::string>) {
      return std::string(plain);
    } else {
      return plain;
    }
  }

  std::function<StatisticValue(const MeasuredRun&, std::size_t)> read_;
  bool may_be_null_;
};

/// It follows a name in a path that is a list with one entry a row.
constexpr std::string_view list_mark = "[]";

/// A quantity, declared once, where it is computed: results, campaigns, pages, sentences, the
/// schema and the reference all follow from it.
struct Statistic {
  /// Its place in a result. `[]` stands for a list with an entry a row (`links[].words`,
  /// `load.final.values[]`), `*` for the name of the row.
  std::string path;
  std::string unit;  ///< empty: a plain number
  StatisticType type = StatisticType::whole;
  Better better = Better::neither;
  std::string metric;  ///< its name in campaigns; empty: it has one value a row, or is a text
  std::string help;    ///< one line
  StatisticReader read;
  std::string old_path{};            ///< deprecated: where it stands besides, for a release
  std::string old_metric{};          ///< deprecated: another name in campaigns, for a release
  std::vector<std::string> words{};  ///< of a word: all that there are; a metric is its place here
  std::string counted_by{};          ///< of schemes' and applications' own: who counts it
};

/// Statistics that are in the same runs and have the same rows.
struct StatisticGroup {
  /// How a result shows the group where it does not apply.
  enum class Otherwise : std::uint8_t { left_out, null, as_counted };

  std::string title;
  std::string help;  ///< one line or a few
  std::vector<Statistic> statistics;
  Scope scope = Scope::run;
  std::function<bool(const MeasuredRun&)> applies{};  ///< empty: to every run
  Otherwise otherwise = Otherwise::left_out;
  std::string root{};  ///< the path that is null where the group does not apply
  /// Its statistics are those of the experiment, and known before it is run.
  bool before_run = false;
  /// Objects of the result that are there wherever the group applies, empty ones too.
  std::vector<std::string> objects{};
  bool depends_on_level = false;

  bool applies_to(const MeasuredRun& run) const { return !applies || applies(run); }
};

}  // namespace isobar
