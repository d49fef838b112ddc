// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <systemc>

#include "experiment.h"
#include "models/pe/fabric_model.h"

namespace {

constexpr int cycles_per_step = 83;  // of Liquid C5 on a ring, with the default links

/// The consumer's own module: looks at PE 0 once a step, as long as the fabric is at work.
class Onlooker : public sc_core::sc_module {
 public:
  Onlooker(const sc_core::sc_module_name& name, const isobar::FabricModel& fabric, int steps)
      : sc_module(name), fabric_(fabric), steps_(steps) {
    SC_HAS_PROCESS(Onlooker);
    SC_THREAD(look);
  }

  bool always_less() const { return always_less_; }

 private:
  void look() {
    for (int step = 0; step < steps_; ++step) {
      const auto before = fabric_.queue(0).size();
      wait(cycles_per_step * sc_core::sc_time(4, sc_core::SC_NS));
      if (fabric_.queue(0).size() > before) always_less_ = false;
    }
  }

  const isobar::FabricModel& fabric_;
  int steps_;
  bool always_less_ = true;
};

}  // namespace

int sc_main(int /*argc*/, char* /*argv*/[]) {
  const auto experiment = spike_on_a_ring();
  isobar::FabricModel fabric("fabric", experiment);
  const Onlooker onlooker("onlooker", fabric, 18);
  sc_core::sc_start();
  const auto at_the_end = fabric.queue(0).size();
  const auto result = fabric.finish();
  std::printf("%lld steps, %lld cycles, %u tasks left on PE 0\n",
              static_cast<long long>(result.run.steps), static_cast<long long>(result.run.cycles),
              static_cast<unsigned>(at_the_end));
  const bool right = result.balanced && result.run.steps == 18 &&
                     result.run.cycles == 18 * cycles_per_step && at_the_end < 4 &&
                     onlooker.always_less();
  return right ? 0 : 1;
}
