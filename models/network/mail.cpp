// SPDX-License-Identifier: Apache-2.0
#include "models/network/mail.h"

#include <memory>
#include <utility>

#include "models/network/link_ends.h"

namespace isobar {

void MailBag::hand_out() {
  for (auto& one : messages_) {
    one.to->put(one.usable, std::make_unique<Packet>(std::move(one.packet)));
  }
  for (const auto& one : releases_) one.to->released(one.hops, one.known);
  clear();
}

void MailBag::clear() {
  messages_.clear();
  releases_.clear();
  first_ = never;
}

Cycle Mail::turn_over() {
  Cycle first = never;
  for (auto& senders : for_) {
    for (auto& [from, bags] : senders) {
      std::swap(bags.posted, bags.due);
      first = std::min(first, bags.due.first());
    }
  }
  return first;
}

void Mail::take_in(unsigned to) {
  for (auto& [from, bags] : for_[to]) bags.due.hand_out();
}

void Mail::visit(const std::function<void(const Packet&)>& see) const {
  for (const auto& senders : for_) {
    for (const auto& [from, bags] : senders) {
      bags.posted.visit(see);
      bags.due.visit(see);
    }
  }
}

void Mail::reset() {
  for (auto& senders : for_) {
    for (auto& [from, bags] : senders) {
      bags.posted.clear();
      bags.due.clear();
    }
  }
}

}  // namespace isobar
