// SPDX-License-Identifier: Apache-2.0
#include "sim/torture/shrink.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "models/text.h"

namespace isobar {
namespace {

constexpr std::string_view digits = "0123456789";

/// Numbers in a text, one after the other in each of the new ones, made smaller.
void add_smaller_numbers(const std::string& value, std::vector<std::string>& all) {
  constexpr std::size_t longest = 18;  // digits that fit
  for (std::size_t from = value.find_first_of(digits); from != std::string::npos;) {
    const auto end = std::min(value.find_first_not_of(digits, from), value.size());
    if (end - from <= longest) {
      const auto number = std::stoll(value.substr(from, end - from));
      for (const auto smaller : {0LL, 1LL, 2LL, 3LL, number / 2, number - 1}) {
        if (smaller < 0 || smaller >= number) continue;
        all.push_back(value.substr(0, from) + std::to_string(smaller) + value.substr(end));
      }
    }
    from = value.find_first_of(digits, end);
  }
}

/// `name:a=1,b=2` without the first parameter, without the second, without any.
void add_fewer_parameters(const std::string& value, std::vector<std::string>& all) {
  const auto colon = value.find(':');
  if (colon == std::string::npos || value.find('=', colon) == std::string::npos) return;
  const auto name = value.substr(0, colon);
  const auto rest = value.substr(colon + 1);
  const auto parts = split(rest, ',');
  all.push_back(name);
  for (std::size_t i = 0; i < parts.size() && parts.size() > 1; ++i) {
    auto fewer = parts;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    all.push_back(fmt::format("{}:{}", name, fmt::join(fewer, ",")));
  }
}

/// Trials that say less than this one.
std::vector<Trial> simpler(const Trial& trial) {
  std::vector<Trial> all;
  for (std::size_t i = 0; i < trial.options.size(); ++i) {
    auto fewer = trial;
    fewer.options.erase(fewer.options.begin() + static_cast<std::ptrdiff_t>(i));
    all.push_back(std::move(fewer));
  }
  for (std::size_t i = 0; i < trial.files.size(); ++i) {
    auto fewer = trial;
    fewer.files.erase(fewer.files.begin() + static_cast<std::ptrdiff_t>(i));
    all.push_back(std::move(fewer));
  }
  for (std::size_t i = 0; i < trial.options.size(); ++i) {
    const auto& [key, value] = trial.options[i];
    for (auto& text : simpler_values(key, value)) {
      auto other = trial;
      other.options[i].second = std::move(text);
      all.push_back(std::move(other));
    }
  }
  return all;
}

}  // namespace

std::vector<std::string> simpler_values(const std::string& key, const std::string& value) {
  std::vector<std::string> all;
  if (key == "fabric") all = {"ring:1", "ring:2", "ring:3", "torus:2x2", "torus:3x3"};
  if (key == "load") all = {"spike:0", "spike:1", "spike:2"};
  const auto same = std::find(all.begin(), all.end(), value);
  all.erase(same, all.end());  // what comes behind is no simpler
  add_fewer_parameters(value, all);
  add_smaller_numbers(value, all);
  return all;
}

Trial shrink(const Judge& judge, Trial trial, BrokenLaw& finding, std::chrono::seconds patience) {
  const auto until = std::chrono::steady_clock::now() + patience;
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (auto& one : simpler(trial)) {
      if (std::chrono::steady_clock::now() > until) return trial;
      auto verdict = judge.judge(one);
      if (!verdict.finding || verdict.finding->law != finding.law) continue;
      trial = std::move(one);
      finding = std::move(*verdict.finding);
      smaller = true;
      break;
    }
  }
  return trial;
}

}  // namespace isobar
