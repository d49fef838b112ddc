// SPDX-License-Identifier: Apache-2.0
#include "models/costs/queue_area.h"

#include <algorithm>

#include "models/bits.h"

namespace isobar {
namespace {

std::int64_t parts_of(std::int64_t whole, std::int64_t part) { return (whole + part - 1) / part; }

QueueArea in_registers(Load depth, std::int64_t task_bits, std::int64_t load_bits,
                       std::int64_t pointers) {
  // A multiplexer of all tasks, and who is written.
  const auto luts = task_bits * (3 * depth / 4 - 1) + 5 * depth / 2 + 4 * load_bits - 4;
  return {cells(luts, depth * task_bits + load_bits + 2 * pointers), 0};
}

QueueArea in_lut_ram(Load depth, std::int64_t task_bits, std::int64_t load_bits,
                     std::int64_t pointers) {
  const auto banks = parts_of(depth, 16);
  const auto rams = banks * parts_of(task_bits, 4);  // of 16 × 4 bits, each in four LUTs
  auto luts = 4 * rams;
  luts += banks == 1 ? 4 * pointers + 5 * load_bits : task_bits * (2 * banks - 4) + 220;
  return {cells(luts, load_bits + 2 * pointers), 0};
}

QueueArea in_block_ram(Load depth, std::int64_t task_bits, std::int64_t load_bits,
                       std::int64_t pointers) {
  // A RAM is 256 words of 16 bits to 2,048 of 2. Beside it lies a task that passes by it.
  const auto banks = parts_of(depth, 2048);
  auto luts = task_bits + 6 * pointers + 3 * load_bits + 8;
  if (banks > 1) luts += task_bits * (2 * banks / 3);
  const auto rams = depth <= 256 ? parts_of(task_bits, 16) : parts_of(depth * task_bits, 4096);
  return {cells(luts, task_bits + load_bits + 1 + 2 * pointers), rams};
}

}  // namespace

QueueArea queue_area(QueueMemory memory, Load depth, std::int64_t task_bits,
                     std::int64_t load_bits) {
  // What no chip has room for need not be told apart, but must be counted without overflow.
  constexpr auto most_bits = std::int64_t{1} << 56U;
  depth = std::min(depth, most_bits / task_bits);
  const auto pointers = bits_for(static_cast<std::uint64_t>(depth));
  switch (memory) {
    case QueueMemory::registers:
      return in_registers(depth, task_bits, load_bits, pointers);
    case QueueMemory::lut_ram:
      return in_lut_ram(depth, task_bits, load_bits, pointers);
    case QueueMemory::block_ram:
      break;
  }
  return in_block_ram(depth, task_bits, load_bits, pointers);
}

}  // namespace isobar
