// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "experiment.h"
#include "models/steps/run_steps.h"

int main() {
  const auto result = isobar::run_steps(spike_on_a_ring());
  std::printf("%zu schemes; %lld steps\n", isobar::schemes().size(),
              static_cast<long long>(result.run.steps));
  return result.run.steps == 18 ? 0 : 1;
}
