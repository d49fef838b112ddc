// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "models/schemes/hetero/selection.h"

namespace isobar {

/// What a task needs of each resource, in a unit that makes resources comparable, ≥ 0, and of a
/// memory.
struct VectorTask {
  std::vector<double> loads;
  std::int64_t bytes = 0;
};

/// What one end of a link selects from when several resources are balanced as a vector.
struct VectorLink {
  static constexpr std::int64_t unbounded = std::numeric_limits<std::int64_t>::max();

  std::vector<VectorTask> mine;       ///< that may go
  std::vector<VectorTask> theirs;     ///< that the partner offers: they may come
  std::vector<double> amount;         ///< ΔL by resource; below 0: to be got
  std::int64_t room = unbounded;      ///< bytes that may go more than come
  std::int64_t own_room = unbounded;  ///< bytes that may come more than go
  double enough = 0;  ///< part of the largest ΔL that may be left: no two tasks are sought for less
};

struct VectorSelection {
  Selection given;  ///< of `mine`
  Selection taken;  ///< of `theirs`
};

/// Which tasks meet one part of ΔL alone: of `mine` where it is above 0, of `theirs` below.
using SelectOnePart = std::function<Selection(std::size_t resource)>;

/// The largest of what is left of ΔL, and the sum, which decides where the largest are equal.
struct VectorRest {
  double largest = 0;
  double sum = 0;
  bool operator<(const VectorRest& other) const {
    return largest != other.largest ? largest < other.largest : sum < other.sum;
  }
};
VectorRest rest_of(const std::vector<double>& amount);

/// Tasks for a vector of transfers (Watts, Rieffel and Taylor 1998, Conclusion). The resource with
/// the largest ΔL is selected for as if it were alone. That is the selection if no other resource
/// then has more left, and nothing is offered. Otherwise a task is added or left out, or two are,
/// one of them the partner's or not, again and again, whichever makes the largest rest least; from
/// the selection for that resource and from none, and the better of the two is taken.
///
/// The largest rest is never more than the largest ΔL.
VectorSelection select_vector(const VectorLink& link, const SelectOnePart& select_one);

}  // namespace isobar
