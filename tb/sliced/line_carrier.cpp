// SPDX-License-Identifier: Apache-2.0
#include "tb/sliced/line_carrier.h"

#include <algorithm>

#include "models/packed_words.h"

namespace isobar {
namespace {

/// Word `at` of a line that is moved up by `offset` PEs, or down if that is negative.
std::uint64_t moved(const std::uint64_t* line, std::size_t words, std::size_t at,
                    std::int64_t offset) {
  const auto bits = static_cast<std::int64_t>(word_bits);
  const auto first = static_cast<std::int64_t>(at) * bits - offset;  // its lowest bit in the line
  const auto word = (first >= 0 ? first : first - (bits - 1)) / bits;
  const auto shift = static_cast<unsigned>(first - word * bits);
  const auto get = [&](std::int64_t i) {
    return i >= 0 && i < static_cast<std::int64_t>(words) ? line[i] : 0;
  };
  if (shift == 0) return get(word);
  return get(word) >> shift | get(word + 1) << (word_bits - shift);
}

}  // namespace

LineCarrier::LineCarrier(const Fabric& fabric, unsigned port, std::size_t words) : words_(words) {
  for (Node node = 0; node < fabric.pes(); ++node) {
    const auto offset = std::int64_t{node} - std::int64_t{*fabric.neighbour(node, port)};
    auto shift = std::find_if(shifts_.begin(), shifts_.end(),
                              [&](const Shift& s) { return s.offset == offset; });
    if (shift == shifts_.end()) {
      shifts_.push_back({offset, std::vector<std::uint64_t>(words)});
      shift = shifts_.end() - 1;
    }
    shift->pes[node / word_bits] |= std::uint64_t{1} << (node % word_bits);
  }
}

std::uint64_t LineCarrier::heard(const std::uint64_t* said, std::size_t word) const {
  std::uint64_t all = 0;
  for (const auto& shift : shifts_) {
    if (shift.pes[word] != 0) all |= moved(said, words_, word, shift.offset) & shift.pes[word];
  }
  return all;
}

}  // namespace isobar
