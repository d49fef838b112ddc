// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "models/experiment/rtl_parameters.h"
#include "tb/abi/phase_part.h"

namespace isobar {

/// A number whose lowest bits, 1 to 64 of them, are set.
constexpr std::uint64_t low_bits(std::size_t bits) { return ~std::uint64_t{0} >> (64 - bits); }

/// How a stranger is. Of one that is not wild nothing but the numbers of its words and of its tasks
/// is wrong, so that the first error of a step can be told from the next. A rich one has as many
/// tasks as there is room for, or one more or less, and so fills the queue.
enum class Mood : std::uint8_t { wild, calm, rich };

/// What goes into a PE in noise in a cycle.
struct NoiseInputs {
  bool reset;
  bool runs;
  std::uint64_t valid;
  std::uint64_t line;
  bool offers;
  std::uint64_t task;
  bool asks;
  bool takes;

  /// Has a neighbour send these bits, of one beat, by a port.
  void send(std::size_t port, std::uint64_t bits, const RtlParameters& parameters) {
    const auto lanes = static_cast<unsigned>(parameters.max_lanes());
    const auto mask = low_bits(lanes);
    valid |= std::uint64_t{1} << port;
    line = (line & ~(mask << port * lanes)) | bits << port * lanes;
  }
};

/// Where in its step a PE says it is.
struct NoisePosition {
  std::size_t phase;
  PhasePart part;
  Cycle cycle;
  Load load;
};

}  // namespace isobar
