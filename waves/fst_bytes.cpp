// SPDX-License-Identifier: Apache-2.0
#include "waves/fst_bytes.h"

#include <array>

#include "host/deflater.h"

namespace isobar {
namespace {

/// zlib's level; higher ones take far longer and gain little.
constexpr int level = 4;

}  // namespace

void append_varint(std::string& bytes, std::uint64_t value) {
  std::array<char, 10> digits{};
  bytes.append(digits.data(), put_varint(digits.data(), value));
}

void append_signed(std::string& bytes, std::int64_t value) {
  while (value < -0x40 || value >= 0x40) {
    bytes += static_cast<char>(value | 0x80);
    value >>= 7;
  }
  bytes += static_cast<char>(value & 0x7F);
}

void append_fixed(std::string& bytes, std::uint64_t value) {
  for (int shift = 56; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift);
}

std::string deflated(const std::string& bytes) {
  thread_local Deflater deflater(Deflater::Format::zlib, level);
  auto packed = deflater.deflate(bytes);
  return packed.size() < bytes.size() ? packed : bytes;
}

std::string gzipped(const std::string& bytes) {
  return Deflater(Deflater::Format::gzip, level).deflate(bytes);
}

}  // namespace isobar
