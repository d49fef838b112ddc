// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/steps/liquid_rows.h"

namespace isobar {

/// How a Liquid run is computed. It changes nothing in the result.
struct LiquidPlan {
  /// Over the fabric's outermost dimension in parts and in place, or in one sweep through all
  /// dimensions at once, which suits small fabrics and short outermost rings.
  enum class Way : std::uint8_t { sweep, parts };

  unsigned load_bits = 0;  ///< of the arrays: 8, 16, 32 or 64
  Way way = Way::sweep;
  std::size_t steps_per_pass = 1;  ///< through memory; more than one only in parts
  std::size_t chunk = 0;           ///< of a single ring: PEs that go through a pass together
  unsigned threads = 1;
  Isa isa = Isa::baseline;
  bool counts = true;  ///< transfers; without, transfers() is not to be asked

  /// What suits the experiment and this machine. `threads` = 0: as many as there are processors,
  /// where the fabric is large enough to gain by it.
  static LiquidPlan suited(const Experiment& experiment, unsigned threads = 0);
};

struct LoadRange {
  Load min;
  Load max;
};

/// The loads of a fabric under the Liquid model (Henrich, Definition 1), whole steps at a time.
/// No phase raises the greatest load: a PE that has it shifts whenever its predecessor might. So
/// the initial one says how wide the arrays must be; they need a bit more than it has.
class LiquidKernel {
 public:
  /// Whether it can run an experiment: any Liquid one on a fabric with a ring.
  static bool fits(const Experiment& experiment);
  static std::unique_ptr<LiquidKernel> make(const Experiment& experiment, const LiquidPlan& plan);
  virtual ~LiquidKernel() = default;
  LiquidKernel(const LiquidKernel&) = delete;
  LiquidKernel& operator=(const LiquidKernel&) = delete;

  /// At most plan.steps_per_pass steps on; returns the extreme loads after each of them.
  virtual const std::vector<LoadRange>& advance(std::size_t steps) = 0;
  /// Back into the last advance: to after `steps` of its steps, at least one.
  virtual void retreat(std::size_t steps) = 0;

  virtual std::vector<Load> loads() const = 0;
  /// As they were after `steps` ≥ 1 steps of the last advance.
  virtual std::vector<Load> loads_after(std::size_t steps) = 0;
  /// Tasks sent to the successor so far, by phase and node.
  virtual std::vector<std::vector<std::int64_t>> transfers() = 0;

 protected:
  LiquidKernel() = default;
};

}  // namespace isobar
