// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace isobar {

enum class Colour : std::uint8_t { good, doubtful, bad };

/// The text in a colour where `descriptor`, standard output or standard error, is a terminal that
/// has colours and the variable NO_COLOR is empty or not set (no-color.org); else as it is.
std::string coloured(const std::string& text, Colour colour, int descriptor);

}  // namespace isobar
