// SPDX-License-Identifier: Apache-2.0
#include "tb/wire.h"

#include <algorithm>

#include "models/packed_words.h"

namespace isobar {
namespace {

std::size_t line_words(const RtlParameters& parameters) {
  return words_for(parameters.ports() * static_cast<std::size_t>(parameters.max_lanes()));
}

std::size_t power_above(const RtlParameters& parameters) {
  Cycle longest = 0;
  for (const auto& ring : parameters.rings) longest = std::max(longest, ring.link.latency);
  std::size_t size = 1;
  while (size <= static_cast<std::size_t>(longest)) size *= 2;
  return size;
}

}  // namespace

LineHistory::LineHistory(const RtlParameters& parameters)
    : mask_(power_above(parameters) - 1),
      stride_(line_words(parameters)),
      valid_(mask_ + 1, 0),
      lines_((mask_ + 1) * stride_, 0) {}

void LineHistory::put(Cycle cycle, std::uint64_t valid, const std::uint64_t* lines) {
  valid_[slot(cycle)] = valid;
  std::copy(lines, lines + stride_,
            lines_.begin() + static_cast<std::ptrdiff_t>(slot(cycle) * stride_));
}

bool Wire::out(Cycle cycle, std::uint64_t* line, std::size_t offset) const {
  const Cycle sent = cycle - link_->latency;
  if (lines_ == nullptr) {
    const auto& message = status_.has_bits(sent) ? status_ : passage_;
    if (!message.has_bits(sent)) return false;
    message.put_beat(sent, *link_, line, offset);
    return true;
  }
  if (((lines_->valid(sent) >> port_) & 1U) == 0) return false;
  const auto lanes = static_cast<std::size_t>(max_lanes_);
  put_bits(lines_->lines(sent), port_ * lanes, line, offset, lanes);
  return true;
}

}  // namespace isobar
