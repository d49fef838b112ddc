// SPDX-License-Identifier: Apache-2.0
#include "waves/wave_log_sorter.h"

#include <array>
#include <cstdint>

namespace isobar {
namespace {

using Entries = std::vector<WaveLog::Entry>;

/// So many places are written to in turns that all lie in the first-level cache.
constexpr unsigned digit_bits = 8;
constexpr std::size_t digits = std::size_t{1} << digit_bits;

void sort_by_digit(const Entries& from, Entries& to, unsigned shift) {
  const auto digit = [shift](const WaveLog::Entry& entry) {
    return entry.signal() >> shift & (digits - 1);
  };
  std::array<std::size_t, digits> places{};
  for (const auto& entry : from) ++places[digit(entry)];
  std::size_t place = 0;
  for (auto& counted : places) {
    const auto next = place + counted;
    counted = place;
    place = next;
  }
  to.resize(from.size());
  for (const auto& entry : from) to[places[digit(entry)]++] = entry;
}

}  // namespace

void sort_by_signal(const Entries& entries, std::size_t signals, Entries& sorted, Entries& spare) {
  sort_by_digit(entries, sorted, 0);
  for (auto shift = digit_bits; (signals - 1) >> shift != 0; shift += digit_bits) {
    sort_by_digit(sorted, spare, shift);
    sorted.swap(spare);
  }
}

}  // namespace isobar
