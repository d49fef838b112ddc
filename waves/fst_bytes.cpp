// SPDX-License-Identifier: Apache-2.0
#include "waves/fst_bytes.h"

#include <zlib.h>

#include <array>
#include <stdexcept>

namespace isobar {
namespace {

/// zlib's level; higher ones take far longer and gain little.
constexpr int level = 4;

constexpr int zlib_format = 15;
constexpr int gzip_format = 15 + 16;

std::string compressed(const std::string& bytes, int format) {
  z_stream stream{};
  constexpr int memory = 8;  // zlib's default
  if (deflateInit2(&stream, level, Z_DEFLATED, format, memory, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::runtime_error("zlib cannot begin");
  }
  std::string packed(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<const Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  const int status = deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  if (status != Z_STREAM_END) throw std::runtime_error("zlib cannot end");
  return packed;
}

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
  auto packed = compressed(bytes, zlib_format);
  return packed.size() < bytes.size() ? packed : bytes;
}

std::string gzipped(const std::string& bytes) { return compressed(bytes, gzip_format); }

}  // namespace isobar
