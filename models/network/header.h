// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/experiment/experiment.h"

namespace isobar {

/// Bits that come before what a message says: what it is, where it goes, and where it is from
/// (docs/network.md).
std::int64_t header_bits(const Experiment& experiment);

}  // namespace isobar
