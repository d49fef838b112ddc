// SPDX-License-Identifier: Apache-2.0
#include "tests/support/random_application.h"

#include <numeric>
#include <utility>

namespace isobar::test {
namespace {

const DeclareApplicationStatistics declared(
    "test-random", {{"order", "", "in which order tasks were worked on, as one number"}});

/// SplitMix64.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

class Trees final : public Application {
 public:
  Trees(RandomTrees trees, std::shared_ptr<std::vector<TaskId>> executed)
      : trees_(std::move(trees)), executed_(std::move(executed)) {
    const auto roots = std::accumulate(trees_.roots.begin(), trees_.roots.end(), Load{0});
    for (Load root = 0; root < roots; ++root) {
      tasks_.push_back({mixed(trees_.seed + static_cast<std::uint64_t>(root)), trees_.size});
    }
  }

  std::vector<Load> initial_loads() const override { return trees_.roots; }
  Cycle work(TaskId task) override {
    const auto most = static_cast<std::uint64_t>(trees_.most_work);
    return static_cast<Cycle>(1 + mixed(tasks_.at(task).key) % most);
  }
  std::int64_t finish(TaskId task) override {
    if (executed_) executed_->push_back(task);
    order_ =
        static_cast<std::int64_t>(mixed(static_cast<std::uint64_t>(order_) ^ mixed(task)) >> 1);
    const auto [key, size] = tasks_.at(task);
    std::int64_t left = size - 1;
    if (left == 0) return 0;
    const auto most = static_cast<std::uint64_t>(trees_.most_children);
    const auto children =
        std::min<std::int64_t>(left, static_cast<std::int64_t>(1 + mixed(key + 1) % most));
    for (std::int64_t i = children; i > 0; --i) {
      // Every later child gets at least one of what is left.
      const auto random = mixed(key + 1 + static_cast<std::uint64_t>(i));
      const auto spare = static_cast<std::uint64_t>(left - i + 1);
      const auto part = i == 1 ? left : static_cast<std::int64_t>(1 + random % spare);
      tasks_.push_back({mixed(random), part});
      left -= part;
    }
    return children;
  }
  ApplicationStatistics statistics() const override { return {{"order", order_}}; }

 private:
  struct Subtree {
    std::uint64_t key;
    std::int64_t size;
  };

  RandomTrees trees_;
  std::shared_ptr<std::vector<TaskId>> executed_;
  std::vector<Subtree> tasks_;
  std::int64_t order_ = 0;
};

}  // namespace

std::int64_t RandomTrees::total() const {
  return size * std::accumulate(roots.begin(), roots.end(), Load{0});
}

std::unique_ptr<Application> random_application(const RandomTrees& trees,
                                                std::shared_ptr<std::vector<TaskId>> executed) {
  return std::make_unique<Trees>(trees, std::move(executed));
}

}  // namespace isobar::test
