// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

#include "waves/fst_block.h"
#include "waves/wave_writer.h"

namespace isobar {

/// Writes GTKWave's compressed format, as its own writer `fstapi.c` does. A file is a chain of
/// blocks, each with a type and a length: a header, the changes, the widths of the variables, their
/// names.
class FstWriter final : public WaveWriter {
 public:
  explicit FstWriter(const std::string& file);

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

  void add(unsigned type, unsigned bits, const std::string& name);
  std::string header() const;
  std::string widths() const;
  std::string names() const;
  void put(const std::string& bytes);
  void note_failure();

  std::string file_;
  std::unique_ptr<std::FILE, Closer> stream_;
  int error_ = 0;       ///< errno of the first failure
  std::string names_;   ///< the names of scopes and variables
  std::string widths_;  ///< the widths of the variables
  FstBlockMaker blocks_;
  std::uint64_t scopes_ = 0;
  std::uint64_t variables_ = 0;
  std::uint64_t blocks_written_ = 0;
  std::uint64_t begin_ = 0;  ///< the first time
  std::uint64_t end_ = 0;    ///< the last time
};

}  // namespace isobar
