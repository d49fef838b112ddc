// SPDX-License-Identifier: Apache-2.0
#include "host/limited_run.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <system_error>
#include <utility>

#include "host/interrupt.h"

namespace isobar {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int not_started = 127;
constexpr std::size_t most_output = std::size_t{64} << 20;

/// Makes the surroundings of a program that begins in this child process.
void begin_child(const std::filesystem::path& folder, const RunLimits& limits,
                 Disturbance::Output output, int out, int err, pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(not_started);
  InterruptGuard::forget();
  const rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  if (limits.bytes > 0) {
    const rlimit most{limits.bytes, limits.bytes};
    setrlimit(RLIMIT_AS, &most);
  }
  if (limits.file_bytes) {
    std::signal(SIGXFSZ, SIG_IGN);  // a disk that is full only refuses to take more
    const rlimit most{*limits.file_bytes, *limits.file_bytes};
    setrlimit(RLIMIT_FSIZE, &most);
  }
  const int in = open("/dev/null", O_RDONLY);
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  if (output == Disturbance::Output::closed) close(STDOUT_FILENO);
  if (chdir(folder.c_str()) != 0) _exit(not_started);
}

/// Ends a copy of this process without destructors: to take down what the copy never used would
/// copy most of its memory. A sanitizer looks for leaks when they have run.
[[noreturn]] void end_copy(int status) {
#ifdef __SANITIZE_ADDRESS__
  std::exit(status);
#else
  std::cout.flush();
  std::fflush(nullptr);
  _exit(status);
#endif
}

std::array<int, 2> make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) == 0) return ends;
  throw std::system_error(errno, std::generic_category(), "a pipe");
}

/// Says when a program has used up its time, and then when its grace.
class Patience {
 public:
  Patience(pid_t child, const RunLimits& limits) : child_(child), limits_(limits) {}

  bool is_over() const {
    const auto most = stopped_ ? limits_.grace : limits_.seconds;
    const auto waited = std::chrono::duration<double>(Clock::now() - since_).count();
    return waited > most && (processor_seconds() - used_ > most || waited > most + limits_.asleep);
  }
  void stop() {
    stopped_ = true;
    used_ = processor_seconds();
    since_ = Clock::now();
  }

 private:
  double processor_seconds() const {
    constexpr double nano = 1e-9;
    clockid_t clock{};
    timespec used{};
    if (clock_getcpuclockid(child_, &clock) != 0 || clock_gettime(clock, &used) != 0) return used_;
    return static_cast<double>(used.tv_sec) + nano * static_cast<double>(used.tv_nsec);
  }

  pid_t child_;
  const RunLimits& limits_;
  bool stopped_ = false;
  double used_ = 0;
  Clock::time_point since_ = Clock::now();
};

/// Reads what is there; returns whether more may come.
bool take(int from, std::string& text) {
  std::array<char, 65536> part;
  const auto got = read(from, part.data(), part.size());
  if (got < 0) return errno == EINTR || errno == EAGAIN;
  if (text.size() < most_output) text.append(part.data(), static_cast<std::size_t>(got));
  return got > 0;
}

/// Sends a signal once its time has come.
class Alarm {
 public:
  explicit Alarm(const Disturbance& disturbance)
      : signal_(disturbance.signal), at_(Clock::now() + in(disturbance.seconds)) {}

  /// Milliseconds until then, at most this many.
  int wait(int most) const {
    if (signal_ == 0) return most;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(at_ - Clock::now()).count();
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, most));
  }
  void ring(pid_t child, LimitedRun& run) {
    if (signal_ == 0 || Clock::now() < at_) return;
    run.sent = std::exchange(signal_, 0);
    kill(child, run.sent);
  }

 private:
  static Clock::duration in(double seconds) {
    return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  }

  int signal_;
  Clock::time_point at_;
};

/// Returns whether the program had to be killed.
bool listen(pid_t child, int out, int err, const RunLimits& limits, const Disturbance& disturbance,
            LimitedRun& run) {
  constexpr int look_again = 50;  // milliseconds
  Patience patience(child, limits);
  Alarm alarm(disturbance);
  std::array<pollfd, 2> ends = {{{out, POLLIN, 0}, {err, POLLIN, 0}}};
  const std::array<std::string*, 2> texts = {&run.out, &run.err};
  while (ends[0].fd >= 0 || ends[1].fd >= 0) {
    const int ready = poll(ends.data(), ends.size(), alarm.wait(look_again));
    alarm.ring(child, run);
    for (std::size_t i = 0; ready > 0 && i < ends.size(); ++i) {
      if (ends[i].fd < 0 || ends[i].revents == 0) continue;
      if (!take(ends[i].fd, *texts[i])) ends[i].fd = -1;
    }
    if (!patience.is_over()) continue;
    if (run.again) return true;
    run.again = run.stopped;
    run.stopped = true;
    run.sent = SIGINT;
    patience.stop();
    kill(child, SIGINT);
  }
  return false;
}

}  // namespace

LimitedRun run_limited(const std::vector<std::string>& command, const std::filesystem::path& folder,
                       const RunLimits& limits, const Disturbance& disturbance) {
  auto copy = command;
  std::vector<char*> argv;
  for (auto& word : copy) argv.push_back(word.data());
  argv.push_back(nullptr);
  const auto become = [&argv]() -> int {
    execv(argv[0], argv.data());
    _exit(not_started);
  };
  return run_limited(Program(become), folder, limits, disturbance);
}

LimitedRun run_limited(const Program& program, const std::filesystem::path& folder,
                       const RunLimits& limits, const Disturbance& disturbance) {
  auto out = make_pipe();
  const auto err = make_pipe();
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) {
    begin_child(folder, limits, disturbance.output, out[1], err[1], parent);
    end_copy(program());
  }
  close(out[1]);
  close(err[1]);
  if (disturbance.output == Disturbance::Output::left) close(std::exchange(out[0], -1));
  LimitedRun run;
  if (out[0] < 0) run.sent = SIGPIPE;
  const bool hung = child > 0 && listen(child, out[0], err[0], limits, disturbance, run);
  if (out[0] >= 0) close(out[0]);
  close(err[0]);
  if (child < 0) throw std::system_error(errno, std::generic_category(), "a child process");
  if (hung) kill(-child, SIGKILL);  // with all that it started
  run.cut = std::max(run.out.size(), run.err.size()) >= most_output;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (hung) {
    run.end = LimitedRun::End::hung;
  } else if (WIFSIGNALED(status)) {
    run.end = LimitedRun::End::crashed;
    run.status = WTERMSIG(status);
  } else {
    run.status = WEXITSTATUS(status);
  }
  return run;
}

}  // namespace isobar
