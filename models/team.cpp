// SPDX-License-Identifier: Apache-2.0
#include "models/team.h"

#include <algorithm>
#include <chrono>

namespace isobar {
namespace {

/// About what it takes to wake a thread.
constexpr std::chrono::microseconds patience{50};

/// Threads are worth their waiting for each other from a few hundred PEs each on. With these, they
/// cost little also where another program keeps one of them from running.
constexpr std::size_t worth_a_thread = 4096;

}  // namespace

unsigned helpful_threads(std::size_t pes) {
  const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
  return static_cast<unsigned>(std::min(processors, pes / worth_a_thread));
}

Team::Team(unsigned size) : looks_out_(size <= std::thread::hardware_concurrency()) {
  for (unsigned number = 1; number < size; ++number) {
    others_.emplace_back([this, number] { serve(number); });
  }
}

Team::~Team() {
  over_ = true;
  {
    const std::lock_guard lock(mutex_);
    begin_.notify_all();
  }
  for (auto& thread : others_) thread.join();
}

template <class Ready>
bool Team::soon(const Ready& ready) const {
  if (!looks_out_) return ready();
  const auto end = std::chrono::steady_clock::now() + patience;
  do {
    if (ready()) return true;
  } while (std::chrono::steady_clock::now() < end);
  return false;
}

void Team::run(const std::function<void(unsigned)>& work) {
  if (others_.empty()) return work(0);
  work_ = &work;
  busy_ = others_.size();
  ++round_;
  if (sleepers_ > 0) {
    const std::lock_guard lock(mutex_);
    begin_.notify_all();
  }
  work(0);
  const auto done = [this] { return busy_ == 0; };
  if (soon(done)) return;
  std::unique_lock lock(mutex_);
  caller_sleeps_ = true;
  end_.wait(lock, done);
  caller_sleeps_ = false;
}

void Team::serve(unsigned number) {
  std::uint64_t served = 0;
  const auto called = [&] { return over_ || round_ != served; };
  while (true) {
    if (!soon(called)) {
      std::unique_lock lock(mutex_);
      ++sleepers_;
      begin_.wait(lock, called);
      --sleepers_;
    }
    if (over_) return;
    served = round_;
    (*work_)(number);
    if (--busy_ == 0 && caller_sleeps_) {
      const std::lock_guard lock(mutex_);
      end_.notify_one();
    }
  }
}

}  // namespace isobar
