// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <boost/container/flat_map.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "models/errors.h"
#include "models/schemes/contract/agent.h"
#include "models/types.h"

namespace isobar {

/// How old the words are by which an agent decides (Willebeek-LeMair and Reeves, Section IV.D).
class WordAges {
 public:
  /// `kinds`, of words, must outlive it.
  explicit WordAges(const std::vector<WordKind>& kinds) : kinds_(kinds) {}

  /// A word of `kind` from `source` says what was so in cycle `determined`.
  void heard(Node source, std::size_t kind, Cycle determined) {
    latest_ = number(source, kind);
    determined_ = determined;
    if (kinds_[kind].remembered) before_[latest_] = determined;
  }
  /// The age in cycle `now` of the last such word, if there was one. Throws ModelError if its kind
  /// is not remembered and another word has come since.
  std::optional<Cycle> of(Node source, std::size_t kind, Cycle now) const {
    const auto word = number(source, kind);
    if (word == latest_) return now - determined_;
    if (!kinds_[kind].remembered) {
      throw ModelError(fmt::format("an agent decides by a word '{}' that it does not remember",
                                   kinds_[kind].name));
    }
    const auto before = before_.find(word);
    if (before == before_.end()) return std::nullopt;
    return now - before->second;
  }

 private:
  /// Returns the key under which the ages of the words of one kind from one source are kept.
  std::uint64_t number(Node source, std::size_t kind) const {
    return std::uint64_t{source} * kinds_.size() + kind;
  }

  const std::vector<WordKind>& kinds_;
  std::uint64_t latest_ = static_cast<std::uint64_t>(-1);
  Cycle determined_ = 0;
  boost::container::flat_map<std::uint64_t, Cycle> before_;  ///< of few sources, mostly
};

}  // namespace isobar
