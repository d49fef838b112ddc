// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "models/experiment/experiment.h"

namespace isobar {

/// What the hardware of a PE is built of, as its scheme's phases say: what is used at one time is
/// there so often, what is used in one phase after another is shared (docs/costs.md). The queue is
/// not the run's but that of the synthesized PEs.
struct AreaModel {
  std::int64_t task_bits = 64;
  std::int64_t load_bits = 16;
  std::int64_t word_bits = 16;   ///< of the longest word, at least load_bits
  std::int64_t count_bits = 16;  ///< of the counters of cycles within a phase
  std::int64_t lanes = 1;        ///< of the widest link
  bool has_setup = false;
  std::int64_t dimensions = 0;
  std::int64_t phases = 1;
  std::int64_t serializers = 1;         ///< one a port that tasks can go out of in one phase
  std::int64_t task_deserializers = 0;  ///< one a port that tasks can come in at in one phase
  std::int64_t word_deserializers = 0;  ///< the more that it takes to hear words
  std::int64_t sending_ports = 0;       ///< ports that anything goes out of: each has counters
  std::int64_t transfer_counters = 0;   ///< of the tasks in transfers of more than one
  std::int64_t subtractors = 0;         ///< one a port heard in one phase, but for Liquid's
  std::int64_t serial_units = 0;        ///< likewise where a decision takes more than a cycle
  std::int64_t scheme_registers = 0;    ///< of load_bits each
};

/// Ports of a PE; on a graph with switches, which have ports of their own, as many as any PE uses.
unsigned pe_ports(const Fabric& fabric);

/// Those of an experiment's PEs.
AreaModel area_model(const Experiment& experiment);

/// Cells of an FPGA whose logic cell is a LUT of four inputs and a register (iCE40).
struct PeCells {
  std::int64_t luts = 0;
  std::int64_t registers = 0;
  std::int64_t paired = 0;  ///< registers that share a cell with the LUT before them

  std::int64_t logic_cells() const { return luts + registers - paired; }
};

/// The parts added up: registers as in the RTL, exactly, for whatever the RTL can be; LUTs and
/// logic cells by what its parts take (docs/costs.md), of which differences mean more than sums.
PeCells pe_cells(const AreaModel& parts);

}  // namespace isobar
