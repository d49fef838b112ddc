// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/types.h"
#include "tb/rtl_port.h"
#include "tb/verilated_library.h"

namespace isobar {

/// What was at the inputs of a PE of the RTL in every cycle, from its reset on, as the changes: so
/// another instance can be made to do the same again. It takes a byte or two a cycle.
class InputLog {
 public:
  /// Takes at most `most_bytes`, and gives up where that is too little.
  InputLog(const VerilatedModule& module, std::size_t most_bytes);

  /// Takes what is at the inputs, at the end of each cycle.
  void take();
  /// Cycle 0 begins.
  void begin_run() { before_ = cycles_; }

  /// The number of cycles before cycle 0.
  Cycle before() const { return before_; }
  /// The number of all cycles.
  Cycle cycles() const { return cycles_; }
  /// Whether it has given up; then it holds nothing.
  bool is_full() const { return full_; }

 private:
  friend class InputReplay;

  /// The inputs as words of 64 bits: as many of those of a byte as it holds share the first one,
  /// because most are, and every cycle of every PE is taken.
  struct Inputs {
    explicit Inputs(const VerilatedModule& module);

    std::vector<RtlPort> bytes;
    std::vector<RtlPort> others;  ///< each from a word of its own on
    std::size_t words = 1;
  };

  void add(std::size_t word, std::uint64_t now);

  Inputs inputs_;
  std::vector<std::uint64_t> last_;  ///< by word
  std::vector<std::uint64_t> now_;   ///< of a wide port
  std::vector<unsigned char> bytes_;
  std::size_t most_bytes_;
  Cycle cycles_ = 0;
  Cycle before_ = 0;
  Cycle changed_ = 0;  ///< the cycle of the last change
  bool full_ = false;
};

/// Puts what a log holds on the inputs of another instance of the same RTL.
class InputReplay {
 public:
  /// Both must outlive it.
  InputReplay(const InputLog& log, const VerilatedModule& module);

  /// Sets the inputs of the next cycle. Returns false if there is none.
  bool next();
  /// The cycle whose inputs were set last; below 0 before the run.
  Cycle cycle() const { return cycles_ - 1 - log_.before_; }

 private:
  std::uint64_t take();

  const InputLog& log_;
  InputLog::Inputs inputs_;
  std::vector<std::uint64_t> words_;
  std::size_t at_ = 0;
  Cycle cycles_ = 0;
  Cycle due_ = 0;         ///< the cycle of the next change
  std::size_t word_ = 0;  ///< what changes then
};

}  // namespace isobar
