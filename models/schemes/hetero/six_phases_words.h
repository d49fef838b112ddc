// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>

#include "models/errors.h"
#include "models/types.h"

namespace isobar {

/// How the words of the six phases carry what they say.
namespace six_phases {

inline constexpr std::int64_t number_bits = 64;
inline constexpr std::int64_t task_bits = 32;
inline constexpr std::int64_t node_bits = 21;
inline constexpr std::int64_t selection_bits = 21;
inline constexpr std::int64_t parity_bits = 1;

/// Numbers travel as they are, 64 bits each.
inline std::int64_t bits_of(double number) {
  std::int64_t bits = 0;
  std::memcpy(&bits, &number, sizeof bits);
  return bits;
}
inline double number_of(std::int64_t bits) {
  double number = 0;
  std::memcpy(&number, &bits, sizeof number);
  return number;
}

/// Where a task is since which selection, and who says so.
struct News {
  Node node = 0;
  std::int64_t since = 0;
  Node origin = 0;
};

inline constexpr std::int64_t field = std::int64_t{1} << node_bits;

/// Throws ModelError where that is more PEs or selections than can be said.
inline std::int64_t packed(const News& news) {
  if (news.node >= field || news.origin >= field || news.since >= field) {
    throw ModelError("more PEs or selections than the six phases' words can say");
  }
  return (news.since * field + news.origin) * field + news.node;
}
inline News news_of(std::int64_t packed) {
  return {static_cast<Node>(packed % field), packed / field / field,
          static_cast<Node>(packed / field % field)};
}

}  // namespace six_phases
}  // namespace isobar
