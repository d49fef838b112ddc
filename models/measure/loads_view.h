// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "models/index_iterator.h"
#include "models/narrow_array.h"
#include "models/types.h"

namespace isobar {

/// The loads of all PEs at one step end. A level that keeps them in another form puts them
/// together when they are first looked at, so that not looking costs nothing.
class LoadsView {
 public:
  using value_type = Load;
  using const_iterator = IndexIterator<LoadsView>;
  using Make = std::function<const NarrowArray&()>;

  LoadsView(const std::vector<Load>& loads) : wide_(&loads) {}
  LoadsView(const NarrowArray& loads) : narrow_(&loads) {}
  /// `make` must outlive the view.
  explicit LoadsView(const Make& make) : make_(&make) {}

  operator std::vector<Load>() const { return {begin(), end()}; }
  operator NarrowArray() const { return wide_ != nullptr ? NarrowArray(*wide_) : narrow(); }
  Load operator[](std::size_t node) const {
    return wide_ != nullptr ? (*wide_)[node] : narrow()[node];
  }
  std::size_t size() const { return wide_ != nullptr ? wide_->size() : narrow().size(); }
  const_iterator begin() const { return {*this, 0}; }
  const_iterator end() const { return {*this, size()}; }

 private:
  const NarrowArray& narrow() const {
    if (narrow_ == nullptr) narrow_ = &(*make_)();
    return *narrow_;
  }

  const std::vector<Load>* wide_ = nullptr;
  mutable const NarrowArray* narrow_ = nullptr;  ///< null until they are put together
  const Make* make_ = nullptr;
};

}  // namespace isobar
