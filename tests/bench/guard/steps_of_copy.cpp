// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/guard/steps_of_copy.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <vector>

#include "models/steps/liquid_kernel.h"
#include "tests/bench/guard/processor_time.h"
#include "tests/support/experiments.h"

namespace isobar::bench {
namespace {

template <class Work>
double nanoseconds(const Work& work) {
  const auto start = processor_nanoseconds();
  work();
  return static_cast<double>(processor_nanoseconds() - start);
}

}  // namespace

double steps_of_copy(const std::string& fabric, unsigned bits) {
  auto e = test::experiment(fabric, "lm-c5", "uniform:0..120");
  e.lists_deepest = false;  // which would take another way through memory
  auto plan = LiquidPlan::suited(e, 1);
  plan.load_bits = bits;
  plan.counts = false;
  const auto kernel = LiquidKernel::make(e, plan);
  const std::size_t bytes = std::size_t{e.fabric.pes()} * bits / 8;
  const std::vector<char> from(bytes, 1);
  std::vector<char> to(bytes, 1);
  constexpr double pe_steps = 1e8;  // so many take some ten milliseconds
  const double of_pass =
      static_cast<double>(e.fabric.pes()) * static_cast<double>(plan.steps_per_pass);
  const int passes = 1 + static_cast<int>(pe_steps / of_pass);
  kernel->advance(plan.steps_per_pass);
  std::vector<double> ratios(7);
  for (auto& ratio : ratios) {
    const double copy = nanoseconds([&] {
      for (int pass = 0; pass < passes; ++pass) {
        std::memcpy(to.data(), from.data(), bytes);
        std::atomic_signal_fence(std::memory_order_seq_cst);  // the compiler must not drop the copy
      }
    });
    const double steps = nanoseconds([&] {
      for (int pass = 0; pass < passes; ++pass) kernel->advance(plan.steps_per_pass);
    });
    ratio = copy / steps * static_cast<double>(plan.steps_per_pass);
  }
  std::nth_element(ratios.begin(), ratios.begin() + 3, ratios.end());
  return ratios[3];
}

}  // namespace isobar::bench
