// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/applications/phases.h"

#include <fmt/format.h>

#include <boost/random/bernoulli_distribution.hpp>
#include <boost/random/uniform_int_distribution.hpp>
#include <boost/random/uniform_real_distribution.hpp>
#include <memory>

#include "models/errors.h"

namespace isobar {
namespace {

/// One that happens with `probability`.
std::int64_t one_with(double probability, Random& random) {
  return boost::random::bernoulli_distribution<double>(probability)(random) ? 1 : 0;
}

template <class Range>
double between(const Range& range, Random& random) {
  if (range.lo == range.hi) return range.lo;
  return boost::random::uniform_real_distribution<double>(range.lo, range.hi)(random);
}

}  // namespace

Phases::Phases(const ApplicationSetting& setting) : InTimeSteps(setting) {
  const auto range = [&](const char* lo, const char* hi) -> Range<double> {
    const Range<double> range{setting.parameters.at(lo), setting.parameters.at(hi)};
    if (range.lo <= range.hi) return range;
    throw ValueError(fmt::format("phases: {}={} is above {}={}", lo, range.lo, hi, range.hi));
  };
  g_ = range("gl", "gh");
  c_ = range("cl", "ch");
  const auto length = range("lenl", "lenh");
  length_ = {static_cast<std::int64_t>(length.lo), static_cast<std::int64_t>(length.hi)};
  for (Node node = 0; node < setting.nodes; ++node) {
    pes_.push_back({random_stream(setting.seed, fmt::format("phases {}", node))});
  }
}

void Phases::begin_phase(Pe& pe) const {
  pe.g = between(g_, pe.random);
  pe.c = between(c_, pe.random);
  // From start to end, both among the steps.
  using Length = boost::random::uniform_int_distribution<std::int64_t>;
  pe.left = Length(length_.lo, length_.hi)(pe.random) + 1;
}

Turn Phases::turn(Node node) {
  auto& pe = pes_[node];
  if (pe.left == 0) begin_phase(pe);
  --pe.left;
  const auto generates = one_with(pe.g, pe.random);
  return {generates, one_with(pe.c, pe.random)};
}

namespace {

const RegisterApplication registered(
    {"phases",
     "every PE generates and consumes tasks at random, more or less of them in each of its phases",
     "Lueling and Monien 1993, Section 7",
     {{"gl", "", 0.1, 0, 1, false, "least probability that a PE generates a task in a step"},
      {"gh", "", 0.9, 0, 1, false, "greatest"},
      {"cl", "", 0.1, 0, 1, false, "least probability that it consumes a task, if it has one"},
      {"ch", "", 0.7, 0, 1, false, "greatest"},
      {"lenl", "steps", 150, 0, 1e9, true, "least length of a phase, from its start to its end"},
      {"lenh", "steps", 400, 0, 1e9, true, "greatest"},
      time_steps_parameter,
      step_cycles_parameter},
     true,
     [](const ApplicationSetting& setting) { return std::make_unique<Phases>(setting); }});

}  // namespace
}  // namespace isobar
