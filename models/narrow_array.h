// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "models/index_iterator.h"

namespace isobar {

/// An array of whole numbers of 64 bits, all of which it holds in 1, 2 or 4 bytes each as long as
/// none is negative and the greatest fits, and in 8 otherwise. It widens by itself and never
/// becomes narrower. So the loads of 10^8 PEs take 100 MB where they are small.
class NarrowArray {
 public:
  using value_type = std::int64_t;                    ///< as elements are seen from outside
  using const_iterator = IndexIterator<NarrowArray>;  ///< gives elements by value

  /// An element of an array that may change.
  class Reference {
   public:
    /// @cond what every reference has
    Reference(NarrowArray& array, std::size_t index) : array_(array), index_(index) {}
    Reference(const Reference&) = default;
    Reference& operator=(const Reference& other) { return *this = std::int64_t{other}; }
    Reference& operator=(std::int64_t value) {
      array_.set(index_, value);
      return *this;
    }
    Reference& operator+=(std::int64_t value) { return *this = *this + value; }
    Reference& operator-=(std::int64_t value) { return *this = *this - value; }
    Reference& operator++() { return *this += 1; }
    Reference& operator--() { return *this -= 1; }
    operator std::int64_t() const { return std::as_const(array_)[index_]; }

    /// @endcond
   private:
    NarrowArray& array_;
    std::size_t index_;
  };

  /// Calls `use` with the std::vector that holds the elements, of any of the four types: a loop
  /// over it is as fast as over any vector.
  template <class Use>
  decltype(auto) visit(Use use) const {
    return std::visit(use, held_);
  }
  /// Calls `use` with the same vector, whose elements it may change within what their type holds.
  template <class Use>
  decltype(auto) visit(Use use) {
    return std::visit(use, held_);
  }

  NarrowArray() = default;
  /// As many elements, all alike.
  explicit NarrowArray(std::size_t size, std::int64_t value = 0) { assign(size, value); }
  /// With these elements.
  NarrowArray(std::initializer_list<std::int64_t> values) { append(values); }
  /// With these elements.
  NarrowArray(const std::vector<std::int64_t>& values) { append(values); }
  /// Takes elements over as they are held: `T` is an unsigned type of 1, 2 or 4 bytes, or
  /// std::int64_t.
  template <class T>
  static NarrowArray holding(std::vector<T> elements) {
    NarrowArray array;
    array.held_ = std::move(elements);
    return array;
  }
  /// The elements, 8 bytes each.
  operator std::vector<std::int64_t>() const { return {begin(), end()}; }

  /// The number of elements.
  std::size_t size() const {
    return visit([](const auto& held) { return held.size(); });
  }
  /// Whether there is no element.
  bool empty() const { return size() == 0; }
  /// The bytes that an element takes.
  std::size_t width() const { return std::size_t{1} << held_.index(); }

  /// The element at a place, which must be there.
  std::int64_t operator[](std::size_t i) const {
    switch (held_.index()) {
      case 0:
        return (*std::get_if<0>(&held_))[i];
      case 1:
        return (*std::get_if<1>(&held_))[i];
      case 2:
        return (*std::get_if<2>(&held_))[i];
      default:
        return (*std::get_if<3>(&held_))[i];
    }
  }
  /// The element at a place, to be changed.
  Reference operator[](std::size_t i) { return {*this, i}; }
  /// The first element, which must be there.
  std::int64_t front() const { return (*this)[0]; }
  /// The first element, to be changed.
  Reference front() { return (*this)[0]; }
  /// The last element, which must be there.
  std::int64_t back() const { return (*this)[size() - 1]; }
  /// At the first element.
  const_iterator begin() const { return {*this, 0}; }
  /// Behind the last element.
  const_iterator end() const { return {*this, size()}; }

  /// Gives an element a value; the array becomes wider if it has to.
  void set(std::size_t i, std::int64_t value) {
    make_room_for(value);
    visit([&](auto& held) { put(held[i], value); });
  }
  /// Adds an element; the array becomes wider if it has to.
  void push_back(std::int64_t value) {
    make_room_for(value);
    visit([&](auto& held) { put(held.emplace_back(), value); });
  }
  /// As many elements, all alike.
  void assign(std::size_t size, std::int64_t value) {
    held_ = std::vector<std::uint8_t>();
    resize(size, value);
  }
  /// Elements that are new get the value.
  void resize(std::size_t size, std::int64_t value = 0) {
    make_room_for(value);
    visit([&](auto& held) {
      typename std::decay_t<decltype(held)>::value_type element{};
      put(element, value);
      held.resize(size, element);
    });
  }
  /// Widens the array, if need be, so that an element can have the value.
  void make_room_for(std::int64_t value) {
    while (!visit([&](const auto& held) { return has_room(held, value); })) widen();
  }

  /// The sum of all elements.
  std::int64_t sum() const {
    return visit([](const auto& held) {
      std::int64_t sum = 0;
      for (const auto element : held) sum += element;
      return sum;
    });
  }
  /// The array must have an element, here and in max().
  std::int64_t min() const {
    return visit([](const auto& held) {
      auto least = held.front();
      for (const auto element : held) least = std::min(least, element);
      return std::int64_t{least};
    });
  }
  /// The greatest element; there must be one.
  std::int64_t max() const {
    return visit([](const auto& held) {
      auto most = held.front();
      for (const auto element : held) most = std::max(most, element);
      return std::int64_t{most};
    });
  }
  /// The first element that is as great as max().
  std::size_t place_of_max() const {
    return visit([this](const auto& held) {
      return static_cast<std::size_t>(std::find(held.begin(), held.end(), max()) - held.begin());
    });
  }

  /// Whether the numbers are the same, however wide they are held.
  friend bool operator==(const NarrowArray& a, const NarrowArray& b) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin());
  }
  /// Whether any number is another.
  friend bool operator!=(const NarrowArray& a, const NarrowArray& b) { return !(a == b); }

 private:
  template <class T>
  static bool has_room(const std::vector<T>& /*held*/, std::int64_t value) {
    return std::is_signed_v<T> ||
           (value >= 0 && static_cast<std::uint64_t>(value) <= std::numeric_limits<T>::max());
  }

  template <class T>
  static void put(T& element, std::int64_t value) {
    element = static_cast<T>(value);
  }

  template <class Values>
  void append(const Values& values) {
    for (const auto value : values) make_room_for(value);
    visit([&](auto& held) {
      held.resize(values.size());
      std::transform(values.begin(), values.end(), held.begin(), [](std::int64_t value) {
        return static_cast<typename std::decay_t<decltype(held)>::value_type>(value);
      });
    });
  }

  void widen() {
    switch (held_.index()) {
      case 0:
        held_ = std::vector<std::uint16_t>(std::get<0>(held_).begin(), std::get<0>(held_).end());
        break;
      case 1:
        held_ = std::vector<std::uint32_t>(std::get<1>(held_).begin(), std::get<1>(held_).end());
        break;
      default:
        held_ = std::vector<std::int64_t>(std::get<2>(held_).begin(), std::get<2>(held_).end());
        break;
    }
  }

  std::variant<std::vector<std::uint8_t>, std::vector<std::uint16_t>, std::vector<std::uint32_t>,
               std::vector<std::int64_t>>
      held_;
};

}  // namespace isobar
