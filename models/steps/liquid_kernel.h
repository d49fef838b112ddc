// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/steps/liquid_rows.h"

namespace isobar {

/// How a Liquid run is computed. The result is the same for all plans.
struct LiquidPlan {
  /// A sweep goes through all dimensions at once, which suits small fabrics, short outermost rings
  /// and cubes. Otherwise the fabric is divided into parts along its outermost dimension, which are
  /// computed in place.
  enum class Traversal : std::uint8_t { sweep, parts };

  unsigned load_bits = 0;  ///< the width of the arrays' elements: 8, 16, 32 or 64
  Traversal traversal = Traversal::sweep;
  std::size_t steps_per_pass = 1;  ///< steps in a pass over memory; more than one only in parts
  std::size_t chunk = 0;           ///< in a single ring: PEs that go through a pass together
  std::size_t brick = 0;  ///< in three dimensions: rows of a plane that do so; 0: whole planes
  unsigned threads = 1;
  Isa isa = Isa::baseline;
  bool counts = true;  ///< whether transfers are counted; if not, transfers() must not be called
  bool keeps_deepest = false;  ///< each PE's greatest load; for a sweep, whose rows pass one by one

  /// A plan that suits the experiment and this machine. `threads` = 0 stands for as many threads as
  /// there are processors, where the fabric is large enough to gain by it.
  static LiquidPlan suited(const Experiment& experiment, unsigned threads = 0);
};

struct LoadRange {
  Load min;
  Load max;
};

/// The loads of a fabric under the Liquid model (Henrich, Definition 1), whole steps at a time.
/// No phase raises the greatest load, because a PE that holds it shifts whenever its predecessor
/// might shift. So the greatest initial load determines the width of the arrays' elements, which
/// need one bit more than that load.
class LiquidKernel {
 public:
  /// Whether the kernel can run an experiment: it can if the scheme is a Liquid one and the fabric
  /// is closed and has a ring.
  static bool fits(const Experiment& experiment);
  static std::unique_ptr<LiquidKernel> make(const Experiment& experiment, const LiquidPlan& plan);
  virtual ~LiquidKernel() = default;
  LiquidKernel(const LiquidKernel&) = delete;
  LiquidKernel& operator=(const LiquidKernel&) = delete;

  /// Computes `steps` more steps, at most plan.steps_per_pass. Returns the extreme loads after each
  /// of them.
  virtual const std::vector<LoadRange>& advance(std::size_t steps) = 0;
  /// Takes the last steps of the last advance back, so that the first `steps` ≥ 1 of it remain.
  virtual void retreat(std::size_t steps) = 0;

  virtual NarrowArray loads() const = 0;
  /// The loads as they were after the first `steps` ≥ 1 steps of the last advance.
  virtual NarrowArray loads_after(std::size_t steps) = 0;
  /// The most tasks that each PE has held after any phase so far, by node; to be called only if the
  /// plan keeps them.
  virtual std::vector<Load> deepest() const = 0;
  /// Tasks sent to the successor, by phase and node. Ends the run: what is needed for more steps is
  /// given back, so that it is not in memory beside them.
  virtual std::vector<NarrowArray> transfers() = 0;

 protected:
  LiquidKernel() = default;
};

}  // namespace isobar
