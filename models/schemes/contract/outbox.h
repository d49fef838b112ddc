// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace isobar {

/// A control message to one neighbour.
struct Word {
  unsigned port = 0;       ///< by which it leaves
  std::int64_t value = 0;  ///< what it says
  std::int64_t bits = 1;   ///< its length
};

/// How many tasks are to leave by a port; the oldest first, ports in order.
struct Order {
  unsigned port = 0;       ///< by which they leave
  std::int64_t tasks = 0;  ///< how many
};

/// What a scheme's hardware puts on its output wires in one phase. Kept from use to use, so that
/// its memory is allocated once.
template <class T>
class Outbox {
 public:
  template <class... Fields>
  /// Appends an item of these fields.
  void add(Fields... fields) {
    if (size_ == items_.size()) items_.emplace_back();
    items_[size_++] = T{fields...};
  }
  /// Forgets all items.
  void clear() { size_ = 0; }
  /// The first item.
  const T* begin() const { return items_.data(); }
  /// Behind the last item.
  const T* end() const { return items_.data() + size_; }

 private:
  std::vector<T> items_;
  std::size_t size_ = 0;
};

using Words = Outbox<Word>;
using Orders = Outbox<Order>;

}  // namespace isobar
