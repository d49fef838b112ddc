// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace isobar {

/// A variable of a wave file, as its writer numbers it.
using WaveVariable = std::uint32_t;

/// A wave file under construction: first scopes and variables, then changes in order of time, then
/// `close`. Every variable but events is to be given a value at the first time. The same calls give
/// the same bytes, and every format the same changes.
class WaveWriter {
 public:
  WaveWriter() = default;
  WaveWriter(const WaveWriter&) = delete;
  WaveWriter& operator=(const WaveWriter&) = delete;
  /// Without `close` before it, the file is worth nothing.
  virtual ~WaveWriter() = default;

  /// Names of scopes and variables are letters, digits and `_`. A comment may be empty.
  virtual void open_scope(const std::string& name, const std::string& comment) = 0;
  virtual void close_scope() = 0;
  /// A vector of `bits` ≥ 1 bits.
  virtual WaveVariable add_vector(const std::string& name, unsigned bits) = 0;
  /// A variable whose values are texts.
  virtual WaveVariable add_text(const std::string& name) = 0;
  /// A variable without a value: each change to "1" is something that happens at that time.
  virtual WaveVariable add_event(const std::string& name) = 0;

  /// The changes that follow happen at this time, which is later than the one before.
  virtual void at(std::uint64_t picoseconds) = 0;
  /// As many of 0, 1, x and z as the vector has bits, the most significant first.
  virtual void change_bits(WaveVariable variable, std::string_view bits) = 0;
  virtual void change_text(WaveVariable variable, std::string_view text) = 0;
  /// A number, in two's complement if negative, for a vector of `bits` ≤ 64 bits.
  /// Throws ModelError if it does not fit.
  void change_number(WaveVariable variable, unsigned bits, std::int64_t value);

  /// Completes the file. Throws ValueError if it could not be written whole.
  virtual void close() = 0;
};

enum class WaveFormat : std::uint8_t { vcd, fst };

/// By the ending of a file's name, .vcd or .fst. Throws ValueError on any other.
WaveFormat wave_format(std::string_view file);

/// Opens a file of any name. Throws ValueError if that cannot be done.
std::unique_ptr<WaveWriter> make_wave_writer(WaveFormat format, const std::string& file);

}  // namespace isobar
