// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "models/schemes/hetero/selection.h"

namespace isobar {

/// Combinations of tasks that are worth keeping, by ascending load, from none of them on. Each is
/// kept as another one and a task more.
class Combinations {
 public:
  struct Entry {
    double load = 0;
    double value = 0;
    std::uint32_t tasks = nothing;  ///< for `tasks`
    bool is_new = false;            ///< with the task that is being added
  };
  using Entries = std::vector<Entry>;

  /// Every one also with `task`, as far as its load is at most `most`, except those that are no
  /// better than one of no more load; of these what `thin` leaves.
  template <class Thin>
  void add(std::size_t task, double load, double value, double most, const Thin& thin) {
    auto entries = extended(load, value, most);
    thin(entries);
    keep(std::move(entries), task);
  }

  const Entries& entries() const { return entries_; }
  /// Places, the last added first.
  Selection tasks(const Entry& entry) const;

 private:
  static constexpr std::uint32_t nothing = std::numeric_limits<std::uint32_t>::max();
  struct Link {
    std::uint32_t rest;
    std::uint32_t task;
  };

  Entries extended(double load, double value, double most) const;
  void keep(Entries entries, std::size_t task);

  Entries entries_ = {{}};
  std::vector<Link> links_;
};

}  // namespace isobar
