// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "sim/reproduce/comparison.h"

namespace isobar {

/// In how many cases something holds.
struct Count {
  std::size_t holds = 0;
  std::size_t all = 0;

  void add(bool is_so) {
    ++all;
    holds += is_so ? 1 : 0;
  }
  void add(const Count& other) {
    all += other.all;
    holds += other.holds;
  }
  bool always() const { return all > 0 && holds == all; }
  bool never() const { return all > 0 && holds == 0; }
  Measured measured() const { return cases(holds, all); }
};

/// A statement that holds in every case; it fails where there is none.
Comparison claim_always(const std::string& what, const std::string& published, const Count& count);

}  // namespace isobar
