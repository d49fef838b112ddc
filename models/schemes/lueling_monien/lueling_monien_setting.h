// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/schemes/parts/exponential_backoff.h"
#include "models/types.h"

namespace isobar {

struct LuelingMonienSetting {
  /// What a PE does first in its turn; `random`: either, drawn for each turn.
  enum class First : std::uint8_t { generation, consumption, random };

  double f = 1.1;
  Node delta = 1;
  Load borrow = 4;                     ///< C
  std::uint32_t radius = 0;            ///< within which partners are; 0: all PEs
  bool reset = false;                  ///< partners set l_old as who began does
  bool exclude = false;                ///< a partner keeps what it has of its own class
  bool blocking = false;               ///< a PE does not work until it has its orders
  ExponentialBackoff retry{16, 4096};  ///< after a refusal, a part of it, at random
  std::int64_t load_bits = 16;
  // These have an effect in an ideal network only:
  bool richest = false;   ///< a PE asks the creditor that has most of its own, not any
  bool at_once = false;   ///< all that is exchanged is, and then j balances; else up to its trigger
  bool began = false;     ///< b_kk is settled where k began the balancing; else at all participants
  bool shuffled = false;  ///< the PEs' turns in a step are in random order, else by node
  First first = First::generation;
};

}  // namespace isobar
