// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <systemc>

#include "between.h"

int sc_main(int /*argc*/, char* /*argv*/[]) {
  const auto steps = steps_to_balance();
  std::printf("through a library: %lld steps\n", static_cast<long long>(steps));
  return steps == 18 ? 0 : 1;
}
