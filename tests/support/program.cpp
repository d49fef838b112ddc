// SPDX-License-Identifier: Apache-2.0
#include "tests/support/program.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <stdexcept>
#include <thread>
#include <utility>

namespace isobar::test {
namespace {

[[noreturn]] void become(const std::vector<std::string>& arguments,
                         const std::filesystem::path& folder, const std::filesystem::path& results,
                         const std::string& out) {
  const auto redirect = [&](const char* name, int descriptor) {
    const auto path = descriptor == STDOUT_FILENO && !out.empty() ? out : (results / name).string();
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(file, descriptor);
    close(file);
  };
  redirect("out", STDOUT_FILENO);
  redirect("err", STDERR_FILENO);
  std::vector<char*> argv;
  const char* other = std::getenv("ISOBAR_TESTED_PROGRAM");  // a build that counts what it reaches
  std::string program = other != nullptr ? other : ISOBAR_PROGRAM;
  argv.push_back(program.data());
  auto copy = arguments;
  for (auto& argument : copy) argv.push_back(argument.data());
  argv.push_back(nullptr);
  if (chdir(folder.c_str()) == 0) execv(program.c_str(), argv.data());
  _exit(127);
}

}  // namespace

RunningProgram::RunningProgram(const std::vector<std::string>& arguments,
                               const std::filesystem::path& folder, const std::string& out)
    : keeps_out_(out.empty()), child_(fork()) {
  if (child_ < 0) throw std::runtime_error("no child process");
  if (child_ == 0) become(arguments, folder, results_.path(), out);
}

RunningProgram::~RunningProgram() {
  if (child_ <= 0) return;
  send(SIGKILL);
  wait();
}

std::string RunningProgram::out() const {
  const bool is_there = keeps_out_ && std::filesystem::exists(results_.path() / "out");
  return is_there ? results_.read("out") : "";
}

std::uint64_t RunningProgram::processor_ms() const {
  clockid_t clock{};
  timespec used{};
  if (clock_getcpuclockid(child_, &clock) != 0 || clock_gettime(clock, &used) != 0) return 0;
  return static_cast<std::uint64_t>(used.tv_sec) * 1000 +
         static_cast<std::uint64_t>(used.tv_nsec) / 1'000'000;
}

bool RunningProgram::has_ended() const {
  siginfo_t ended{};
  return waitid(P_PID, static_cast<id_t>(child_), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         ended.si_pid == child_;
}

void RunningProgram::send(int signal) const { kill(child_, signal); }

Ran RunningProgram::wait() {
  int status = 0;
  waitpid(std::exchange(child_, 0), &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, out(), results_.read("err")};
}

namespace {

/// Sends `signal` as soon as `condition` holds, or the program has ended, or after a minute.
template <class Condition>
Ran interrupted(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                int signal, const Condition& condition) {
  RunningProgram program(arguments, folder);
  const auto latest = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (!condition(program) && !program.has_ended() && std::chrono::steady_clock::now() < latest) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  program.send(signal);
  return program.wait();
}

}  // namespace

Ran run_program(const std::vector<std::string>& arguments, const std::filesystem::path& folder,
                unsigned signal_after_ms, const std::string& out, int signal) {
  RunningProgram program(arguments, folder, out);
  if (signal_after_ms > 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(signal_after_ms));
    program.send(signal);
  }
  return program.wait();
}

Ran run_program_until(const std::function<bool()>& condition,
                      const std::vector<std::string>& arguments,
                      const std::filesystem::path& folder, int signal) {
  return interrupted(arguments, folder, signal, [&](const RunningProgram&) {
    try {
      return condition();
    } catch (const std::exception&) {
      return false;  // what it looks at is not there yet
    }
  });
}

Ran run_program_at_work(unsigned processor_ms, const std::vector<std::string>& arguments,
                        const std::filesystem::path& folder, int signal) {
#ifdef ISOBAR_SANITIZED
  constexpr unsigned times = 5;  // with sanitizers a program takes that much longer to start
#else
  constexpr unsigned times = 1;
#endif
  return interrupted(arguments, folder, signal, [=](const RunningProgram& program) {
    return program.processor_ms() >= times * processor_ms;
  });
}

}  // namespace isobar::test
