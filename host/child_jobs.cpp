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
#include <cstdlib>
#include <cstring>
#include <exception>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace isobar {
namespace {

using Clock = std::chrono::steady_clock;

/// Jobs that follow each other: from `next` on, before `end`.
struct Jobs {
  std::size_t next = 0;
  std::size_t end = 0;

  std::size_t count() const { return end - next; }
};

struct Child {
  Jobs jobs;  ///< what it has not told the end of; the first one is under way
  pid_t pid = 0;
  int output = -1;
  Clock::time_point deadline;
  std::string text;
  bool stopped = false;  ///< it does no more of its jobs
};

/// What a child writes: one of these, a text's size, and the text. After `stops` nothing follows.
enum class Told : char { returned, threw, stops };

using Job = std::function<std::string(std::size_t job)>;

/// False: the parent does not listen any more.
bool tell(int output, Told how, const std::string& text) {
  const std::uint64_t size = text.size();
  std::string all(1, static_cast<char>(how));
  all.append(reinterpret_cast<const char*>(&size), sizeof size);
  all.append(text);
  for (std::size_t at = 0; at < all.size();) {
    const auto written = write(output, all.data() + at, all.size() - at);
    if (written <= 0) return false;
    at += static_cast<std::size_t>(written);
  }
  return true;
}

[[noreturn]] void be_child(Jobs jobs, const Job& job, const std::function<bool()>& takes_more,
                           int output, pid_t parent) {
  // The child ends with its parent, whatever ends that. Ctrl-C is handled by the parent.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(EXIT_FAILURE);
  std::signal(SIGINT, SIG_IGN);
  for (; jobs.count() > 0; ++jobs.next) {
    bool more = false;
    try {
      const auto text = job(jobs.next);
      more = tell(output, Told::returned, text) && takes_more && takes_more();
    } catch (const std::exception& error) {
      tell(output, Told::threw, error.what());
    }
    if (!more) break;
  }
  tell(output, Told::stops, "");
  // Neither the parent's destructors nor what is left in its output buffers may run here.
  _exit(EXIT_SUCCESS);
}

Child start(const Jobs& jobs, const Job& job, const ChildSetting& setting) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw std::system_error(errno, std::generic_category(), "a pipe");
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid < 0) throw std::system_error(errno, std::generic_category(), "a child process");
  if (pid == 0) {
    close(ends[0]);
    be_child(jobs, job, setting.takes_more, ends[1], parent);
  }
  close(ends[1]);
  return {jobs, pid, ends[0], {}, {}, false};
}

/// Waits for the end of a child's process, and returns how that ended the job that was under way.
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

/// Takes the end of a job out of what a child has written, if it is there.
std::optional<ChildEnd> next_told(Child& child) {
  std::uint64_t size = 0;
  constexpr auto head = 1 + sizeof size;
  if (child.text.size() < head) return {};
  std::memcpy(&size, child.text.data() + 1, sizeof size);
  if (child.text.size() - head < size) return {};
  const auto told = static_cast<Told>(child.text[0]);
  auto text = child.text.substr(head, size);
  child.text.erase(0, head + size);
  child.stopped = told == Told::stops;
  if (child.stopped) return {};
  return ChildEnd{told == Told::threw ? ChildEnd::Kind::threw : ChildEnd::Kind::returned,
                  std::move(text)};
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

/// The jobs that no child has.
class WaitingJobs {
 public:
  explicit WaitingJobs(std::size_t count) : parts_{{0, count}}, count_(count) {}

  std::size_t count() const { return count_; }

  /// Takes the next one, or, where each of `sharers` children takes several, so many that each gets
  /// some of what is left, and that a child's end is not far.
  Jobs take(std::size_t sharers) {
    constexpr std::size_t at_most = 32;
    constexpr std::size_t turns = 4;
    while (parts_.back().count() == 0) parts_.pop_back();
    auto& part = parts_.back();
    const auto share =
        sharers == 0 ? 1 : std::clamp<std::size_t>(count_ / (turns * sharers), 1, at_most);
    const Jobs taken{part.next, part.next + std::min(share, part.count())};
    part.next = taken.end;
    count_ -= taken.count();
    return taken;
  }

  void give_back(const Jobs& jobs) {
    parts_.push_back(jobs);
    count_ += jobs.count();
  }

 private:
  std::vector<Jobs> parts_;  ///< the last ones come first
  std::size_t count_;
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

void run_in_children(std::size_t count, const Job& job, const ChildSetting& setting,
                     const std::function<void(std::size_t job, const ChildEnd& end)>& ended) {
  const std::size_t most =
      setting.at_once > 0 ? setting.at_once : std::max(1U, std::thread::hardware_concurrency());
  const auto deadline = [&] {
    return setting.seconds > 0 ? Clock::now() + std::chrono::seconds(setting.seconds)
                               : Clock::time_point::max();
  };
  std::fflush(nullptr);
  Children under_way;
  auto& children = under_way.list;
  WaitingJobs waiting_jobs(count);
  while (waiting_jobs.count() > 0 || !children.empty()) {
    if (setting.go_on && !setting.go_on()) return;
    while (waiting_jobs.count() > 0 && children.size() < most) {
      const auto jobs = waiting_jobs.take(setting.takes_more ? most : 0);
      children.push_back(start(jobs, job, setting));
      children.back().deadline = deadline();
    }
    const auto waiting = wait_for(children);
    const auto now = Clock::now();
    for (std::size_t i = children.size(); i-- > 0;) {
      auto& child = children[i];
      const bool quiet = waiting[i].revents == 0;
      if (quiet && now < child.deadline) continue;
      const bool goes_on = !quiet && take_output(child);
      while (const auto end = next_told(child)) {
        child.deadline = deadline();
        ended(child.jobs.next++, *end);
      }
      if (goes_on) continue;
      auto left = child.jobs;
      const bool broke_off = !child.stopped && left.count() > 0;
      const auto end = finish(child, quiet);
      children.erase(children.begin() + static_cast<std::ptrdiff_t>(i));
      const auto broken = left.next;
      if (broke_off) ++left.next;
      waiting_jobs.give_back(left);
      if (broke_off) ended(broken, end);
    }
  }
}

}  // namespace isobar
