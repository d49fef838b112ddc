// SPDX-License-Identifier: Apache-2.0
#include "models/network/buffers_in_use.h"

namespace isobar {

void BuffersInUse::forget_free(Cycle now) {
  others_->erase(std::remove_if(others_->begin(), others_->end(),
                                [now](const Buffer& one) { return one.known <= now; }),
                 others_->end());
  if (others_->empty()) others_.reset();
}

void BuffersInUse::take_another(std::size_t hops) {
  if (!others_) others_ = std::make_unique<std::vector<Buffer>>();
  others_->push_back({never, static_cast<std::uint32_t>(hops)});
}

void BuffersInUse::release_another(std::size_t hops, Cycle known) {
  if (!others_) return;
  const auto left = std::find_if(others_->begin(), others_->end(), [hops](const Buffer& one) {
    return one.known == never && one.hops == hops;
  });
  if (left != others_->end()) left->known = known;
}

}  // namespace isobar
