// SPDX-License-Identifier: Apache-2.0
#include "waves/wave_log.h"

#include <limits>

namespace isobar {

void WaveLog::clear() {
  for (auto& part : parts_) {
    part.entries.clear();
    part.spans.clear();
  }
  last_ = 0;
  ended_ = 0;
  known_.fill({});
}

void WaveLog::begin_part() {
  ended_ = size();
  if (++last_ == parts_.size()) {
    parts_.emplace_back();
    constexpr std::size_t largest_value = 4;  // the entries for a value of 64 bits
    part().entries.reserve(part_entries_ + largest_value);
  }
  known_.fill({});
}

void WaveLog::add_span(const Span& span, Known& known) {
  if (part().spans.size() > std::numeric_limits<std::uint16_t>::max()) begin_part();
  auto& spans = part().spans;
  known = {span, static_cast<std::uint16_t>(spans.size())};
  spans.push_back(span);
}

/// Adds an entry of kind `more` for each 16 bits above the lowest, the highest first.
void WaveLog::add_more(std::uint32_t signal, std::uint16_t span, std::uint64_t value) {
  const auto rest = value >> value_bits;
  if (rest >> value_bits != 0) add_more(signal, span, rest);
  put(Kind::more, signal, span, rest);
}

}  // namespace isobar
