// SPDX-License-Identifier: Apache-2.0
#include "waves/sorted_log.h"

#include <algorithm>

namespace isobar {
namespace {

/// Sorts by one digit of the signals' numbers; entries with the same digit keep their order.
/// `places` is working memory with an element for each digit.
void sort_by_digit(const SortedLog::Entries& from, SortedLog::Entries& to, unsigned shift,
                   std::vector<std::uint32_t>& places) {
  const auto digits = static_cast<std::uint32_t>(places.size());
  const auto digit = [=](const WaveLog::Entry& entry) {
    return entry.signal() >> shift & (digits - 1);
  };
  std::fill(places.begin(), places.end(), 0);
  for (const auto& entry : from) ++places[digit(entry)];
  std::uint32_t place = 0;
  for (auto& counted : places) {
    const auto next = place + counted;
    counted = place;
    place = next;
  }
  to.resize(from.size());
  for (const auto& entry : from) to[places[digit(entry)]++] = entry;
}

unsigned bit_length(std::uint32_t number) {
  unsigned bits = 0;
  for (; number > 0; number >>= 1) ++bits;
  return bits;
}

}  // namespace

void SortedLog::sort(const WaveLog& log, std::uint32_t signals) {
  parts_ = log.parts().size();
  if (sorted_.size() < parts_) sorted_.resize(parts_);
  auto sorted = sorted_.begin();
  for (const auto& part : log.parts()) sort(part.entries, signals, *sorted++);
}

void SortedLog::sort(const Entries& entries, std::uint32_t signals, Part& sorted) {
  // The places of all digits fit into the second-level cache beside the entries.
  constexpr unsigned most_bits = 16;
  const unsigned bits = std::max(1U, bit_length(signals - 1));
  const unsigned passes = (bits + most_bits - 1) / most_bits;
  const unsigned digit_bits = (bits + passes - 1) / passes;
  places_.resize(std::size_t{1} << digit_bits);
  sort_by_digit(entries, sorted.entries, 0, places_);
  for (unsigned pass = 1; pass < passes; ++pass) {
    sort_by_digit(sorted.entries, spare_, pass * digit_bits, places_);
    sorted.entries.swap(spare_);
  }
  auto& begins = sorted.begins;
  begins.assign(std::size_t{signals} + 1, static_cast<std::uint32_t>(entries.size()));
  std::uint32_t next = 0;  // the first signal whose range is not known yet
  for (std::uint32_t at = 0; at < entries.size(); ++at) {
    const auto signal = sorted.entries[at].signal();
    while (next <= signal) begins[next++] = at;
  }
}

}  // namespace isobar
