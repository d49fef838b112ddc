// SPDX-License-Identifier: Apache-2.0
#include "models/steps/liquid_kernel.h"

#include <algorithm>
#include <limits>
#include <thread>
#include <type_traits>
#include <utility>

#include "models/steps/liquid_arc.h"
#include "models/steps/liquid_band.h"
#include "models/steps/liquid_bricks.h"
#include "models/steps/liquid_cube.h"
#include "models/steps/liquid_shape.h"
#include "models/steps/liquid_sweep.h"
#include "models/steps/liquid_torus.h"
#include "models/steps/plane.h"
#include "models/team.h"

namespace isobar {
namespace {

std::optional<Condition> liquid_of(const Experiment& experiment) {
  return experiment.scheme ? experiment.scheme->liquid_condition() : std::nullopt;
}

/// Counts transfers by phase and node. A step adds to 8-bit counters, which are added to wider ones
/// and cleared before they overflow. In a fabric's last dimension only the first row is counted:
/// what the other rows sent follows from their loads and from what they received.
class TransferCounts {
 public:
  TransferCounts(const LiquidShape& shape, bool first_row_only) : shape_(shape) {
    for (std::size_t phase = 0; phase < shape.phases(); ++phase) {
      const bool row = first_row_only && phase + 1 == shape.phases();
      narrow_.emplace_back(row ? shape.stride[phase] : shape.nodes());
      wide_.emplace_back(narrow_.back().size());
    }
    first_row_only_ = first_row_only;
  }

  /// The counters, by phase, for `steps` more steps. A `unit` of 255 takes steps back.
  gsl::span<const RowCounters> count(std::size_t steps, std::uint8_t unit) {
    constexpr std::size_t most = std::numeric_limits<std::uint8_t>::max();
    if (unit == 1) {
      if (steps_ + steps > most) empty();
      steps_ += steps;
    } else {
      steps_ -= steps;
    }
    row_counters_.clear();
    for (auto& plane : narrow_) row_counters_.push_back({plane.data(), unit});
    return row_counters_;
  }

  /// All counts; none may be counted afterwards.
  std::vector<NarrowArray> all(const NarrowArray& initial, const NarrowArray& loads) {
    empty();
    narrow_.clear();
    if (shape_.is_cube) {
      for (auto& plane : wide_) plane = by_node(plane);
    }
    if (first_row_only_) complete(initial, loads);
    return std::move(wide_);
  }

 private:
  void empty() {
    all_steps_ += static_cast<std::int64_t>(steps_);
    for (std::size_t phase = 0; phase < narrow_.size(); ++phase) {
      auto* narrow = narrow_[phase].data();
      wide_[phase].make_room_for(all_steps_);  // a link carries at most one task a step
      wide_[phase].visit([&](auto& wide) {
        for (std::size_t i = 0; i < wide.size(); ++i) {
          wide[i] = static_cast<std::decay_t<decltype(wide[i])>>(wide[i] + narrow[i]);
          narrow[i] = 0;
        }
      });
    }
    steps_ = 0;
  }

  /// What lies in `plane` by place, by node.
  NarrowArray by_node(const NarrowArray& plane) const {
    return plane.visit([this](const auto& held) {
      std::decay_t<decltype(held)> sorted(held.size());
      for (std::size_t node = 0; node < held.size(); ++node) {
        sorted[node] = held[shape_.place(node)];
      }
      return NarrowArray::holding(std::move(sorted));
    });
  }

  /// Completes the last dimension: what a PE sent there is what it received there from its
  /// predecessor, plus what it lost in sum, plus what it gained in the other dimensions.
  void complete(const NarrowArray& initial, const NarrowArray& loads) {
    const std::size_t row = shape_.stride.back();
    const auto& sent = std::as_const(wide_);
    wide_.back().resize(shape_.nodes());
    wide_.back().visit([&](auto& last) {
      for (std::size_t node = row; node < shape_.nodes(); ++node) {
        std::int64_t count = last[node - row] + initial[node] - loads[node];
        for (std::size_t phase = 0; phase + 1 < sent.size(); ++phase) {
          const bool wraps = node / shape_.stride[phase] % shape_.radix[phase] == 0;
          const std::size_t predecessor =
              node - shape_.stride[phase] + (wraps ? shape_.block[phase] : 0);
          count += sent[phase][predecessor] - sent[phase][node];
        }
        last[node] = static_cast<std::decay_t<decltype(last[node])>>(count);
      }
    });
  }

  const LiquidShape& shape_;
  bool first_row_only_ = false;
  std::vector<Plane<std::uint8_t>> narrow_;
  std::vector<NarrowArray> wide_;
  std::vector<RowCounters> row_counters_;
  std::size_t steps_ = 0;       ///< in the narrow ones
  std::int64_t all_steps_ = 0;  ///< in the wide ones
};

template <class L>
class Kernel final : public LiquidKernel {
 public:
  Kernel(const Experiment& experiment, Condition condition, const LiquidPlan& plan)
      : initial_(experiment.loads),
        shape_(experiment.fabric, plan.traversal == LiquidPlan::Traversal::sweep),
        plan_(plan),
        team_(plan.threads),
        rows_(liquid_rows<L>(condition, plan.isa)),
        now_(shape_.nodes()) {
    initial_.visit([this](const auto& loads) {
      for (std::size_t node = 0; node < loads.size(); ++node) {
        now_[shape_.place(node)] = odd_load(static_cast<L>(loads[node]));
      }
    });
    if (plan.keeps_deepest) {
      deepest_ = Plane<L>(shape_.nodes());
      std::copy_n(now_.data(), now_.size(), deepest_.data());
    }
    L* deepest = plan.keeps_deepest ? deepest_.data() : nullptr;
    if (shape_.is_cube) {
      cube_ = std::make_unique<LiquidCube<L>>(shape_, rows_, team_.size(), deepest);
    } else if (plan.traversal == LiquidPlan::Traversal::sweep) {
      sweep_ = std::make_unique<LiquidSweep<L>>(shape_, rows_, shape_.phases());
      sweep_->keep_deepest(deepest);
    } else {
      divide(condition);
    }
    // A sweep is never in place, and a pass of several steps may have to be repeated from its
    // source.
    if (!in_place()) source_ = Plane<L>(shape_.nodes());
    if (plan.counts) counts_ = std::make_unique<TransferCounts>(shape_, !sweep_ && !cube_);
  }

  const std::vector<LoadRange>& advance(std::size_t steps) override {
    auto phase_counters = counts_ ? counts_->count(steps, 1) : gsl::span<const RowCounters>();
    taken_ = steps;
    if (in_place()) {
      pass(now_.data(), now_.data(), 1, phase_counters);
    } else {
      std::swap(now_, source_);
      pass(source_.data(), now_.data(), steps, phase_counters);
    }
    return ranges_;
  }

  void retreat(std::size_t steps) override {
    if (steps == taken_) return;
    // The same steps are computed once more to subtract what they added to the counters.
    if (counts_) pass(source_.data(), now_.data(), taken_, counts_->count(taken_, minus_one));
    pass(source_.data(), now_.data(), steps,
         counts_ ? counts_->count(steps, 1) : gsl::span<const RowCounters>());
    taken_ = steps;
  }

  NarrowArray loads() const override { return plain(now_); }

  NarrowArray loads_after(std::size_t steps) override {
    if (steps == taken_) return loads();
    if (aside_.size() == 0) aside_ = Plane<L>(shape_.nodes());
    pass(source_.data(), aside_.data(), steps, {});
    return plain(aside_);
  }

  std::vector<Load> deepest() const override { return plain(deepest_); }

  std::vector<NarrowArray> transfers() override {
    for (auto* plane : {&source_, &aside_}) *plane = Plane<L>();
    return counts_->all(initial_, loads());
  }

 private:
  static constexpr std::uint8_t minus_one = 255;

  /// Whether all passes are in place.
  bool in_place() const {
    return cube_ || (!sweep_ && bricks_.empty() && plan_.steps_per_pass == 1);
  }

  void divide(Condition condition) {
    const std::size_t radix = shape_.radix.back();
    const std::size_t parts = std::min<std::size_t>(team_.size(), radix);
    for (std::size_t part = 0; part < parts; ++part) {
      const std::size_t first = radix * part / parts;
      const std::size_t last = radix * (part + 1) / parts;
      if (shape_.phases() == 1) {
        arcs_.emplace_back(radix, rows_, condition, first, last, plan_.chunk, plan_.steps_per_pass);
      } else if (shape_.phases() == 2) {
        tori_.emplace_back(shape_, rows_, condition, first, last, plan_.steps_per_pass);
      } else if (shape_.phases() == 3 && plan_.brick > 0) {
        bricks_.emplace_back(shape_, rows_, condition, first, last, plan_.brick,
                             plan_.steps_per_pass);
      } else {
        bands_.emplace_back(shape_, rows_, Reach(condition), first, last, plan_.steps_per_pass);
      }
    }
    found_.resize(parts);
  }

  void pass(const L* from, L* to, std::size_t steps, gsl::span<const RowCounters> phase_counters) {
    if (sweep_ || cube_) {
      std::vector<Extremes<L>> found(team_.size());
      if (cube_) cube_->run(team_, to, {phase_counters, 0}, found);
      if (sweep_) sweep_->run(from, to, {phase_counters, 0}, &found.front());
      for (const auto& part : found) found.front().join(part);
      ranges_.assign(1, range(found.front()));
      return;
    }
    if (from == to) {
      for (auto& band : bands_) band.keep(from);
      for (auto& torus : tori_) torus.keep(from);
      for (auto& arc : arcs_) arc.keep(from);
    }
    team_.run([&](unsigned part) {
      if (part >= found_.size()) return;
      auto& found = found_[part];
      found.assign(steps, Extremes<L>());
      const Pass<L> mine = {from, to, steps, {phase_counters, 0}, found};
      if (!arcs_.empty()) arcs_[part].run(mine);
      if (!tori_.empty()) tori_[part].run(mine);
      if (!bands_.empty()) bands_[part].run(mine);
      if (!bricks_.empty()) bricks_[part].run(mine);
    });
    ranges_.clear();
    for (std::size_t step = 0; step < steps; ++step) {
      Extremes<L> all;
      for (const auto& part : found_) all.join(part[step]);
      ranges_.push_back(range(all));
    }
  }

  static Load plain(L held) { return static_cast<Load>(held / 2); }

  NarrowArray plain(const Plane<L>& held) const {
    using Held = std::conditional_t<sizeof(L) == sizeof(Load), Load, L>;
    std::vector<Held> loads(held.size());
    for (std::size_t node = 0; node < loads.size(); ++node) {
      loads[node] = static_cast<Held>(plain(held[shape_.place(node)]));
    }
    return NarrowArray::holding(std::move(loads));
  }

  LoadRange range(const Extremes<L>& e) const { return {plain(e.min), plain(e.max)}; }

  const NarrowArray& initial_;
  LiquidShape shape_;
  LiquidPlan plan_;
  Team team_;
  LiquidRows<L> rows_;
  Plane<L> now_;     ///< odd loads, as in all planes
  Plane<L> source_;  ///< of the last advance, if it was not in place
  Plane<L> aside_;   ///< some step between
  Plane<L> deepest_;
  std::size_t taken_ = 0;
  std::unique_ptr<LiquidSweep<L>> sweep_;
  std::unique_ptr<LiquidCube<L>> cube_;
  std::vector<LiquidBand<L>> bands_;
  std::vector<LiquidBricks<L>> bricks_;
  std::vector<LiquidTorus<L>> tori_;
  std::vector<LiquidArc<L>> arcs_;
  std::vector<std::vector<Extremes<L>>> found_;  ///< by part and step
  std::vector<LoadRange> ranges_;
  std::unique_ptr<TransferCounts> counts_;
};

}  // namespace

LiquidPlan LiquidPlan::suited(const Experiment& experiment, unsigned threads) {
  constexpr std::size_t second_level_cache = std::size_t{1} << 20;  // bytes per core, about
  constexpr std::size_t first_level_cache = std::size_t{1} << 15;
  constexpr std::size_t third_level_cache = std::size_t{1} << 25;
  constexpr std::size_t most_steps = 24;
  constexpr std::size_t most_steps_of_ring = 16;
  constexpr std::size_t most_steps_of_bricks = 16;
  constexpr std::size_t small_fabric = 2048;
  constexpr std::size_t wide_rows = 100;
  constexpr std::size_t enough_height = 12;  // rows of a brick, for each step
  constexpr std::size_t many_rows = 32;

  LiquidPlan plan;
  plan.isa = best_isa();
  const Load max = experiment.loads.max();
  plan.load_bits = 8;
  while (plan.load_bits < 64 && (max + 1) >> (plan.load_bits - 1) != 0) plan.load_bits *= 2;

  const LiquidShape shape(experiment.fabric);
  const bool cube = LiquidShape(experiment.fabric, true).is_cube;
  const std::size_t size = plan.load_bits / 8;
  const std::size_t row = shape.stride.back();
  const std::size_t rows = shape.radix.back();
  const std::size_t bytes = shape.nodes() * size;
  if (threads == 0) {
    threads =
        bytes > 2 * second_level_cache ? std::max(1U, std::thread::hardware_concurrency()) : 1;
  }
  plan.keeps_deepest = experiment.lists_deepest;
  const bool ring = shape.phases() == 1;
  // Calls do not pay for short rows, nor parts for few rows.
  const bool small = shape.nodes() <= small_fabric;
  const bool in_cache = shape.phases() > 2 && 2 * bytes <= second_level_cache;
  if (cube) plan.threads = threads;
  if (cube || plan.keeps_deepest || small || in_cache ||
      (!ring && (row < wide_rows || rows < many_rows))) {
    return plan;
  }
  plan.threads = threads;
  plan.traversal = LiquidPlan::Traversal::parts;
  const std::size_t enough_rows = std::max<std::size_t>(1, rows / plan.threads / 16);
  const bool two = hears_predecessor(liquid_of(experiment).value());
  if (ring) {
    plan.chunk = first_level_cache / 2 / size;
    plan.steps_per_pass = most_steps_of_ring;
    return plan;
  }
  if (shape.phases() == 3 && shape.radix[0] >= wide_rows && shape.radix[1] >= 2 * enough_height) {
    // Each step keeps one or two planes of a brick, which are read and written once a pass and lie
    // in the third-level cache. Its rows should be many beside those that are computed twice.
    const std::size_t fit = third_level_cache / 8 / ((two ? 2 : 1) * shape.radix[0] * size);
    plan.steps_per_pass =
        std::min({most_steps_of_bricks, enough_rows, shape.radix[1] / enough_height});
    while (plan.steps_per_pass > 1 &&
           fit / plan.steps_per_pass < enough_height * plan.steps_per_pass) {
      --plan.steps_per_pass;
    }
    plan.brick = std::clamp<std::size_t>(fit / plan.steps_per_pass, 1, shape.radix[1]);
    return plan;
  }
  // Each step keeps so many rows in the second-level cache: one or two in a torus, four at most in
  // more dimensions.
  const std::size_t rows_each = shape.phases() > 2 ? 4 : (two ? 2 : 1);
  const std::size_t fit = second_level_cache / 2 / (rows_each * row * size);
  plan.steps_per_pass = std::clamp<std::size_t>(fit, 1, std::min(most_steps, enough_rows));
  return plan;
}

bool LiquidKernel::fits(const Experiment& experiment) {
  const auto& fabric = experiment.fabric;
  return liquid_of(experiment) && fabric.closed() && fabric.dimensions() > 0 &&
         experiment.loads.min() >= 0;
}

std::unique_ptr<LiquidKernel> LiquidKernel::make(const Experiment& experiment,
                                                 const LiquidPlan& plan) {
  const auto condition = liquid_of(experiment).value();
  switch (plan.load_bits) {
    case 8:
      return std::make_unique<Kernel<std::uint8_t>>(experiment, condition, plan);
    case 16:
      return std::make_unique<Kernel<std::uint16_t>>(experiment, condition, plan);
    case 32:
      return std::make_unique<Kernel<std::uint32_t>>(experiment, condition, plan);
    default:
      return std::make_unique<Kernel<std::uint64_t>>(experiment, condition, plan);
  }
}

}  // namespace isobar
