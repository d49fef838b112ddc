// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "models/parameter.h"

namespace isobar {

/// Parameters of every value that reads an LBDatafile set.
extern const ParameterOf<std::optional<std::string>> lb_stem;
extern const ParameterOf<std::optional<std::int64_t>> lb_subphase;

/// As LbWanted has it.
inline std::optional<std::uint64_t> wanted_subphase(const ParameterValues& values) {
  const auto subphase = values.get(lb_subphase);
  if (!subphase) return std::nullopt;
  return static_cast<std::uint64_t>(*subphase);
}

/// What stands for a task where loads are whole numbers.
enum class LbLoad : std::uint8_t { count, time };
extern const ParameterOf<LbLoad> lb_by;
/// Seconds that are one load unit, for LbLoad::time.
extern const ParameterOf<double> lb_unit;

}  // namespace isobar
