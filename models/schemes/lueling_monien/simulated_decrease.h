// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/schemes/lueling_monien/virtual_load.h"
#include "models/types.h"

namespace isobar {

/// Section 6 of Lüling and Monien: one load class, of which every PE has `x` packets at first.
struct DecreaseSetting {
  Node nodes = 64;
  Node delta = 1;
  double f = 1.1;
  Load x = 100;
  Load c = 50;  ///< < x
};

/// Balancing operations until the PE of the class, which consumes a packet after the other and
/// balances as the algorithm says, has consumed c of them. (The lemmas speak of a decrease from x
/// to x − c; what balancings bring back does not count in them.)
std::int64_t simulated_decrease(const DecreaseSetting& setting, SmallRandom& random);

}  // namespace isobar
