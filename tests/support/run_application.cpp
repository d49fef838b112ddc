// SPDX-License-Identifier: Apache-2.0
#include "tests/support/run_application.h"

#include <deque>
#include <numeric>
#include <utility>

#include "models/workloads/random.h"
#include "tests/support/refusal.h"

namespace isobar::test {

Cycle ApplicationRun::total() const { return std::accumulate(work.begin(), work.end(), Cycle{0}); }

std::int64_t ApplicationRun::figure(const std::string& name) const {
  for (const auto& [known, value] : statistics) {
    if (known == name) return value;
  }
  return -1;
}

Pick oldest() {
  return [](std::size_t /*waiting*/) { return std::size_t{0}; };
}

Pick newest() {
  return [](std::size_t waiting) { return waiting - 1; };
}

Pick any(std::uint64_t seed) {
  return [random = random_stream(seed, "order")](std::size_t waiting) mutable {
    return static_cast<std::size_t>(random() % waiting);
  };
}

ApplicationRun run_application(Application& application, const Pick& pick) {
  const auto loads = application.initial_loads();
  const auto initial = std::accumulate(loads.begin(), loads.end(), Load{0});
  std::deque<std::size_t> waiting(static_cast<std::size_t>(initial));
  std::iota(waiting.begin(), waiting.end(), std::size_t{0});
  ApplicationRun run;
  run.work.resize(waiting.size());
  run.children.resize(waiting.size());
  while (!waiting.empty()) {
    const auto chosen = pick(waiting.size());
    const auto task = waiting[chosen];
    if (chosen == 0) {
      waiting.pop_front();
    } else {
      waiting[chosen] = waiting.back();
      waiting.pop_back();
    }
    run.work[task] = application.work(task);
    run.children[task] = application.finish(task);
    for (std::int64_t i = 0; i < run.children[task]; ++i) {
      waiting.push_back(run.work.size());
      run.work.push_back(0);
      run.children.push_back(0);
    }
  }
  run.statistics = application.statistics();
  return run;
}

std::unique_ptr<Application> make_application(const std::string& text, Node nodes,
                                              std::uint64_t seed) {
  const auto choice = ApplicationChoice::parse(text);
  return choice.entry->make({nodes, seed, Rational(1'000'000'000), choice.parameters});
}

std::string application_refusal(const std::string& text, Node nodes) {
  return refusal([&] { make_application(text, nodes); });
}

}  // namespace isobar::test
