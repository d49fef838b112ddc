// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <iterator>

namespace isobar {

/// Goes through what has an `operator[]` that returns values, as an array does that computes them.
template <class Array>
class IndexIterator {
 public:
  /// @cond what every random-access iterator has
  using iterator_category = std::random_access_iterator_tag;
  using value_type = typename Array::value_type;
  using difference_type = std::ptrdiff_t;
  using reference = value_type;
  using pointer = const value_type*;

  IndexIterator() = default;
  IndexIterator(const Array& array, std::size_t index) : array_(&array), index_(index) {}

  value_type operator*() const { return (*array_)[index_]; }
  value_type operator[](difference_type n) const { return *(*this + n); }

  IndexIterator& operator+=(difference_type n) {
    index_ += static_cast<std::size_t>(n);
    return *this;
  }
  IndexIterator& operator-=(difference_type n) { return *this += -n; }
  IndexIterator& operator++() { return *this += 1; }
  IndexIterator& operator--() { return *this -= 1; }
  IndexIterator operator++(int) {
    const auto before = *this;
    ++*this;
    return before;
  }
  IndexIterator operator--(int) {
    const auto before = *this;
    --*this;
    return before;
  }
  friend IndexIterator operator+(IndexIterator at, difference_type n) { return at += n; }
  friend IndexIterator operator+(difference_type n, IndexIterator at) { return at += n; }
  friend IndexIterator operator-(IndexIterator at, difference_type n) { return at -= n; }
  friend difference_type operator-(const IndexIterator& a, const IndexIterator& b) {
    return static_cast<difference_type>(a.index_ - b.index_);
  }

  friend bool operator==(const IndexIterator& a, const IndexIterator& b) {
    return a.index_ == b.index_;
  }
  friend bool operator!=(const IndexIterator& a, const IndexIterator& b) { return !(a == b); }
  friend bool operator<(const IndexIterator& a, const IndexIterator& b) {
    return a.index_ < b.index_;
  }
  friend bool operator>(const IndexIterator& a, const IndexIterator& b) { return b < a; }
  friend bool operator<=(const IndexIterator& a, const IndexIterator& b) { return !(b < a); }
  friend bool operator>=(const IndexIterator& a, const IndexIterator& b) { return !(a < b); }

  /// @endcond

 private:
  const Array* array_ = nullptr;
  std::size_t index_ = 0;
};

}  // namespace isobar
