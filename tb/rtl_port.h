// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>

struct IsobarPort;

namespace isobar {

/// A port of a verilated module as bits in memory, the lowest first.
class RtlPort {
 public:
  explicit RtlPort(const IsobarPort& port);

  /// These read and write up to 64 bits from bit `offset` on.
  std::uint64_t read(std::size_t offset, unsigned width) const;
  void write(std::size_t offset, unsigned width, std::uint64_t value);
  /// These read and write a port of at most 64 bits as a whole, which is faster.
  std::uint64_t value() const {
    // Each case has a constant size, because ports are read in every cycle of every PE.
    switch (size_) {
      case 1:
        return *bytes_;
      case 2:
        return as<std::uint16_t>();
      case 4:
        return as<std::uint32_t>();
      default:
        return as<std::uint64_t>();
    }
  }
  void set(std::uint64_t value) {
    switch (size_) {
      case 1:
        *bytes_ = static_cast<unsigned char>(value);
        break;
      case 2:
        put(static_cast<std::uint16_t>(value));
        break;
      case 4:
        put(static_cast<std::uint32_t>(value));
        break;
      default:
        put(value);
    }
  }
  /// These copy a port of any width to or from 64-bit numbers.
  void read_all(std::uint64_t* words) const;
  void write_all(const std::uint64_t* words);
  std::size_t bytes() const { return size_; }
  bool equals(const RtlPort& other) const {
    return size_ == other.size_ && std::memcmp(bytes_, other.bytes_, size_) == 0;
  }
  /// Reads a port of one byte.
  unsigned char byte() const { return *bytes_; }
  /// The bytes of a port of so many bits: 1, 2, 4 or 8, or as many words of 32 bits as it needs.
  static std::size_t bytes_for(std::size_t bits);

 private:
  template <class Unsigned>
  std::uint64_t as() const {
    Unsigned value;
    std::memcpy(&value, bytes_, sizeof value);
    return value;
  }
  template <class Unsigned>
  void put(Unsigned value) {
    std::memcpy(bytes_, &value, sizeof value);
  }

  unsigned char* bytes_;
  std::uint32_t size_;
};

}  // namespace isobar
