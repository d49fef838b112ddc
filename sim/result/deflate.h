// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

namespace isobar {

/// `bytes` as a zlib stream (RFC 1950).
std::string deflate(const std::string& bytes);
/// The other way round, `most` bytes at most. Throws ValueError for a damaged stream.
std::string inflate(const std::string& stream, std::size_t most);

/// RFC 4648, with padding.
std::string base64(const std::string& bytes);

/// Numbers one after the other, each of so many bytes, the least significant first.
template <class Number>
std::string little_endian(const std::vector<Number>& numbers) {
  using Bits = std::make_unsigned_t<Number>;
  std::string bytes;
  bytes.reserve(numbers.size() * sizeof(Number));
  for (const auto number : numbers) {
    for (std::size_t i = 0; i < sizeof(Number); ++i) {
      bytes += static_cast<char>(static_cast<Bits>(number) >> (8 * i) & 0xff);
    }
  }
  return bytes;
}

template <class Number>
std::vector<Number> from_little_endian(const std::string& bytes) {
  using Bits = std::make_unsigned_t<Number>;
  std::vector<Number> numbers(bytes.size() / sizeof(Number));
  for (std::size_t at = 0; at < numbers.size(); ++at) {
    Bits bits = 0;
    for (std::size_t i = 0; i < sizeof(Number); ++i) {
      const auto byte = static_cast<unsigned char>(bytes[at * sizeof(Number) + i]);
      bits |= static_cast<Bits>(Bits{byte} << (8 * i));
    }
    numbers[at] = static_cast<Number>(bits);
  }
  return numbers;
}

}  // namespace isobar
