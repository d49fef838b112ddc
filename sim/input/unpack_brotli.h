// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace isobar {

/// Most bytes that a file may unpack to: 4 GiB.
inline constexpr std::size_t most_unpacked = std::size_t{1} << 32;

/// The bytes of one whole brotli stream (RFC 7932); nothing if `packed` is not one. Throws
/// ValueError if there are more than `most` of them.
std::optional<std::string> unpack_brotli(std::string_view packed, std::size_t most = most_unpacked);

}  // namespace isobar
