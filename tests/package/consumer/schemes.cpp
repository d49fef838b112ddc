// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "experiment.h"
#include "models/steps/run_steps.h"
#include "models/workloads/application.h"

int main() {
  const auto result = isobar::run_steps(spike_on_a_ring());
  std::printf("%zu schemes; %lld steps\n", isobar::schemes().size(),
              static_cast<long long>(result.run.steps));
  // The applications come along, with the library that they need.
  const auto choice = isobar::ApplicationChoice::parse("uts:t=3,b=7");
  const auto tree = choice.entry->make({1, 1, 1'000'000, choice.parameters});
  return result.run.steps == 18 && tree->finish(0) == 7 ? 0 : 1;
}
