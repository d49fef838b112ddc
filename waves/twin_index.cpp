// SPDX-License-Identifier: Apache-2.0
#include "waves/twin_index.h"

#include <algorithm>

#include "waves/mixing.h"

namespace isobar {

void TwinIndex::begin(std::uint32_t signals) {
  std::size_t size = 2;
  while (size < 2 * std::size_t{signals}) size *= 2;
  slots_.assign(size, {0, none});
}

std::uint64_t TwinIndex::hash(const SortedLog& log, std::uint32_t signal, std::uint64_t value) {
  Mixer mixer(value);
  for (std::size_t part = 0; part < log.parts(); ++part) {
    for (const auto& entry : log.range(part, signal)) mixer.add(entry.content());
    mixer.add(part);  // the same span number means another span in another part
  }
  return mixer.result();
}

bool TwinIndex::same(const SortedLog& log, std::uint32_t one, std::uint32_t other) {
  for (std::size_t part = 0; part < log.parts(); ++part) {
    const auto a = log.range(part, one);
    const auto b = log.range(part, other);
    const auto equal = [](const WaveLog::Entry& x, const WaveLog::Entry& y) {
      return x.content() == y.content();
    };
    if (!std::equal(a.begin(), a.end(), b.begin(), b.end(), equal)) return false;
  }
  return true;
}

}  // namespace isobar
