// SPDX-License-Identifier: Apache-2.0
#include "tb/passage.h"

#include <algorithm>

#include "models/packed_words.h"

namespace isobar {
namespace {

/// The finalizer of SplitMix64, a bijection in which every bit depends on every other.
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111eb;
  return x ^ (x >> 31U);
}

/// An identity of few bits is multiplied by this factor: it is odd, so that different identities
/// stay different, and all bits change from one task to the next.
constexpr std::uint32_t narrow_factor = 0x9e3779b1;
constexpr std::int64_t narrow_bits = 32;

/// The inverse of the factor modulo 2^32, by Newton's method, which doubles the right bits.
constexpr std::uint32_t narrow_inverse() {
  std::uint32_t inverse = narrow_factor;  // right in three bits
  for (int i = 0; i < 4; ++i) inverse *= 2 - narrow_factor * inverse;
  return inverse;
}
static_assert(narrow_factor * narrow_inverse() == 1);

/// The beat that is on the line in a cycle, as its place among the message's bits.
struct Beat {
  Beat(const Passage& passage, Cycle cycle, const RtlLink& link)
      : in(cycle - passage.valid),
        from(static_cast<std::size_t>((link.cycles_per_bit == 1 ? in : in / link.cycles_per_bit) *
                                      link.lanes)),
        count(std::min(static_cast<std::size_t>(link.lanes),
                       static_cast<std::size_t>(passage.bits) - from)) {}

  Cycle in;  ///< cycles since the first one with bits
  std::size_t from;
  std::size_t count;
};

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
  words[0] =
      bits <= narrow_bits ? task.id * narrow_factor : (words[0] << 32U) | (task.id & 0xffffffff);
  words.back() &= last_mask(static_cast<std::size_t>(bits));
}

std::optional<Task> task_of(const std::vector<std::uint64_t>& words, std::int64_t bits) {
  Task task{words[0] & 0xffffffff};
  if (bits <= narrow_bits)
    task.id = task.id * narrow_inverse() & last_mask(static_cast<std::size_t>(bits));
  std::vector<std::uint64_t> its;
  task_payload(task, bits, its);
  return its == words ? std::optional(task) : std::nullopt;
}

Passage Passage::of_word(Cycle start, const RtlLink& link, std::int64_t value, std::int64_t bits) {
  Passage passage;
  passage.kind = Message::Kind::word;
  passage.value = value;
  passage.payload = {static_cast<std::uint64_t>(value)};
  start_at(passage, start, link, bits);
  return passage;
}

Passage Passage::of_tasks(Cycle start, const RtlLink& link, const TaskQueue& queue,
                          std::int64_t count, std::int64_t bits) {
  Passage passage;
  passage.kind = Message::Kind::transfer;
  const auto width = static_cast<std::size_t>(bits);
  passage.payload.resize(words_for(static_cast<std::size_t>(count) * width));
  std::vector<std::uint64_t> its;
  for (std::int64_t i = 0; i < count; ++i) {
    passage.tasks.push_back(queue[static_cast<std::uint32_t>(i)]);
    task_payload(passage.tasks.back(), bits, its);
    put_bits(its.data(), 0, passage.payload.data(), static_cast<std::size_t>(i) * width, width);
  }
  start_at(passage, start, link, count * bits);
  return passage;
}

Passage Passage::of_status(Cycle start, const RtlLink& link) {
  Passage passage = of_word(start, link, 1, 1);
  passage.kind = Message::Kind::status;
  return passage;
}

Passage Passage::awaited(Message::Kind kind, Cycle start, const RtlLink& link, std::int64_t bits) {
  Passage passage;
  passage.kind = kind;
  passage.payload.resize(words_for(static_cast<std::size_t>(bits)));
  start_at(passage, start, link, bits);
  return passage;
}

void Passage::put_beat(Cycle cycle, const RtlLink& link, std::uint64_t* line,
                       std::size_t offset) const {
  const Beat beat(*this, cycle, link);
  put_bits(payload.data(), beat.from, line, offset, beat.count);
}

void Passage::take_beat(Cycle cycle, const RtlLink& link, const std::uint64_t* line,
                        std::size_t offset) {
  const Beat beat(*this, cycle, link);
  if ((beat.in + 1) % link.cycles_per_bit != 0) return;
  put_bits(line, offset, payload.data(), beat.from, beat.count);
}

}  // namespace isobar
