// SPDX-License-Identifier: Apache-2.0
#include "tb/rtl_port.h"

#include "tb/abi/verilated.h"

namespace isobar {

RtlPort::RtlPort(const IsobarPort& port)
    : bytes_(static_cast<unsigned char*>(port.data)), size_(port.bytes) {}

std::size_t RtlPort::bytes_for(std::size_t bits) {
  if (bits <= 16) return bits <= 8 ? 1 : 2;
  return (bits + 31) / 32 * 4;
}

std::uint64_t RtlPort::read(std::size_t offset, unsigned width) const {
  std::uint64_t value = 0;
  for (unsigned bit = 0; bit < width; ++bit) {
    const auto at = offset + bit;
    value |= static_cast<std::uint64_t>((bytes_[at / 8] >> (at % 8)) & 1U) << bit;
  }
  return value;
}

void RtlPort::write(std::size_t offset, unsigned width, std::uint64_t value) {
  for (unsigned bit = 0; bit < width; ++bit) {
    const auto at = offset + bit;
    const auto mask = static_cast<unsigned char>(1U << (at % 8));
    const bool on = ((value >> bit) & 1U) != 0;
    bytes_[at / 8] =
        static_cast<unsigned char>(on ? bytes_[at / 8] | mask : bytes_[at / 8] & ~mask);
  }
}

void RtlPort::read_all(std::uint64_t* words) const {
  words[(size_ - 1) / 8] = 0;
  std::memcpy(words, bytes_, size_);
}

void RtlPort::write_all(const std::uint64_t* words) { std::memcpy(bytes_, words, size_); }

}  // namespace isobar
