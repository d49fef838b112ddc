// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/workloads/application.h"

namespace isobar::test {

/// What one run of an application on a single worker comes to.
struct ApplicationRun {
  std::vector<Cycle> work;             ///< by task
  std::vector<std::int64_t> children;  ///< by task
  ApplicationStatistics statistics;

  Cycle total() const;
  std::int64_t figure(const std::string& name) const;  ///< −1 if there is none
};

/// Which of so many waiting tasks is next: a number below it.
using Pick = std::function<std::size_t(std::size_t)>;

Pick oldest();
Pick newest();
Pick any(std::uint64_t seed);

/// Works on all its tasks in an order of choice.
ApplicationRun run_application(Application& application, const Pick& pick);

/// A registered application as it is written, at 1 GHz.
std::unique_ptr<Application> make_application(const std::string& text, Node nodes = 4,
                                              std::uint64_t seed = 1);

/// What is wrong with an application as it is written; empty if nothing is.
std::string application_refusal(const std::string& text, Node nodes = 4);

}  // namespace isobar::test
