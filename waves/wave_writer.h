// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <gsl/span>
#include <memory>
#include <string>
#include <string_view>

#include "waves/wave_block.h"

namespace isobar {

/// The number of a variable of a wave file, from 0 in the order in which variables are added.
using WaveVariable = std::uint32_t;

/// Writes a wave file: first scopes and variables are added, then blocks of changes in order of
/// time, then `close` is called. Every variable but events must have a value at the first time. The
/// same calls give the same bytes, and the same changes in every format.
class WaveWriter {
 public:
  WaveWriter() = default;
  WaveWriter(const WaveWriter&) = delete;
  WaveWriter& operator=(const WaveWriter&) = delete;
  /// The file is complete only if `close` was called before.
  virtual ~WaveWriter() = default;

  /// Names of scopes and variables are letters, digits and `_`. A comment may be empty.
  virtual void open_scope(const std::string& name, const std::string& comment) = 0;
  virtual void close_scope() = 0;
  /// A vector of 1 … 64 bits; values must not have further bits.
  virtual void add_vector(const std::string& name, unsigned bits) = 0;
  /// A variable whose value v shows as names[v]; the names must outlive the writer.
  virtual void add_state(const std::string& name, gsl::span<const std::string> names) = 0;
  /// A variable without a value, whose changes are events at their times.
  virtual void add_event(const std::string& name) = 0;

  /// Writes a block, which has at least one time; all are later than those of the block before. If
  /// the block cannot be written, `close` throws.
  virtual void write(const WaveBlock& block) = 0;
  /// Completes the file. Throws ValueError if it could not be written whole.
  virtual void close() = 0;
};

enum class WaveFormat : std::uint8_t { vcd, fst };

/// The format by the ending of a file's name, .vcd or .fst. Throws ValueError for any other ending.
WaveFormat wave_format(std::string_view file);

/// Opens a file, whose name may have any ending. Throws ValueError if that fails.
std::unique_ptr<WaveWriter> make_wave_writer(WaveFormat format, const std::string& file);

}  // namespace isobar
