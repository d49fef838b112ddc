// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "models/experiment/experiment.h"
#include "models/link/activity.h"

namespace isobar {

/// Numbers the executors of a fabric for dense arrays: PE by PE, with as many places each as the PE
/// with the most of them needs.
class ExecutorPlaces {
 public:
  /// Numbers the executors of `experiment`, which is not needed afterwards.
  explicit ExecutorPlaces(const Experiment& experiment)
      : of_pe_(experiment.most_executors()), all_(experiment.fabric.pes() * of_pe_) {}

  /// How many places each PE has.
  std::size_t of_pe() const { return of_pe_; }
  /// How many places there are in the whole fabric.
  std::size_t all() const { return all_; }
  /// The place that an executor has.
  std::size_t place(ExecutorId executor) const { return executor.node * of_pe_ + executor.number; }
  /// The PE that a place belongs to.
  std::size_t pe(std::size_t place) const { return place / of_pe_; }

 private:
  std::size_t of_pe_;
  std::size_t all_;
};

}  // namespace isobar
