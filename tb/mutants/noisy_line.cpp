// SPDX-License-Identifier: Apache-2.0
#include "tb/mutants/noisy_line.h"

#include <algorithm>

namespace isobar {

NoisyLine::NoisyLine(const RtlParameters& parameters, std::size_t port)
    : lanes(static_cast<std::size_t>(parameters.link(port).lanes)),
      cycles(parameters.link(port).cycles_per_bit),
      address_bits(parameters.address_bits) {
  const auto bits = parameters.message_bits();
  for (std::size_t kind = 0; kind < beats.size(); ++kind) {
    // The PE expects a message of no kind to be as long as a request.
    const auto its = bits[kind == NoisyMessage::no_kind ? NoisyMessage::request : kind];
    beats[kind] = (static_cast<std::size_t>(its) + lanes - 1) / lanes;
    contents[kind] = its - parameters.header_bits;
  }
}

std::optional<NoisyMessage> NoisyListener::hear(bool valid, std::uint64_t bits) {
  if (!valid) return {};
  if (heard_++ % line_.cycles == 0) {
    for (std::size_t lane = 0; lane < line_.lanes; ++lane)
      bits_.push_back((bits >> lane & 1U) != 0);
  }
  const auto number = [&](std::size_t first, std::int64_t width) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(std::min<std::int64_t>(width, 64)); ++i) {
      value |= std::uint64_t{bits_[first + i]} << i;
    }
    return value;
  };
  if (bits_.size() < 2) return {};
  NoisyMessage message;
  message.kind = number(0, 2);
  if (heard_ < static_cast<Cycle>(line_.beats[message.kind]) * line_.cycles) return {};
  const auto address = static_cast<std::size_t>(line_.address_bits);
  message.to = number(2, line_.address_bits);
  message.from = number(2 + address, line_.address_bits);
  message.contents = number(2 + 2 * address, line_.contents[message.kind]);
  heard_ = 0;
  bits_.clear();
  return message;
}

void NoisySpeaker::send(const NoisyMessage& message, Cycle late) {
  kind_ = message.kind;
  late_ = late;
  std::vector<bool> bits;
  const auto put = [&](std::uint64_t value, std::int64_t width) {
    for (std::int64_t i = 0; i < width; ++i) bits.push_back(i < 64 && (value >> i & 1U) != 0);
  };
  put(message.kind, 2);
  put(message.to, line_.address_bits);
  put(message.from, line_.address_bits);
  put(message.contents, line_.contents[message.kind]);
  for (std::size_t at = 0; at < bits.size(); at += line_.lanes) {
    std::uint64_t beat = 0;
    for (std::size_t lane = 0; lane < line_.lanes && at + lane < bits.size(); ++lane) {
      beat |= std::uint64_t{bits[at + lane]} << lane;
    }
    beats_.push_back(beat);
  }
}

std::int64_t NoisySpeaker::speak(const StealingHabits& habits, Cycle now) {
  ends_ = false;
  if (beats_.empty()) return -1;
  if (!begun_) {
    const auto end = now + static_cast<Cycle>(beats_.size()) * line_.cycles;
    begun_ = (end - late_) % habits.together == 0;
    if (!begun_) return -1;
  }
  const auto bits = beats_.front();
  if (++held_ == line_.cycles) {
    held_ = 0;
    beats_.pop_front();
    begun_ = !beats_.empty();
  }
  ends_ = beats_.empty();
  return static_cast<std::int64_t>(bits);
}

}  // namespace isobar
