// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <gsl/span>
#include <memory>
#include <string>
#include <string_view>

#include "waves/wave_block.h"

namespace isobar {

/// A variable of a wave file: they are numbered from 0 in the order in which they are added.
using WaveVariable = std::uint32_t;

/// A wave file under construction: first scopes and variables, then blocks of changes in order of
/// time, then `close`. Every variable but events is to have a value at the first time. The same
/// calls give the same bytes, and every format the same changes.
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
  /// A vector of 1 … 64 bits; a value has no others.
  virtual void add_vector(const std::string& name, unsigned bits) = 0;
  /// A variable whose value v shows as names[v]; the names must outlive the writer.
  virtual void add_state(const std::string& name, gsl::span<const std::string> names) = 0;
  /// A variable without a value: each change is something that happens at that time.
  virtual void add_event(const std::string& name) = 0;

  /// A block with at least one time, all later than those of the block before. If it cannot be
  /// written, `close` says so.
  virtual void write(const WaveBlock& block) = 0;
  /// Completes the file. Throws ValueError if it could not be written whole.
  virtual void close() = 0;
};

enum class WaveFormat : std::uint8_t { vcd, fst };

/// By the ending of a file's name, .vcd or .fst. Throws ValueError on any other.
WaveFormat wave_format(std::string_view file);

/// Opens a file of any name. Throws ValueError if that cannot be done.
std::unique_ptr<WaveWriter> make_wave_writer(WaveFormat format, const std::string& file);

}  // namespace isobar
