// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/mutator.h"

#include <algorithm>
#include <utility>

namespace isobar::test {

Mutator::Mutator(std::vector<std::string> inputs, std::vector<std::string> words,
                 std::uint64_t seed)
    : inputs_(std::move(inputs)), words_(std::move(words)), random_(seed) {}

std::string Mutator::next() {
  constexpr std::size_t most_changes = 4;
  auto bytes = one_of(inputs_);
  for (auto left = 1 + draw(most_changes); left > 0; --left) change(bytes);
  return bytes;
}

void Mutator::change(std::string& bytes) {
  constexpr std::size_t longest_part = 64;
  const auto at = draw(bytes.size() + 1);
  const auto length = draw(std::min(longest_part, bytes.size() - at) + 1);
  switch (draw(6)) {
    case 0:  // a bit
      if (at < bytes.size()) bytes[at] = static_cast<char>(bytes[at] ^ (1 << draw(8)));
      return;
    case 1:  // a byte
      if (at < bytes.size()) bytes[at] = static_cast<char>(draw(256));
      return;
    case 2:
      bytes.erase(at, length);
      return;
    case 3:
      bytes.insert(at, bytes.substr(at, length));
      return;
    case 4:
      if (!words_.empty()) bytes.insert(at, one_of(words_));
      return;
    default: {
      const auto& other = one_of(inputs_);
      bytes.resize(at);
      bytes += other.substr(std::min(at, other.size()));
    }
  }
}

}  // namespace isobar::test
