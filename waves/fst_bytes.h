// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace isobar {

// Encodings of numbers in an FST file.

/// Writes a varint: seven bits in each byte, the lowest first; at most ten bytes. Returns the end.
inline char* put_varint(char* at, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) *at++ = static_cast<char>(value | 0x80);
  *at++ = static_cast<char>(value);
  return at;
}

void append_varint(std::string& bytes, std::uint64_t value);
/// Appends a varint in two's complement, whose last byte has the sign of the number.
void append_signed(std::string& bytes, std::int64_t value);
/// Appends eight bytes, the highest first.
void append_fixed(std::string& bytes, std::uint64_t value);

/// `bytes` compressed by zlib, or as they are if that does not make them fewer.
std::string deflated(const std::string& bytes);
/// `bytes` as the content of a gzip file.
std::string gzipped(const std::string& bytes);

}  // namespace isobar
