// SPDX-License-Identifier: Apache-2.0
// What the programs have in common: SystemC's main, and standard streams.
#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <systemc>

#include "sim/commands/guarded.h"
#include "sim/programs/program.h"

namespace {

/// Where a standard stream was closed, no file that is opened later takes its place: what is said
/// would go into it. Standard output stays one that takes nothing, so that its loss is told.
void hold_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) >= 0) continue;
    if (open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY) != stream) return;
  }
}

}  // namespace

int sc_main(int argc, char** argv) { return isobar::guarded(isobar::program, argc, argv); }

// SystemC's own main would greet on standard error first.
int main(int argc, char** argv) {
  hold_standard_streams();
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
