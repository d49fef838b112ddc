// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "waves/wave_writer.h"

namespace isobar {

/// Value change dump (IEEE 1364-2005, clause 18) with GTKWave's extension for texts: variables of
/// type `string`, changes `s<text> <id>`, in which a backslash and all that is not a visible ASCII
/// character is written as \ooo, with octal digits.
class VcdWriter final : public WaveWriter {
 public:
  explicit VcdWriter(const std::string& file);

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
  WaveVariable add_typed(std::string_view type, const std::string& name);
  struct Closer {
    void operator()(std::FILE* stream) const { std::fclose(stream); }
  };

  void put_id(WaveVariable variable);
  void end_header();
  void end_initial_values();
  void flush();

  std::string file_;
  std::unique_ptr<std::FILE, Closer> stream_;
  int error_ = 0;  ///< errno of the first write that failed
  std::string buffer_;
  WaveVariable variables_ = 0;
  enum class Part : std::uint8_t { header, initial_values, changes } part_ = Part::header;
};

}  // namespace isobar
