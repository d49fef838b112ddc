// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "waves/wave_writer.h"

namespace isobar {

/// Writes a value change dump (IEEE 1364-2005, clause 18) with GTKWave's extension for texts:
/// variables of type `string` and changes `s<text> <id>`, in which a backslash and everything that
/// is not a visible ASCII character is written as \ooo, with octal digits.
class VcdWriter final : public WaveWriter {
 public:
  explicit VcdWriter(const std::string& file);

  void open_scope(const std::string& name, const std::string& comment) override;
  void close_scope() override;
  void add_vector(const std::string& name, unsigned bits) override;
  void add_state(const std::string& name, gsl::span<const std::string> names) override;
  void add_event(const std::string& name) override;
  void write(const WaveBlock& block) override;
  void close() override;

 private:
  struct Closer {
    void operator()(std::FILE* stream) const { std::fclose(stream); }
  };
  struct Variable {
    std::string id;
    unsigned bits;                     ///< the width of a vector; 1 for an event, 0 for a state
    std::vector<std::string> changes;  ///< by state: the text of a change to it
  };
  struct Change {
    WaveVariable variable;
    std::uint64_t value;
  };

  void add(std::string_view type, const std::string& name, unsigned bits);
  void put_change(const Change& change);
  void flush();

  std::string file_;
  std::unique_ptr<std::FILE, Closer> stream_;
  int error_ = 0;  ///< errno of the first write that failed
  std::string buffer_;
  std::vector<Variable> variables_;
  bool begun_ = false;  ///< whether changes have been written
};

}  // namespace isobar
