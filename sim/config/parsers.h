// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/types.h"
#include "sim/config/key.h"

namespace isobar {

// How texts become values; each names what it is in messages, "the bits of a task".

/// The most that anything is counted up to.
inline constexpr std::int64_t max_count = std::int64_t{1} << 62;

/// The most cycles of a delay.
inline constexpr Cycle max_delay = 1'000'000'000;

Parser<std::int64_t> whole(const char* what, std::int64_t lo, std::int64_t hi);

/// A word besides that stands for a number.
Parser<std::int64_t> or_word(Parser<std::int64_t> parser, const std::string& word,
                             std::int64_t value);

/// A number of cycles, or a time in them at the clock of the PEs, rounded up.
Parser<Cycle> cycles(const char* what, Cycle lo);

/// A decimal from 0 to `most`. Throws ValueError on anything else.
double parse_part(const std::string& text, std::string_view what, double most);
Parser<double> part(const char* what, double most);

Parser<bool> flag();

/// A text that `parse` understands; `title` says what it is.
template <class V, class Parse>
Parser<V> text(const std::string& title, Parse parse) {
  Parser<V> parser;
  parser.kind.title = title;
  parser.parse = std::move(parse);
  return parser;
}

/// What is refused where a word is none of these.
[[noreturn]] void refuse_word(const std::string& what, const std::string& word,
                              const std::vector<std::string>& allowed);

/// One of some words; `what` in a message: "unknown fetch order 'x'; allowed: …".
template <class V>
Parser<V> word(const std::string& what, const std::vector<std::pair<std::string, V>>& words,
               const std::string& besides = "") {
  Parser<V> parser;
  parser.kind.base = ValueKind::Base::words;
  for (const auto& [name, value] : words) parser.kind.words.push_back(name);
  auto allowed = parser.kind.words;
  if (!besides.empty()) allowed.push_back(besides);
  parser.parse = [what, words, allowed](const std::string& given, const Draft& /*draft*/) {
    for (const auto& [name, value] : words) {
      if (name == given) return value;
    }
    refuse_word(what, given, allowed);
  };
  parser.shown = [words](const V& value) -> KeyValue {
    for (const auto& [name, known] : words) {
      if (known == value) return name;
    }
    return std::string();
  };
  return parser;
}

}  // namespace isobar
