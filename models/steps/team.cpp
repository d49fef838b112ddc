// SPDX-License-Identifier: Apache-2.0
#include "models/steps/team.h"

namespace isobar {

Team::Team(unsigned size) {
  for (unsigned number = 1; number < size; ++number) {
    others_.emplace_back([this, number] { serve(number); });
  }
}

Team::~Team() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  begin_.notify_all();
  for (auto& thread : others_) thread.join();
}

void Team::run(const std::function<void(unsigned)>& work) {
  if (others_.empty()) return work(0);
  {
    const std::lock_guard lock(mutex_);
    work_ = &work;
    busy_ = others_.size();
    ++round_;
  }
  begin_.notify_all();
  work(0);
  std::unique_lock lock(mutex_);
  end_.wait(lock, [this] { return busy_ == 0; });
}

void Team::serve(unsigned number) {
  std::uint64_t served = 0;
  std::unique_lock lock(mutex_);
  while (true) {
    begin_.wait(lock, [&] { return over_ || round_ != served; });
    if (over_) return;
    served = round_;
    const auto& work = *work_;
    lock.unlock();
    work(number);
    lock.lock();
    if (--busy_ == 0) end_.notify_one();
  }
}

}  // namespace isobar
