// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/experiment/external_load.h"
#include "models/types.h"

namespace isobar {

/// The speed of one PE: `2`, `1/3`, `0.8`, exactly. Throws ValueError, saying what is allowed.
Rational parse_speed(std::string_view text);
/// The memory of one PE in bytes: `64MB`, `512KiB`, `1000000`; `none` is no_bound. Throws
/// ValueError, saying what is allowed.
std::int64_t parse_memory(std::string_view text);

/// The executors of one PE. Throws ValueError, saying what is allowed.
unsigned parse_executors(std::string_view text);

/// Executors by PE: one number for all, or one for each with commas between them. Empty if all are
/// 1. Throws ValueError, saying what is allowed.
std::vector<unsigned> parse_executor_list(std::string_view text, Node pes);

/// Speeds by PE: one for all; one for each with commas between them; or drawn
/// from the seed in thousandths, `uniform:LO..HI`, or `loguniform:LO..HI`, evenly by the logarithm.
/// Empty if all are 1. Throws ValueError, saying what is allowed.
std::vector<Rational> parse_speeds(std::string_view text, Node pes, std::uint64_t seed);

/// Memories by PE in bytes, in the same forms. Empty if none has a bound. Throws ValueError, saying
/// what is allowed.
std::vector<std::int64_t> parse_memories(std::string_view text, Node pes, std::uint64_t seed);

/// External loads by PE: `PES:FROM..TO:PART`, with commas between several, where PES is a PE's
/// number, a range 0..3, or `all`, FROM and TO are cycles or times of `clock`, and PART, above 0
/// and at most 1, is the share of the PE's speed that is taken from FROM up to TO. Empty for
/// `none`. Throws ValueError, saying what is allowed.
std::vector<ExternalLoad> parse_external(std::string_view text, Node pes, const Rational& clock);

}  // namespace isobar
