// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace isobar {

/// First in, first out, in a ring of storage that doubles when it is full and takes no memory
/// before its first element.
template <class T>
class Fifo {
 public:
  bool empty() const { return size_ == 0; }
  std::uint32_t size() const { return size_; }

  void push(T value) {
    if (size_ == capacity_) grow();
    ring_[(head_ + size_) & (capacity_ - 1)] = std::move(value);
    ++size_;
  }
  /// Asks the processor for the storage of the first element and of the next one to come. Inlined
  /// by force: GCC holds a function that does nothing else to be without effect and drops its call.
  [[gnu::always_inline]] void prefetch() const {
    __builtin_prefetch(ring_.get() + head_);
    __builtin_prefetch(ring_.get() + ((head_ + size_) & (capacity_ - 1)));
  }
  const T& front() const { return ring_[head_]; }
  T pop() {
    T value = std::move(ring_[head_]);
    head_ = (head_ + 1) & (capacity_ - 1);
    --size_;
    return value;
  }
  T& front() { return ring_[head_]; }
  T& back() { return ring_[(head_ + size_ - 1) & (capacity_ - 1)]; }
  /// Takes the newest element.
  T pop_back() {
    --size_;
    return std::move(ring_[(head_ + size_) & (capacity_ - 1)]);
  }
  /// The element before which `index` others are in the queue.
  const T& operator[](std::uint32_t index) const {
    return ring_[(head_ + index) & (capacity_ - 1)];
  }
  /// Takes the element before which `index` others are in the queue. The fewer of those before and
  /// those behind it close the gap.
  T take(std::uint32_t index) {
    T value = std::move(at(index));
    if (index < size_ / 2) {
      for (; index > 0; --index) at(index) = std::move(at(index - 1));
      head_ = (head_ + 1) & (capacity_ - 1);
      --size_;
    } else {
      for (--size_; index < size_; ++index) at(index) = std::move(at(index + 1));
    }
    return value;
  }
  /// Appends all elements to `list`, oldest first.
  void list(std::vector<T>& list) const {
    for (std::uint32_t i = 0; i < size_; ++i) list.push_back((*this)[i]);
  }

 private:
  T& at(std::uint32_t index) { return ring_[(head_ + index) & (capacity_ - 1)]; }
  void grow() {
    const std::uint32_t larger = capacity_ == 0 ? 1 : 2 * capacity_;
    auto ring = std::make_unique<T[]>(larger);
    for (std::uint32_t i = 0; i < size_; ++i)
      ring[i] = std::move(ring_[(head_ + i) & (capacity_ - 1)]);
    ring_ = std::move(ring);
    capacity_ = larger;
    head_ = 0;
  }

  std::unique_ptr<T[]> ring_;
  std::uint32_t capacity_ = 0;  ///< a power of two
  std::uint32_t head_ = 0;
  std::uint32_t size_ = 0;
};

}  // namespace isobar
