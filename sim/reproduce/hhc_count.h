// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/analysis/hhc_formulas.h"
#include "sim/reproduce/lab.h"

namespace isobar {

/// The communication steps of a run: a message counts at the PE that sends it and at the one that
/// receives it, a transfer as one message whatever its size.
struct HhcCount {
  struct Part {
    std::int64_t total = 0;  ///< messages of all PEs
    std::int64_t node = 0;   ///< the most at one PE
  };
  std::vector<Part> parts;     ///< those of hhc_counted_steps
  std::int64_t total = 0;      ///< messages of all PEs and parts
  std::int64_t node = 0;       ///< the most at one PE
  std::int64_t words = 0;      ///< each counted once
  std::int64_t transfers = 0;  ///< each counted once
  std::int64_t visits = 0;     ///< C: requests, each with a reply, among the words
  std::int64_t word_bits = 0;  ///< bits of the words of the PE with the most of them
  Cycle cycles = 0;            ///< cycles of the run
};

HhcCount hhc_count(const Lab& lab, HhcAlgorithm algorithm, unsigned dh,
                   const Experiment& experiment);

}  // namespace isobar
