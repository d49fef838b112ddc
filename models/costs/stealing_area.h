// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/costs/pe_cells.h"
#include "models/costs/router_buffers.h"
#include "models/experiment/experiment.h"
#include "models/schemes/contract/stealing_rule.h"

namespace isobar {

/// The sizes of a PE of work stealing as it exists as RTL (rtl/stealing).
struct StealingArea {
  std::int64_t ports = 4;
  std::int64_t task_bits = 64;
  std::int64_t load_bits = 16;
  Load queue_depth = 16;
  QueueMemory queue_memory = QueueMemory::block_ram;
  std::int64_t address_bits = 6;
  std::int64_t lanes = 1;  ///< of the widest link
  Cycle most_cycles = 1;   ///< the longest set-up, or the most cycles a bit
  bool has_setup = false;
  Cycle handling = 1;
  Cycle retry_max = 4096;
  std::int64_t others = 0;  ///< whom a thief asks beyond its neighbours, too; 0: those alone
  RouterBuffers buffers;    ///< of its router, which there is with others
  bool drawn = false;       ///< whom it asks, by a generator of its own
};

/// How the experiment's PEs steal, if they are such as exist as RTL: on a product of closed rings,
/// one task a message, from victims that hardware can find, with a balancer beside one executor and
/// with routers, if they need any, that are store-and-forward with a buffer of each class, and with
/// links and a depth for which its queue is quick enough.
std::optional<StealingRule> stealing_in_hardware(const Experiment& experiment);

/// The sizes of such an experiment's PEs.
StealingArea stealing_area(const Experiment& experiment);

/// Adds up what the RTL is built of. Registers are within two of those that synthesis counts, with
/// a router within 2 %; LUTs are fitted to syntheses (docs/costs.md). Differences between two are
/// what it is for.
PeParts stealing_parts(const StealingArea& area);

/// The block RAMs of the queue, of the list of its free places and of the ports' lists, none where
/// they lie elsewhere; and of what waits in a router and came through it, which is always there.
std::int64_t stealing_block_rams(const StealingArea& area);

}  // namespace isobar
