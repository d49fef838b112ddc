// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace isobar {

/// How much a command says beside its errors and warnings.
enum class Say : std::uint8_t {
  all,
  brief,  ///< no progress, no pictures, and of the result one line
};

/// Writes a line on standard error if that is a terminal.
void say_on_terminal(const std::string& what);
/// The same for Say::brief.
inline void say_nothing(const std::string& /*what*/) {}

}  // namespace isobar
