// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace isobar {

/// What a program may use before it is stopped.
struct RunLimits {
  double seconds = 10;      ///< processor time until it gets a Ctrl-C
  double grace = 5;         ///< the same until it gets another, and until it is killed
  double asleep = 60;       ///< seconds of either part that it may last without computing
  std::uint64_t bytes = 0;  ///< of its address space; 0: any number
  /// No file that it writes can be longer, as on a full disk; none: any length.
  std::optional<std::uint64_t> file_bytes{};
};

/// What happens to a program while it runs.
struct Disturbance {
  /// What becomes of standard output: this process reads it, it is closed from the start, or it is
  /// a pipe that nobody reads.
  enum class Output : std::uint8_t { heard, closed, left };
  Output output = Output::heard;
  int signal = 0;  ///< sent after `seconds`; 0: none
  double seconds = 0;
};

/// What became of a program.
struct LimitedRun {
  enum class End : std::uint8_t { exited, crashed, hung };
  End end = End::exited;
  int status = 0;        ///< its exit status, or the signal by which it crashed
  int sent = 0;          ///< the last signal that it got; 0: none
  bool stopped = false;  ///< it used up its time and got a Ctrl-C
  bool again = false;    ///< it used up its grace too, and got another
  bool cut = false;      ///< it wrote more than 64 MiB, of which these are the first
  std::string out;       ///< what it wrote to standard output
  std::string err;       ///< what it wrote to standard error
};

/// Runs a program, by its path and arguments, in `folder`, without standard input and deaf to the
/// terminal's Ctrl-C. It ends with this process. Throws std::system_error if no process can be
/// made.
LimitedRun run_limited(const std::vector<std::string>& command, const std::filesystem::path& folder,
                       const RunLimits& limits, const Disturbance& disturbance = {});

/// What a program does; it returns the exit status.
using Program = std::function<int()>;

/// Does the same with what a program does, `program`, in a forked copy of this process, so that
/// nothing has to be loaded. What is in the buffers of the standard streams at the call would be
/// written twice: they have to be empty.
LimitedRun run_limited(const Program& program, const std::filesystem::path& folder,
                       const RunLimits& limits, const Disturbance& disturbance = {});

}  // namespace isobar
