// SPDX-License-Identifier: Apache-2.0
#include "host/child_jobs.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <system_error>
#include <thread>

namespace isobar {
namespace {

using Clock = std::chrono::steady_clock;

struct Child {
  std::size_t job = 0;
  pid_t pid = 0;
  int output = -1;
  Clock::time_point deadline;
  std::string text;
};

enum Status : int { returned = 0, threw = 100 };

[[noreturn]] void be_child(const std::function<std::string()>& job, int output, pid_t parent) {
  // The child ends with its parent, whatever ends that. Ctrl-C is handled by the parent.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(threw);
  std::signal(SIGINT, SIG_IGN);
  int status = returned;
  std::string text;
  try {
    text = job();
  } catch (const std::exception& error) {
    status = threw;
    text = error.what();
  }
  for (std::size_t at = 0; at < text.size();) {
    const auto written = write(output, text.data() + at, text.size() - at);
    if (written <= 0) break;
    at += static_cast<std::size_t>(written);
  }
  // Neither the parent's destructors nor what is left in its output buffers may run here.
  _exit(status);
}

Child start(std::size_t number, const std::function<std::string()>& job, int seconds) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw std::system_error(errno, std::generic_category(), "a pipe");
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid < 0) throw std::system_error(errno, std::generic_category(), "a child process");
  if (pid == 0) {
    close(ends[0]);
    be_child(job, ends[1], parent);
  }
  close(ends[1]);
  const auto deadline =
      seconds > 0 ? Clock::now() + std::chrono::seconds(seconds) : Clock::time_point::max();
  return {number, pid, ends[0], deadline, {}};
}

ChildEnd finish(Child& child, bool hung) {
  if (hung) kill(child.pid, SIGKILL);
  close(child.output);
  int status = 0;
  while (waitpid(child.pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (hung) return {ChildEnd::Kind::hung, ""};
  if (WIFSIGNALED(status)) {
    return {ChildEnd::Kind::crashed, fmt::format("signal {}", strsignal(WTERMSIG(status)))};
  }
  if (WEXITSTATUS(status) == returned) return {ChildEnd::Kind::returned, child.text};
  if (WEXITSTATUS(status) == threw) return {ChildEnd::Kind::threw, child.text};
  return {ChildEnd::Kind::crashed, fmt::format("exit status {}", WEXITSTATUS(status))};
}

/// Reads what a child has written; returns whether it has not closed its output.
bool take_output(Child& child) {
  std::array<char, 4096> part;
  const auto got = read(child.output, part.data(), part.size());
  if (got < 0 && errno == EINTR) return true;
  if (got > 0) child.text.append(part.data(), static_cast<std::size_t>(got));
  return got > 0;
}

/// The running children, which are ended when this object is destroyed.
struct Children {
  std::vector<Child> list;

  Children() = default;
  ~Children() {
    for (auto& child : list) finish(child, true);
  }
  Children(const Children&) = delete;
  Children& operator=(const Children&) = delete;
};

/// Waits until a child has written something or its time is over, and at most a tenth of a second.
std::vector<pollfd> wait_for(const std::vector<Child>& children) {
  constexpr std::chrono::milliseconds patience(100);
  std::vector<pollfd> waiting;
  auto until = Clock::now() + patience;
  for (const auto& child : children) {
    waiting.push_back({child.output, POLLIN, 0});
    until = std::min(until, child.deadline);
  }
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now());
  if (poll(waiting.data(), waiting.size(), std::max(0, static_cast<int>(left.count()) + 1)) < 0) {
    for (auto& one : waiting) one.revents = 0;  // a signal came
  }
  return waiting;
}

}  // namespace

void run_in_children(std::size_t count, const std::function<std::string(std::size_t job)>& job,
                     const ChildSetting& setting,
                     const std::function<void(std::size_t job, const ChildEnd& end)>& ended) {
  const std::size_t most =
      setting.at_once > 0 ? setting.at_once : std::max(1U, std::thread::hardware_concurrency());
  std::fflush(nullptr);
  Children under_way;
  auto& children = under_way.list;
  std::size_t next = 0;
  while (next < count || !children.empty()) {
    if (setting.go_on && !setting.go_on()) return;
    while (next < count && children.size() < most) {
      children.push_back(start(
          next, [&] { return job(next); }, setting.seconds));
      ++next;
    }
    const auto waiting = wait_for(children);
    for (std::size_t i = children.size(); i-- > 0;) {
      const bool hung = Clock::now() >= children[i].deadline;
      if (!hung && (waiting[i].revents == 0 || take_output(children[i]))) continue;
      const auto number = children[i].job;
      const auto end = finish(children[i], hung);
      children.erase(children.begin() + static_cast<std::ptrdiff_t>(i));
      ended(number, end);
    }
  }
}

}  // namespace isobar
