// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>
#include <string_view>

namespace isobar {

/// The one kind of generator. Its sequence is fixed by the C++ standard on every machine.
using Random = std::mt19937_64;

/// A stream of its own for each use ("load", "traffic", …), so that drawing more in one place
/// changes nothing in another. Same seed and name, same stream.
Random random_stream(std::uint64_t seed, std::string_view name);

}  // namespace isobar
