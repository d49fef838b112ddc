// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Steps that the level `steps` takes for spike_on_a_ring().
std::int64_t steps_to_balance();
