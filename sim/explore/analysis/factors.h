// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "sim/explore/analysis/cases.h"

namespace isobar {

/// Something that a campaign varies: a key, or for fabrics the family (`torus`) and the number of
/// PEs, and the fabric itself if several fabrics agree in both.
struct Factor {
  std::string name;  ///< `scheme`, `family`, `pes`; keys that go together are joined by ` + `
  std::vector<std::string> levels;
  std::vector<std::string> titles;  ///< the levels as sentences call them (level_titles)
  std::vector<double> numbers;      ///< the levels' numbers; empty if they are names
  std::vector<std::size_t> codes;   ///< by case
  bool binned = false;              ///< levels are ranges of numbers
};

/// The factors of a campaign, and which cases differ in nothing else.
class Factors {
 public:
  Factors(const Campaign& campaign, const Cases& cases);

  const std::vector<Factor>& all() const { return all_; }
  /// By its name, or its first key's; null if that is not varied.
  const Factor* find(const std::string& name) const;
  /// By case: a number that is the same where all is equal but these factors and what they entail.
  std::vector<std::size_t> blocks(const std::vector<const Factor*>& but) const;

 private:
  using Codes = std::vector<std::size_t>;

  void add(const std::string& name, const std::vector<std::string>& texts);

  std::size_t cases_;
  std::vector<Factor> all_;
  std::map<std::string, Codes> held_;  ///< by what may be held equal: its code by case
};

}  // namespace isobar
