// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

namespace isobar {

/// An array with one number for each PE, initially 0 and aligned for vectors. Large arrays lie in
/// huge pages where the system has them.
template <class T>
class Plane {
 public:
  static_assert(std::is_arithmetic_v<T>);

  Plane() = default;
  explicit Plane(std::size_t size) : size_(size) {
    if (size > 0) data_.reset(allocate(size));
  }

  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  std::size_t size() const { return size_; }
  T& operator[](std::size_t i) { return data_.get()[i]; }
  const T& operator[](std::size_t i) const { return data_.get()[i]; }

 private:
  struct Free {
    void operator()(T* data) const { std::free(data); }
  };

  static T* allocate(std::size_t size) {
    constexpr std::size_t huge_page = std::size_t{1} << 21;
    constexpr std::size_t page = 4096;
    constexpr std::size_t vector = 64;
    const std::size_t bytes = size * sizeof(T);
    const bool large = bytes >= 2 * huge_page;
    const std::size_t alignment = large ? huge_page : (bytes >= page ? page : vector);
    const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
    void* data = std::aligned_alloc(alignment, rounded);
    if (data == nullptr) throw std::bad_alloc();
    if (large)
      madvise(data, rounded, MADV_HUGEPAGE);  // a hint; without huge pages it is only slower
    return new (data) T[size]();
  }

  std::size_t size_ = 0;
  std::unique_ptr<T, Free> data_;
};

}  // namespace isobar
