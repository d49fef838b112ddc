// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace isobar {

/// A synchronous scheme that is nearest-neighbour averaging by equal portions: one phase in which
/// every PE tells all its neighbours its load, and gives to each that has less the difference
/// divided by the number of neighbours plus one, rounded up towards a successor and down towards a
/// predecessor. Who builds or costs it by other means (RTL, synthesis) asks this; the scheme
/// promises that they come to the same.
class EqualPortions {
 public:
  virtual ~EqualPortions() = default;

 protected:
  EqualPortions() = default;
  EqualPortions(const EqualPortions&) = default;
  EqualPortions& operator=(const EqualPortions&) = default;
};

/// Whether `scheme` is averaging by equal portions.
template <class Scheme>
bool gives_equal_portions(const Scheme* scheme) {
  return dynamic_cast<const EqualPortions*>(scheme) != nullptr;
}

}  // namespace isobar
