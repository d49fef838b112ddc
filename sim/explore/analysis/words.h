// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isobar {

/// A scheme as sentences call it, by its title: `lm-c5` as Liquid C5, `nna:decision=2` as
/// NNA:decision=2. What is no scheme stays as it is.
std::string scheme_words(const std::string& scheme);

/// A factor's name: `pes` as PEs, `family` as fabric.
std::string factor_words(const std::string& factor);

/// What a metric is called: `seconds` as time, `word_cycles` as link cycles of words.
std::string metric_words(const std::string& metric);

/// `Liquid C5 takes 45 % of the time that NNA takes`; `NNA takes 250 times the time that Liquid C5
/// takes` below a hundredth; of what is wanted, `Liquid C5 has 2.2 times the efficiency that NNA
/// has`. `ratio` ≥ 1 is how far `better` is ahead.
std::string comparison_words(const std::string& metric, bool minimise, const std::string& better,
                             const std::string& worse, double ratio);

/// The ratio of the better to the worse, where less is better as a percentage, else as a multiple:
/// `45 %`, `2.2 times`.
std::string ratio_words(bool minimise, double ratio);

/// 3.14159 as 3.1, 0.0123 as 0.012, 1234.5 as 1,234.
std::string number_words(double value);

/// A metric's value with its unit: 7.5e-8 of seconds as 75 ns.
std::string value_words(const std::string& metric, double value);

/// 12345 as 12,345.
std::string whole_words(std::size_t value);

/// `1 point`, `12 points`, `10,000 points`.
std::string count_words(std::size_t count, const std::string& what);

}  // namespace isobar
