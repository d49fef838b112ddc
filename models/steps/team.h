// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace isobar {

/// Threads that repeatedly do one piece of work together. The calling thread is one of them.
class Team {
 public:
  explicit Team(unsigned size);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  unsigned size() const { return static_cast<unsigned>(others_.size()) + 1; }
  /// Calls work(0) … work(size − 1), which must not throw, each in a thread of its own, and
  /// returns when all are done.
  void run(const std::function<void(unsigned)>& work);

 private:
  void serve(unsigned number);

  std::mutex mutex_;
  std::condition_variable begin_;
  std::condition_variable end_;
  const std::function<void(unsigned)>* work_ = nullptr;
  std::uint64_t round_ = 0;
  std::size_t busy_ = 0;
  bool over_ = false;
  std::vector<std::thread> others_;
};

}  // namespace isobar
