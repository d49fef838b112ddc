// SPDX-License-Identifier: Apache-2.0
#define CATCH_CONFIG_RUNNER
#include <cstdlib>
#include <systemc>

#include "tests/catch.h"

int sc_main(int argc, char** argv) { return Catch::Session().run(argc, argv); }

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  // Properties are tried on thousands of cases, the same ones each time unless asked otherwise.
  setenv("RC_PARAMS", "seed=1 max_success=1000", 0);
  return sc_core::sc_elab_and_sim(argc, argv);
}
