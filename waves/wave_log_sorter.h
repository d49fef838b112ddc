// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "waves/wave_log.h"

namespace isobar {

/// The entries in order of their signals, of which there are so many, into `sorted`; those of one
/// signal keep their order. `spare` is room.
void sort_by_signal(const std::vector<WaveLog::Entry>& entries, std::size_t signals,
                    std::vector<WaveLog::Entry>& sorted, std::vector<WaveLog::Entry>& spare);

}  // namespace isobar
