// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include "models/measure/result.h"
#include "models/types.h"

namespace isobar {

/// How old the words are by which an agent decides (Willebeek-LeMair and Reeves, Section IV.D).
class WordAges {
 public:
  /// A word of `kind` from `source` says what was so in cycle `determined`.
  void heard(Node source, std::size_t kind, Cycle determined) {
    determined_[{source, kind}] = determined;
  }
  /// A decision in cycle `now` uses the last such word, if there was one.
  void used(Node source, std::size_t kind, Cycle now, AgeOfInformation& age) const {
    const auto word = determined_.find({source, kind});
    if (word == determined_.end()) return;
    const Cycle cycles = now - word->second;
    ++age.uses;
    age.total += cycles;
    age.most = std::max(age.most, cycles);
  }

 private:
  std::map<std::pair<Node, std::size_t>, Cycle> determined_;
};

}  // namespace isobar
