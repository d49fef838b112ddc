// SPDX-License-Identifier: Apache-2.0
#include "tb/passage.h"

#include <algorithm>

#include "tb/bits.h"

namespace isobar {
namespace {

/// The finalizer of SplitMix64, a bijection in which every bit depends on every other.
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111eb;
  return x ^ (x >> 31U);
}

void start_at(Passage& passage, Cycle start, const RtlLink& link, std::int64_t bits) {
  passage.start = start;
  passage.valid = start + link.setup;
  passage.end = passage.valid + link.beats(bits) * link.cycles_per_bit;
  passage.bits = bits;
}

}  // namespace

void task_payload(const Task& task, std::int64_t bits, std::vector<std::uint64_t>& words) {
  words.clear();
  for (std::uint64_t i = 0; static_cast<std::int64_t>(i * word_bits) < bits; ++i) {
    words.push_back(mixed(task.id + (i + 1) * 0x9e3779b97f4a7c15));
  }
  // An odd factor keeps narrow identities different and lets all their bits change.
  words[0] = bits <= 32 ? task.id * 0x9e3779b1 : (words[0] << 32U) | (task.id & 0xffffffff);
  if (const auto used = bits % word_bits; used != 0) {
    words.back() &= (std::uint64_t{1} << static_cast<unsigned>(used)) - 1;
  }
}

Passage Passage::of_word(Cycle start, const RtlLink& link, std::int64_t value, std::int64_t bits) {
  Passage passage;
  passage.kind = Message::Kind::word;
  passage.value = value;
  passage.payload = {static_cast<std::uint64_t>(value)};
  start_at(passage, start, link, bits);
  return passage;
}

Passage Passage::of_task(Cycle start, const RtlLink& link, const Task& task, std::int64_t bits) {
  Passage passage;
  passage.kind = Message::Kind::transfer;
  passage.task = task;
  task_payload(task, bits, passage.payload);
  start_at(passage, start, link, bits);
  return passage;
}

void Passage::put_beat(Cycle cycle, const RtlLink& link, std::uint64_t* line,
                       std::size_t offset) const {
  const auto in = cycle - valid;
  const auto from = static_cast<std::size_t>(
      (link.cycles_per_bit == 1 ? in : in / link.cycles_per_bit) * link.lanes);
  const auto rest = static_cast<std::size_t>(bits) - from;
  put_bits(payload.data(), from, line, offset,
           std::min(static_cast<std::size_t>(link.lanes), rest));
}

}  // namespace isobar
