// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/costs/pe_cells.h"
#include "models/experiment/queue_memory.h"
#include "models/types.h"

namespace isobar {

/// What a task queue is built of (rtl/shared/isobar_queue.sv).
struct QueueArea {
  PeCells cells;
  std::int64_t block_rams = 0;  ///< of 4 kbit (iCE40); none unless it lies in block RAM
};

/// The area of a queue of `depth` ≥ 2 tasks. Registers are exact. LUTs are fitted to synthesized
/// queues (docs/costs.md, "Queues"); those that LUT RAM lies in are among them.
QueueArea queue_area(QueueMemory memory, Load depth, std::int64_t task_bits,
                     std::int64_t load_bits);

}  // namespace isobar
