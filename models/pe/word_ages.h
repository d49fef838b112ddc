// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <utility>

#include "models/types.h"

namespace isobar {

/// How old the words are by which an agent decides (Willebeek-LeMair and Reeves, Section IV.D).
class WordAges {
 public:
  /// A word of `kind` from `source` says what was so in cycle `determined`.
  void heard(Node source, std::size_t kind, Cycle determined) {
    determined_[{source, kind}] = determined;
  }
  /// The age in cycle `now` of the last such word, if there was one.
  std::optional<Cycle> of(Node source, std::size_t kind, Cycle now) const {
    const auto word = determined_.find({source, kind});
    if (word == determined_.end()) return std::nullopt;
    return now - word->second;
  }

 private:
  std::map<std::pair<Node, std::size_t>, Cycle> determined_;
};

}  // namespace isobar
