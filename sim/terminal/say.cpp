// SPDX-License-Identifier: Apache-2.0
#include "sim/terminal/say.h"

#include <unistd.h>

#include <iostream>

namespace isobar {

void say_on_terminal(const std::string& what) {
  if (isatty(STDERR_FILENO) != 0) std::cerr << "isobar: " << what << '\n';
}

}  // namespace isobar
