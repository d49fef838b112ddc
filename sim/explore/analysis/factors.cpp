// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/analysis/factors.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "sim/explore/analysis/levels.h"
#include "sim/explore/analysis/titles.h"

namespace isobar {
namespace {

using Codes = std::vector<std::size_t>;

constexpr std::size_t most_levels = 12;  ///< of numbers; more become ranges
constexpr std::size_t ranges = 6;

bool varies(const Codes& codes) {
  return std::any_of(codes.begin(), codes.end(), [&](auto code) { return code != codes.front(); });
}

/// Whether equal codes of `by` come with equal ones of `what`.
bool determines(const Codes& by, const Codes& what) {
  std::map<std::size_t, std::size_t> seen;
  for (std::size_t c = 0; c < by.size(); ++c) {
    if (seen.emplace(by[c], what[c]).first->second != what[c]) return false;
  }
  return true;
}

bool is_of_fabric(const std::string& name) {
  return name == "family" || name == "pes" || name == "fabric";
}

/// Turns a factor with many numbers into one with ranges that hold about as many cases each.
void bin(Factor& factor) {
  std::vector<double> sorted;
  for (const auto code : factor.codes) sorted.push_back(factor.numbers[code]);
  std::sort(sorted.begin(), sorted.end());
  std::vector<double> begins;
  for (std::size_t r = 0; r < ranges; ++r) begins.push_back(sorted[r * sorted.size() / ranges]);
  begins.erase(std::unique(begins.begin(), begins.end()), begins.end());
  const auto range_of = [&](double value) {
    return static_cast<std::size_t>(std::upper_bound(begins.begin(), begins.end(), value) -
                                    begins.begin()) -
           1;
  };
  std::vector<std::pair<std::size_t, std::size_t>> ends(
      begins.size(), {factor.levels.size(), 0});  // first and last level of each
  std::vector<std::size_t> range_by_level;
  for (std::size_t level = 0; level < factor.levels.size(); ++level) {
    const auto r = range_of(factor.numbers[level]);
    range_by_level.push_back(r);
    ends[r] = {std::min(ends[r].first, level), level};
  }
  Factor binned{factor.name, {}, {}, {}, {}, true};
  for (const auto& [first, last] : ends) {
    binned.levels.push_back(first == last ? factor.levels[first]
                                          : factor.levels[first] + " … " + factor.levels[last]);
    binned.numbers.push_back((factor.numbers[first] + factor.numbers[last]) / 2);
  }
  binned.titles = binned.levels;
  for (const auto code : factor.codes) binned.codes.push_back(range_by_level[code]);
  factor = std::move(binned);
}

Factor make_factor(const std::string& name, const std::vector<std::string>& texts) {
  Factor factor;
  factor.name = name;
  const std::set<std::string> different(texts.begin(), texts.end());
  factor.levels.assign(different.begin(), different.end());
  sort_levels(factor.levels);
  factor.titles = level_titles(name, factor.levels);
  if (name == "family") {
    for (auto& title : factor.titles) title = title == "hhc" ? "HHC" : title;
  }
  factor.numbers = level_numbers(factor.levels);
  std::map<std::string, std::size_t> code;
  for (const auto& level : factor.levels) code.emplace(level, code.size());
  for (const auto& text : texts) factor.codes.push_back(code.at(text));
  return factor;
}

std::vector<std::string> texts_of(const KeyColumn& key, const Cases& cases) {
  std::vector<std::string> texts;
  for (const auto row : cases.rows) texts.push_back(key.levels[key.codes[row]]);
  return texts;
}

std::vector<std::string> families(const std::vector<std::string>& fabrics) {
  std::vector<std::string> texts;
  texts.reserve(fabrics.size());
  for (const auto& fabric : fabrics) texts.push_back(fabric.substr(0, fabric.find(':')));
  return texts;
}

/// Nothing where the number of PEs of a case is not known.
std::vector<std::string> sizes(const Campaign& campaign, const Cases& cases) {
  const auto* pes = campaign.metric("pes");
  std::vector<std::string> texts;
  if (pes == nullptr) return texts;
  // A point that failed has no number of PEs, but another one on the same fabric may have it.
  const auto* fabric = campaign.key("fabric");
  std::map<std::size_t, double> known;
  for (std::size_t row = 0; row < campaign.rows(); ++row) {
    if (pes->values[row] > 0) known[fabric->codes[row]] = pes->values[row];
  }
  for (const auto row : cases.rows) {
    const auto at = known.find(fabric->codes[row]);
    texts.push_back(at == known.end() ? "unknown" : fmt::format("{:.0f}", at->second));
  }
  return texts;
}

}  // namespace

Factors::Factors(const Campaign& campaign, const Cases& cases) : cases_(cases.size()) {
  if (cases_ == 0) return;
  Codes fabric_codes;
  if (const auto* fabric = campaign.key("fabric")) {
    const auto texts = texts_of(*fabric, cases);
    fabric_codes = make_factor("fabric", texts).codes;
    const auto size = sizes(campaign, cases);
    add("family", families(texts));
    if (!size.empty()) add("pes", size);
    std::vector<std::string> both = families(texts);
    for (std::size_t c = 0; c < size.size(); ++c) both[c] += ":" + size[c];
    if (!determines(make_factor("", both).codes, fabric_codes)) add("fabric", texts);
  }
  for (const auto& key : campaign.keys) {
    if (key.name == "seed" || key.name == "fabric") continue;
    const auto texts = texts_of(key, cases);
    auto factor = make_factor(key.name, texts);
    // A key that follows from the fabric is part of it.
    if (!fabric_codes.empty() && varies(fabric_codes) && determines(fabric_codes, factor.codes)) {
      continue;
    }
    const auto twin = std::find_if(all_.begin(), all_.end(), [&](const Factor& other) {
      return !is_of_fabric(other.name) && determines(other.codes, factor.codes) &&
             determines(factor.codes, other.codes);
    });
    if (twin == all_.end()) {
      add(key.name, texts);
      continue;
    }
    const auto before = std::exchange(twin->name, twin->name + " + " + key.name);
    held_[twin->name] = held_.at(before);
    held_.erase(before);
    for (std::size_t c = 0; c < cases_; ++c) {
      auto& level = twin->levels[twin->codes[c]];
      if (level.find(" + ") == std::string::npos) level += " + " + texts[c];
    }
    twin->titles = twin->levels;
  }
  held_["fabric"] = fabric_codes.empty() ? Codes(cases_) : fabric_codes;
  for (auto& factor : all_) {
    if (!factor.numbers.empty() && factor.levels.size() > most_levels) bin(factor);
  }
}

void Factors::add(const std::string& name, const std::vector<std::string>& texts) {
  auto factor = make_factor(name, texts);
  if (!varies(factor.codes)) return;
  held_[name] = factor.codes;
  all_.push_back(std::move(factor));
}

const Factor* Factors::find(const std::string& name) const {
  for (const auto& factor : all_) {
    if (factor.name == name || factor.name.rfind(name + " + ", 0) == 0) return &factor;
  }
  return nullptr;
}

std::vector<std::size_t> Factors::blocks(const std::vector<const Factor*>& but) const {
  const auto is_let = [&](const std::string& name) {
    return std::any_of(but.begin(), but.end(), [&](const auto* f) { return f->name == name; });
  };
  // When family or size is compared, the other one is held equal, and the fabric is not.
  const bool family = is_let("family");
  const bool size = is_let("pes");
  const bool fabric = is_let("fabric");
  std::vector<const Codes*> held;
  for (const auto& [name, codes] : held_) {
    if (is_let(name)) continue;
    if (name == "fabric" && (family || size)) continue;
    if (name == "family" && fabric) continue;
    held.push_back(&codes);
  }
  std::map<Codes, std::size_t> known;
  std::vector<std::size_t> blocks;
  for (std::size_t c = 0; c < cases_; ++c) {
    Codes codes;
    for (const auto* column : held) codes.push_back((*column)[c]);
    blocks.push_back(known.emplace(std::move(codes), known.size()).first->second);
  }
  return blocks;
}

}  // namespace isobar
