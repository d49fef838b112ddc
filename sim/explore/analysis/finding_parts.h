// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "sim/explore/analysis/finding.h"
#include "sim/explore/analysis/study.h"

// The kinds of findings, one function each; findings() puts them in order.
namespace isobar {

/// The metrics that findings are about: the objectives, then the usual ones of time and cost.
std::vector<std::string> spoken_metrics(const Study& study);

/// A factor's level as it stands in a sentence: `Liquid C5`, `64 PEs`, `queue_depth 16`.
std::string level_words(const Factor& factor, std::size_t level);

/// How many of the settings that `is_asked` accepts failed or did not reach their goal.
std::size_t lost_among(
    const Study& study,
    const std::function<bool(std::size_t c)>& is_asked = [](std::size_t /*c*/) { return true; });
/// `; 3 settings failed or did not reach their goal, and are not in it`; empty for 0.
std::string lost_words(std::size_t lost);

void find_failures(const Study& study, std::vector<Finding>& found);
/// What is on the fronts: over scenarios, and within them.
void find_front(const Study& study, std::vector<Finding>& found);
/// Which factor matters most.
void find_ranking(const Study& study, const std::string& metric, std::vector<Finding>& found);
/// Levels that are best, or nearly, in all settings, and best against second.
void find_best(const Study& study, const std::string& metric, const Factor& factor,
               std::vector<Finding>& found);
/// What a number's rise does, and from where on it does little more.
void find_trend(const Study& study, const std::string& metric, const Factor& factor,
                std::vector<Finding>& found);
/// The smallest and the largest exponent on each family.
void find_scaling(const Study& study, const std::string& metric, std::vector<Finding>& found);

}  // namespace isobar
