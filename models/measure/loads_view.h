// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "models/types.h"

namespace isobar {

/// The loads of all PEs at one step end. A level that keeps them in another form puts them
/// together when they are first looked at, so that not looking costs nothing.
class LoadsView {
 public:
  using Make = std::function<const std::vector<Load>&()>;

  LoadsView(const std::vector<Load>& loads) : loads_(&loads) {}
  /// `make` must outlive the view.
  explicit LoadsView(const Make& make) : make_(&make) {}

  const std::vector<Load>& get() const { return loads_ != nullptr ? *loads_ : (*make_)(); }
  operator const std::vector<Load>&() const { return get(); }
  Load operator[](std::size_t node) const { return get()[node]; }
  std::size_t size() const { return get().size(); }
  std::vector<Load>::const_iterator begin() const { return get().begin(); }
  std::vector<Load>::const_iterator end() const { return get().end(); }

 private:
  const std::vector<Load>* loads_ = nullptr;
  const Make* make_ = nullptr;
};

}  // namespace isobar
