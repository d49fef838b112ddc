// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/schemes/contract/triangle.h"

namespace isobar {

/// What the nodes of a triangle end with (Al-Nsour et al., Section 2.2): a third each; the tasks
/// over stay with those that have most, on a tie coordinator before left before right.
TriangleLoads hhc_b_targets(const TriangleLoads& loads);
/// What one of them gives another for that; negative is what it gets from it.
Load hhc_b_share(const TriangleLoads& loads, Place from, Place to);

/// A synchronous scheme that is HHC algorithm B: a phase in which the left and the right node of
/// every triangle report their loads to their coordinator, which divides; one in which it orders
/// who gives what to whom, two numbers a word, and the tasks go; then a phase for each further
/// dimension, in which the fuller node of each pair gives half of what it has more, rounded down.
/// Who builds or costs it by other means (RTL, synthesis) asks this; the scheme promises that they
/// come to the same.
class OrderedTriangles {
 public:
  virtual ~OrderedTriangles() = default;

 protected:
  OrderedTriangles() = default;
  OrderedTriangles(const OrderedTriangles&) = default;
  OrderedTriangles& operator=(const OrderedTriangles&) = default;
};

/// Whether `scheme` is HHC algorithm B.
template <class Scheme>
bool orders_triangles(const Scheme* scheme) {
  return dynamic_cast<const OrderedTriangles*>(scheme) != nullptr;
}

}  // namespace isobar
