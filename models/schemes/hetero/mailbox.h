// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>

#include "models/types.h"

namespace isobar {

/// What was heard of each PE and not yet used, in order: others may be ahead.
template <class T>
class Mailbox {
 public:
  void put(Node from, const T& said) { waiting_[from].push_back(said); }
  bool has(Node from) const {
    const auto found = waiting_.find(from);
    return found != waiting_.end() && !found->second.empty();
  }
  /// The oldest; there must be one.
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
