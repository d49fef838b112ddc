// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace isobar {

// Numbers as they stand in an FST.

/// Seven bits a byte, the lowest first; at most ten bytes. Returns the end.
inline char* put_varint(char* at, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) *at++ = static_cast<char>(value | 0x80);
  *at++ = static_cast<char>(value);
  return at;
}

void append_varint(std::string& bytes, std::uint64_t value);
/// Likewise in two's complement: the last byte's sign is the number's.
void append_signed(std::string& bytes, std::int64_t value);
/// Eight bytes, the highest first.
void append_fixed(std::string& bytes, std::uint64_t value);

/// `bytes`, compressed by zlib where that makes them fewer.
std::string deflated(const std::string& bytes);
/// As a file of gzip.
std::string gzipped(const std::string& bytes);

}  // namespace isobar
