// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isobar {

/// A scheme as sentences call it, by its title: `lm-c5` as Liquid C5, `nna:decision=2` as
/// NNA:decision=2. What is no scheme stays as it is.
std::string scheme_words(const std::string& scheme);

/// A factor's level as it stands in a sentence.
std::string level_words(const std::string& factor, const std::string& level);

/// A factor's name: `pes` as PEs, `family` as fabric.
std::string factor_words(const std::string& factor);

/// What a metric is called: `seconds` as time, `word_cycles` as link cycles of words.
std::string metric_words(const std::string& metric);

/// `takes 3.1× less time`, `needs 12 % fewer link cycles of words`; `ratio` ≥ 1.
std::string less_words(const std::string& metric, double ratio);

/// 3.14159 as 3.1, 0.0123 as 0.012, 1234.5 as 1,234.
std::string number_words(double value);

/// A metric's value with its unit: 7.5e-8 of seconds as 75 ns.
std::string value_words(const std::string& metric, double value);

/// 12345 as 12,345.
std::string whole_words(std::size_t value);

/// `1 point`, `12 points`, `10,000 points`.
std::string count_words(std::size_t count, const std::string& what);

}  // namespace isobar
