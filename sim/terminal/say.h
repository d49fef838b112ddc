// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isobar {

/// A line on standard error, if somebody sits there.
void say_on_terminal(const std::string& what);

}  // namespace isobar
