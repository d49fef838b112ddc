// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

namespace isobar::test {

/// What the program did.
struct Ran {
  int status = 0;  ///< exit status; −1 if it crashed
  std::string out;
  std::string err;
};

/// A folder that is removed with all in it.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Makes the folders that `name` needs.
  void write(const std::string& name, const std::string& contents) const;
  std::string read(const std::string& name) const;
  /// Names of what is in it, sorted.
  std::vector<std::string> names() const;

 private:
  std::filesystem::path path_;
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
  /// What it has written to standard output so far.
  std::string out() const { return results_.read("out"); }
  /// Until it ends.
  Ran wait();

 private:
  Scratch results_;
  pid_t child_ = 0;
};

/// Runs the program with these arguments in `folder`. `signal_after_ms` > 0 sends it `signal` then.
/// Standard output goes to `out`, if given.
Ran run_program(const std::vector<std::string>& arguments,
                const std::filesystem::path& folder = ".", unsigned signal_after_ms = 0,
                const std::string& out = "", int signal = SIGINT);

}  // namespace isobar::test
