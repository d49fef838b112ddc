// SPDX-License-Identifier: Apache-2.0
// Runs a bench of tests/rtl/contract to its end and writes what it covered to the file named first.
#include <verilated.h>
#include <verilated_cov.h>

#include "Vbench.h"

int main(int count, char** arguments) {
  if (count < 2) return 2;
  VerilatedContext context;
  context.commandArgs(count - 1, arguments + 1);
  Vbench bench{&context};
  while (!context.gotFinish()) {
    bench.eval();
    if (!bench.eventsPending()) break;
    context.time(bench.nextTimeSlot());
  }
  context.coveragep()->forcePerInstance(true);
  context.coveragep()->write(arguments[1]);
  return context.gotFinish() ? 0 : 1;
}
