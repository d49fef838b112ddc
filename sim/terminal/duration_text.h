// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isobar {

/// Time that somebody waits, in its two largest units: `0.25 s`, `12 s`, `3 min 20 s`, `2 h 5 min`.
std::string duration_text(double seconds);

}  // namespace isobar
