// SPDX-License-Identifier: Apache-2.0
#include "waves/column_store.h"

#include <algorithm>
#include <limits>

#include "waves/mixing.h"

namespace isobar {
namespace {

constexpr auto none = std::numeric_limits<WaveBlock::Column>::max();

}  // namespace

void ColumnStore::begin(WaveBlock& block, std::size_t most) {
  block.changes.clear();
  block.begins.assign(1, 0);
  std::size_t size = 2;
  while (size < 2 * most) size *= 2;
  slots_.assign(size, {0, none});
}

WaveBlock::Column ColumnStore::add(WaveBlock& block, const std::vector<WaveChange>& changes) {
  Mixer mixer(changes.size());
  for (const auto& change : changes) mixer.add(change.value, change.time);
  const auto key = mixer.result();
  auto at = key & (slots_.size() - 1);
  for (; slots_[at].column != none; at = (at + 1) & (slots_.size() - 1)) {
    if (slots_[at].hash != key) continue;
    const auto known = block.of_column(slots_[at].column);
    if (std::equal(known.begin(), known.end(), changes.begin(), changes.end())) {
      return slots_[at].column;
    }
  }
  const auto column = static_cast<WaveBlock::Column>(block.begins.size() - 1);
  slots_[at] = {key, column};
  block.changes.insert(block.changes.end(), changes.begin(), changes.end());
  block.begins.push_back(block.changes.size());
  return column;
}

}  // namespace isobar
