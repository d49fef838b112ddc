// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/costs/pe_cells.h"
#include "models/costs/synthesized_pes.h"
#include "models/experiment/experiment.h"

namespace isobar {

/// The parts that the hardware of a PE is built of, derived from the phases of its scheme: what
/// several ports use at the same time exists once for each of them, what is used in one phase after
/// another is shared (docs/costs.md).
struct AreaModel {
  std::int64_t task_bits = 64;
  std::int64_t load_bits = 16;
  std::int64_t word_bits = 16;  ///< of the longest word, at least load_bits
  std::int64_t count_bits = 1;  ///< of the counters of cycles within a phase
  std::int64_t lanes = 1;       ///< of the widest link
  Load queue_depth = synthesized_queue_depth;
  QueueMemory queue_memory = QueueMemory::block_ram;
  bool has_setup = false;
  bool hears = false;  ///< words, of which a condition is made and which PEs send, too
  std::int64_t dimensions = 0;
  std::int64_t phases = 1;
  std::int64_t serializers = 1;         ///< one a port that tasks can go out of in one phase
  std::int64_t task_deserializers = 0;  ///< one a port that tasks can come in at in one phase
  std::int64_t word_deserializers = 0;  ///< those needed for words beyond task_deserializers
  std::int64_t heard_at_once = 0;       ///< ports heard in one phase, each seen to be in time
  std::int64_t link_counters = 0;       ///< of words, transfers or set-up of a port that has them
  std::int64_t transfer_counters = 0;   ///< count the tasks in transfers of more than one
  std::int64_t subtractors = 0;         ///< one a port heard in one phase; none in a Liquid PE
  std::int64_t serial_units = 0;        ///< subtractors of decisions that take more than a cycle
  std::int64_t scheme_registers = 0;    ///< registers of load_bits each
  std::int64_t credit_registers = 0;    ///< the room granted, and the credit of each port
};

/// The number of ports of a PE. On a graph it is the largest number that a PE uses; switches, which
/// may have more, do not count.
unsigned pe_ports(const Fabric& fabric);

/// The area model of an experiment's PEs.
AreaModel area_model(const Experiment& experiment);

/// Adds up the parts. Registers are exact for every PE that the RTL can be. LUTs and logic cells
/// are estimated from what the RTL's parts take (docs/costs.md); their differences between PEs are
/// more reliable than their sums.
PeParts pe_parts(const AreaModel& parts);

}  // namespace isobar
