// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>

#include "models/errors.h"
#include "models/schemes/contract/agent.h"
#include "models/types.h"

/// How the words of the six phases carry what they say.
namespace isobar::six_phases {

/// Kinds of word, in the order of SixPhasesAgent::kinds.
enum class Kind : std::size_t {
  data,     ///< what a task tells tasks on another PE in an iteration
  room,     ///< bytes that may come, and how many tasks are offered for exchange
  offer,    ///< a task for exchange: number and bytes, load
  wanted,   ///< how many of the offered tasks are wanted
  want,     ///< one of them
  coming,   ///< how many tasks come, and their load
  tie_at,   ///< where a task is to which a task that comes talks
  moved,    ///< whom it talks to is told where a task has gone
  noted,    ///< the sender's news has reached the task's holder
  parted,   ///< what has become of a task that was divided or merged
  present,  ///< what tasks would find in a memory: 0 and working bytes, or 1 and a shared block
  number    ///< the first kind of the numbers that are reduced and calculated
};

inline AgentWord say(Kind kind, std::int64_t value = 0, std::int64_t detail = 0) {
  return {static_cast<std::size_t>(kind), value, detail};
}

inline constexpr std::int64_t number_bits = 64;
inline constexpr std::int64_t task_bits = 32;
inline constexpr std::int64_t node_bits = 21;
inline constexpr std::int64_t selection_bits = 21;
inline constexpr std::int64_t parity_bits = 1;

/// Numbers travel as they are, 64 bits each.
inline std::int64_t bit_pattern(double number) {
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

/// Throws ModelError where there are more PEs or selections than the words can say.
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

}  // namespace isobar::six_phases
