// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/config/draft.h"

namespace isobar {

/// Refuses a fabric that takes more memory at its level than this machine has, roughly: by
/// measurement (docs/performance.md), or the arrays of the level steps. Without this the system
/// would end the program in the middle. Throws InputError.
void require_memory(const Draft& draft);

/// Refuses it at level rtl, once the RTL's parameters are known. Throws InputError.
void require_rtl_memory(const Draft& draft);

}  // namespace isobar
