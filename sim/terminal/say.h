// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isobar {

/// Writes a line on standard error if that is a terminal.
void say_on_terminal(const std::string& what);

}  // namespace isobar
