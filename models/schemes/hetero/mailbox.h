// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>

#include "models/types.h"

namespace isobar {

/// What each PE has said and what is not used yet, in order: others may be ahead.
template <class T>
class Mailbox {
 public:
  void put(Node from, const T& said) { waiting_[from].push_back(said); }
  bool has(Node from) const {
    const auto found = waiting_.find(from);
    return found != waiting_.end() && !found->second.empty();
  }
  /// The oldest; there must be one.
  const T& next(Node from) const { return waiting_.at(from).front(); }
  /// The oldest, which is then used; there must be one.
  T take(Node from) {
    auto& queue = waiting_.at(from);
    const T said = queue.front();
    queue.pop_front();
    return said;
  }

 private:
  std::map<Node, std::deque<T>> waiting_;
};

}  // namespace isobar
