// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/random.h"

#include <vector>

namespace isobar {

Random random_stream(std::uint64_t seed, std::string_view name) {
  std::vector<std::uint32_t> words{static_cast<std::uint32_t>(seed),
                                   static_cast<std::uint32_t>(seed >> 32)};
  for (const char c : name) words.push_back(static_cast<unsigned char>(c));
  std::seed_seq sequence(words.begin(), words.end());
  return Random(sequence);
}

SmallRandom::result_type SmallRandom::operator()() {
  if (all_) return (*all_)();
  if (drawn_ == 0) {
    auto stream = random_stream(seed_, name_);
    for (auto& number : first_) number = stream();
  }
  if (drawn_ < first_.size()) return first_[drawn_++];
  all_ = std::make_unique<Random>(random_stream(seed_, name_));
  all_->discard(first_.size());
  return (*all_)();
}

}  // namespace isobar
