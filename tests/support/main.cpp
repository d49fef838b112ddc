// SPDX-License-Identifier: Apache-2.0
#define CATCH_CONFIG_RUNNER
#include <cstdlib>
#include <systemc>

#include "tests/catch.h"

int sc_main(int argc, char** argv) { return Catch::Session().run(argc, argv); }

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  // Properties are tried on a thousand cases, the same ones each time unless asked otherwise; on
  // a tenth of them where each takes five to ten times as long.
#ifdef ISOBAR_SANITIZED
  setenv("RC_PARAMS", "seed=1 max_success=100", 0);
#else
  setenv("RC_PARAMS", "seed=1 max_success=1000", 0);
#endif
  return sc_core::sc_elab_and_sim(argc, argv);
}
