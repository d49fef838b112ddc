// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <istream>
#include <string>
#include <string_view>
#include <vector>

#include "models/experiment/external_load.h"
#include "models/types.h"

namespace isobar {

/// Machines in a table, a row each in order of PEs. A column that the table has not is empty.
struct MachineTable {
  std::vector<Rational> speeds;
  std::vector<std::int64_t> memories;
  std::vector<std::string> names;
};

/// CSV whose first row names the columns, in any order: `speed`, `memory`, `name`; of the first two
/// one at least. Values are as parse_speed and parse_memory take them; an empty memory is none.
/// Blank lines and those that start with `#`, white space, a byte-order mark and any line ends are
/// allowed. Throws ValueError naming the line from 1 and what is wrong there, or how many rows
/// there are instead of `pes`.
MachineTable read_machines(std::istream& in, Node pes);

/// The same in TOML: a [[machine]] a PE, with `speed` (all have one, or none has), `memory` (none:
/// no bound) and `name`; numbers, or texts as above. Throws likewise.
MachineTable read_machines_toml(std::istream& in, Node pes);

/// Of one PE: `2`, `1/3`, `0.8`, exactly. Throws ValueError, saying what is allowed.
Rational parse_speed(std::string_view text);
/// In bytes: `64MB`, `512KiB`, `1000000`; no_bound of `none`. Throws ValueError, saying what is
/// allowed.
std::int64_t parse_memory(std::string_view text);

/// Speeds by PE: one for all; one for each with commas between them; or drawn
/// from the seed in thousandths, `uniform:LO..HI`, or `loguniform:LO..HI`, evenly by the logarithm.
/// Empty if all are 1. Throws ValueError, saying what is allowed.
std::vector<Rational> parse_speeds(std::string_view text, Node pes, std::uint64_t seed);

/// Memories by PE in bytes, in the same forms. Empty if none has a bound. Throws ValueError, saying
/// what is allowed.
std::vector<std::int64_t> parse_memories(std::string_view text, Node pes, std::uint64_t seed);

/// External loads by PE: `PES:FROM..TO:PART`, with commas between several, where PES is a PE's
/// number, a range 0..3, or `all`, FROM and TO are cycles or times of `clock`, and PART, above 0
/// and at most 1, is what of the PE's speed is taken from FROM up to TO. Empty of `none`. Throws
/// ValueError, saying what is allowed.
std::vector<ExternalLoad> parse_external(std::string_view text, Node pes, const Rational& clock);

/// The table in a file, TOML if it is named .toml, else CSV; a relative path is taken from
/// `folder`. Throws ValueError naming the file and the place in it.
MachineTable machines_from(const std::string& file, Node pes, const std::filesystem::path& folder);
/// The file of a table as it can be named in any folder.
std::string machines_with_absolute_paths(const std::string& file,
                                         const std::filesystem::path& folder);

}  // namespace isobar
