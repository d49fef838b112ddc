// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isobar {

/// Cells of an FPGA of the iCE40 family, whose logic cell is a LUT of four inputs and a register.
struct PeCells {
  std::int64_t luts = 0;
  std::int64_t registers = 0;
  std::int64_t logic_cells = 0;

  PeCells& operator+=(const PeCells& more) {
    luts += more.luts;
    registers += more.registers;
    logic_cells += more.logic_cells;
    return *this;
  }
  PeCells& operator-=(const PeCells& less) {
    luts -= less.luts;
    registers -= less.registers;
    logic_cells -= less.logic_cells;
    return *this;
  }
};

/// LUTs and registers in cells of their own.
constexpr PeCells cells(std::int64_t luts, std::int64_t registers) {
  return {luts, registers, luts + registers};
}

/// Where every register shares a cell with the LUT before it.
constexpr PeCells paired_cells(std::int64_t luts, std::int64_t registers) {
  return {luts, registers, luts};
}

/// The cells of a PE by what they are for (docs/costs.md).
struct PeParts {
  PeCells balancing;        ///< decides, counts the slot, hears and tells loads
  PeCells links;            ///< serializers, deserializers of tasks, choice of ports
  PeCells queue;            ///< memory, pointers, register to the executor
  PeCells instrumentation;  ///< counts what links do, for observation only

  PeCells total() const {
    PeCells sum = balancing;
    sum += links;
    sum += queue;
    sum += instrumentation;
    return sum;
  }
};

}  // namespace isobar
