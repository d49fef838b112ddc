// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace isobar {

/// How many threads help to have so many PEs act.
unsigned helpful_threads(std::size_t pes);

/// Threads that repeatedly do one piece of work together. The calling thread is one of them. Where
/// each has a processor of its own, they look out for the next piece for a while before they sleep.
class Team {
 public:
  /// So many threads, the calling one among them.
  explicit Team(unsigned size);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  /// The number of threads, the calling one among them.
  unsigned size() const { return static_cast<unsigned>(others_.size()) + 1; }
  /// Calls work(0) … work(size − 1), which must not throw, each in a thread of its own, and
  /// returns when all are done.
  void run(const std::function<void(unsigned)>& work);

 private:
  void serve(unsigned number);
  /// Waits for `ready` without sleeping; returns false if it takes too long.
  template <class Ready>
  bool soon(const Ready& ready) const;

  const bool looks_out_;
  std::mutex mutex_;
  std::condition_variable begin_;
  std::condition_variable end_;
  const std::function<void(unsigned)>* work_ = nullptr;  ///< handed over by round_
  // Who goes to sleep says so before it looks for the last time, and who ends its sleep looks for
  // sleepers after the change: one of them sees the other.
  std::atomic<std::uint64_t> round_ = 0;
  std::atomic<std::size_t> busy_ = 0;
  std::atomic<unsigned> sleepers_ = 0;  ///< others that wait for begin_
  std::atomic<bool> caller_sleeps_ = false;
  std::atomic<bool> over_ = false;
  std::vector<std::thread> others_;
};

}  // namespace isobar
