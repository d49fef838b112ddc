// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <csignal>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "tests/support/scratch.h"

namespace isobar::test {

/// What the program did.
struct Ran {
  int status = 0;  ///< exit status; −1 if it crashed
  std::string out;
  std::string err;
};

/// The program while it runs. What is left running is killed.
class RunningProgram {
 public:
  /// With these arguments in `folder`. Standard output goes to `out`, if given.
  explicit RunningProgram(const std::vector<std::string>& arguments,
                          const std::filesystem::path& folder = ".", const std::string& out = "");
  ~RunningProgram();
  RunningProgram(const RunningProgram&) = delete;
  RunningProgram& operator=(const RunningProgram&) = delete;

  void send(int signal) const;
  bool has_ended() const;
  /// Processor time used so far: what a busy machine does not stretch.
  std::uint64_t processor_ms() const;
  /// What it has written to standard output so far.
  std::string out() const;
  /// Until it ends.
  Ran wait();

 private:
  Scratch results_;
  bool keeps_out_;
  pid_t child_ = 0;
};

/// Runs the program with these arguments in `folder`. `signal_after_ms` > 0 sends it `signal` then.
/// Standard output goes to `out`, if given.
Ran run_program(const std::vector<std::string>& arguments,
                const std::filesystem::path& folder = ".", unsigned signal_after_ms = 0,
                const std::string& out = "", int signal = SIGINT);

/// The same; `signal` comes as soon as `condition` holds, which is tried again and again, also when
/// it throws. After a minute it comes anyway.
Ran run_program_until(const std::function<bool()>& condition,
                      const std::vector<std::string>& arguments,
                      const std::filesystem::path& folder, int signal = SIGINT);

/// The same; `signal` comes once the program has used this much processor time.
Ran run_program_at_work(unsigned processor_ms, const std::vector<std::string>& arguments,
                        const std::filesystem::path& folder, int signal = SIGINT);

}  // namespace isobar::test
