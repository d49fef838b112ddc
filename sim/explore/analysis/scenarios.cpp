// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/analysis/scenarios.h"

#include <algorithm>
#include <boost/algorithm/string/join.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "sim/explore/analysis/titles.h"
#include "sim/explore/scenario_keys.h"

namespace isobar {
namespace {

using Codes = std::vector<std::size_t>;

/// By case: a number for what these keys are there, and a title for each number.
struct KeyGroups {
  Codes of;
  std::vector<std::string> titles;
};

bool varies(const KeyColumn& key, const Cases& cases) {
  return std::any_of(cases.rows.begin(), cases.rows.end(),
                     [&](auto row) { return key.codes[row] != key.codes[cases.rows.front()]; });
}

KeyGroups group(const std::vector<const KeyColumn*>& keys, const Cases& cases) {
  std::vector<std::vector<std::string>> titles;
  for (const auto* key : keys) titles.push_back(level_titles(key->name, key->levels));
  KeyGroups groups;
  std::map<Codes, std::size_t> known;
  for (const auto row : cases.rows) {
    Codes codes;
    for (const auto* key : keys) codes.push_back(key->codes[row]);
    const auto [at, is_new] = known.emplace(codes, known.size());
    groups.of.push_back(at->second);
    if (!is_new) continue;
    std::vector<std::string> words;
    for (std::size_t k = 0; k < keys.size(); ++k) {
      const bool is_bare_number =
          titles[k][codes[k]].find_first_not_of("0123456789.") == std::string::npos;
      const bool is_word = keys[k]->name == "scheme" || keys[k]->name == "fabric";
      const bool needs_name = !is_word && (is_bare_number || titles[k][codes[k]] == "auto");
      words.push_back((needs_name ? keys[k]->name + " " : "") + titles[k][codes[k]]);
    }
    groups.titles.push_back(boost::algorithm::join(words, ", "));
  }
  return groups;
}

/// Whether the key has one value in each scenario, though some scenario has several cases.
bool follows(const KeyColumn& key, const Codes& scenario_of, const Cases& cases,
             std::size_t scenarios) {
  if (scenarios < 2 || scenarios == cases.size()) return false;
  std::map<std::size_t, std::size_t> seen;
  for (std::size_t c = 0; c < cases.size(); ++c) {
    const auto code = key.codes[cases.rows[c]];
    if (seen.emplace(scenario_of[c], code).first->second != code) return false;
  }
  return true;
}

/// Which set of scenarios is shared by how many candidates: the one with the most cases.
std::vector<std::size_t> most_shared(const std::map<std::size_t, std::set<std::size_t>>& run_in) {
  std::set<std::set<std::size_t>> sets;
  for (const auto& [candidate, scenarios] : run_in) sets.insert(scenarios);
  std::set<std::size_t> best;
  std::size_t most = 0;
  for (const auto& some : sets) {
    const auto sharers = static_cast<std::size_t>(
        std::count_if(run_in.begin(), run_in.end(), [&](const auto& entry) {
          return std::includes(entry.second.begin(), entry.second.end(), some.begin(), some.end());
        }));
    if (some.size() < 2 || sharers < 2) continue;
    const auto size = sharers * some.size();
    if (size < most || (size == most && some.size() <= best.size())) continue;
    most = size;
    best = some;
  }
  return {best.begin(), best.end()};
}

}  // namespace

bool Scenarios::is_given(const Factor& factor) const {
  std::string name;
  const auto given = [&] {
    const bool is_fabric = name == "family" || name == "pes";
    const std::string& key = is_fabric ? "fabric" : name;
    return std::find(keys.begin(), keys.end(), key) != keys.end();
  };
  const std::string between = " + ";
  for (std::size_t begin = 0; begin != std::string::npos;) {
    const auto end = factor.name.find(between, begin);
    name = factor.name.substr(begin, end == std::string::npos ? end : end - begin);
    if (given()) return true;
    begin = end == std::string::npos ? end : end + between.size();
  }
  return false;
}

Scenarios gather_scenarios(const Campaign& campaign, const Cases& cases) {
  Scenarios scenarios;
  std::vector<const KeyColumn*> given;
  std::vector<const KeyColumn*> chosen;
  for (const auto& key : campaign.keys) {
    if (key.name == "seed") continue;
    const bool is_given = campaign.scenario ? std::count(campaign.scenario->begin(),
                                                         campaign.scenario->end(), key.name) > 0
                                            : is_scenario_key(key.name);
    if (is_given) scenarios.keys.push_back(key.name);
    if (cases.size() == 0 || !varies(key, cases)) continue;
    (is_given ? given : chosen).push_back(&key);
  }
  const auto is_main = [](const KeyColumn* key) {
    return key->name == "scheme" || key->name == "fabric";
  };
  std::stable_partition(given.begin(), given.end(), is_main);
  std::stable_partition(chosen.begin(), chosen.end(), is_main);
  const auto groups = group(given, cases);
  scenarios.of = groups.of;
  scenarios.titles = groups.titles;
  chosen.erase(std::remove_if(chosen.begin(), chosen.end(),
                              [&](const auto* key) {
                                return follows(*key, groups.of, cases, groups.titles.size());
                              }),
               chosen.end());
  const auto candidates = group(chosen, cases);
  scenarios.candidate_of = candidates.of;
  scenarios.candidates = candidates.titles;
  return scenarios;
}

OverScenarios compare_over(const Scenarios& scenarios, const Cases& cases,
                           const std::vector<bool>& minimise) {
  OverScenarios over;
  std::map<std::size_t, std::set<std::size_t>> run_in;                 // by candidate
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> case_at;  // candidate, scenario
  for (std::size_t c = 0; c < cases.size(); ++c) {
    run_in[scenarios.candidate_of[c]].insert(scenarios.of[c]);
    case_at[{scenarios.candidate_of[c], scenarios.of[c]}] = c;
  }
  over.scenarios = most_shared(run_in);
  if (over.scenarios.empty()) return over;
  for (const auto& [candidate, where] : run_in) {
    const auto has = [&, id = candidate](std::size_t s) { return case_at.count({id, s}) > 0; };
    const auto got_there = [&, id = candidate](std::size_t s) {
      return cases.complete(case_at.at({id, s}));
    };
    if (!std::all_of(over.scenarios.begin(), over.scenarios.end(), has)) continue;
    if (!std::all_of(over.scenarios.begin(), over.scenarios.end(), got_there)) {
      ++over.lost;
      continue;
    }
    over.candidates.push_back(candidate);
    over.cases.push_back(case_at.at({candidate, over.scenarios.front()}));
  }
  for (std::size_t m = 0; m < cases.values.size(); ++m) {
    const auto& values = cases.values[m];
    const bool positive = cases.positive[m];
    const bool less = minimise[m];
    const auto better = [&](double a, double b) { return std::isnan(b) || (less ? a < b : a > b); };
    std::map<std::size_t, double> best;  // by scenario
    for (std::size_t c = 0; c < cases.size(); ++c) {
      if (!cases.complete(c) || std::isnan(values[c])) continue;
      const auto [at, is_new] = best.emplace(scenarios.of[c], values[c]);
      if (!is_new && better(values[c], at->second)) at->second = values[c];
    }
    auto& means = over.mean.emplace_back();
    auto& worsts = over.worst.emplace_back();
    for (const auto candidate : over.candidates) {
      double sum = 0;
      double worst = std::numeric_limits<double>::quiet_NaN();
      for (const auto s : over.scenarios) {
        const double value = values[case_at.at({candidate, s})];
        // Without a value in one of them it has none over all.
        const double ratio = !positive || std::isnan(value)
                                 ? value
                                 : (less ? value / best.at(s) : best.at(s) / value);
        sum += positive ? std::log(ratio) : ratio;
        const bool is_worse = positive || less ? ratio > worst : ratio < worst;
        if (s == over.scenarios.front() || is_worse || std::isnan(ratio)) worst = ratio;
        if (std::isnan(ratio)) break;
      }
      const double mean = sum / static_cast<double>(over.scenarios.size());
      // Candidates that are equal in all scenarios stay equal.
      means.push_back(positive ? std::exp(mean) : mean);
      worsts.push_back(worst);
    }
  }
  return over;
}

}  // namespace isobar
