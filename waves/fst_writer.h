// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "waves/wave_writer.h"

namespace isobar {

/// GTKWave's compressed format, written by GTKWave's own code. While it is being written, files
/// `<file>.hier` beside it and in the system's folder for temporary files exist.
class FstWriter final : public WaveWriter {
 public:
  explicit FstWriter(const std::string& file);
  ~FstWriter() override;

  void open_scope(const std::string& name, const std::string& comment) override;
  void close_scope() override;
  WaveVariable add_vector(const std::string& name, unsigned bits) override;
  WaveVariable add_text(const std::string& name) override;
  WaveVariable add_event(const std::string& name) override;
  void at(std::uint64_t picoseconds) override;
  void change_bits(WaveVariable variable, std::string_view bits) override;
  void change_text(WaveVariable variable, std::string_view text) override;
  void close() override;

 private:
  void end();

  std::string file_;
  void* context_;            ///< GTKWave's; null once closed
  std::size_t changes_ = 0;  ///< in the block under way
};

}  // namespace isobar
