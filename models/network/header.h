// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/experiment/experiment.h"

namespace isobar {

/// The bits of a message's header: its kind, its destination and its source (docs/network.md).
std::int64_t header_bits(const Experiment& experiment);

}  // namespace isobar
