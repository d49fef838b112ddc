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

const auto gl_parameter =
    parameter("gl", "least probability that a PE generates a task in a step").range(0, 1).real(0.1);
const auto gh_parameter = parameter("gh", "greatest").range(0, 1).real(0.9);
const auto cl_parameter =
    parameter("cl", "least probability that it consumes a task, if it has one")
        .range(0, 1)
        .real(0.1);
const auto ch_parameter = parameter("ch", "greatest").range(0, 1).real(0.7);
const auto lenl_parameter = parameter("lenl", "least length of a phase, from its start to its end")
                                .range(0, 1e9, "steps")
                                .whole(150);
const auto lenh_parameter = parameter("lenh", "greatest").range(0, 1e9, "steps").whole(400);
const auto pattern_parameter =
    parameter("pattern", "seed of the load alone: the same load under schemes of other seeds")
        .range(0, 1e15)
        .whole_or_auto("the run's seed");

}  // namespace

Phases::Phases(const ApplicationSetting& setting) : InTimeSteps(setting) {
  const auto& values = setting.parameters;
  const auto read = [&](auto& range, const auto& lo, const auto& hi) {
    range = {values.get(lo), values.get(hi)};
    if (range.lo <= range.hi) return;
    throw ValueError(
        fmt::format("phases: {}={} is above {}={}", lo.name, range.lo, hi.name, range.hi));
  };
  read(g_, gl_parameter, gh_parameter);
  read(c_, cl_parameter, ch_parameter);
  read(length_, lenl_parameter, lenh_parameter);
  const auto pattern = values.get(pattern_parameter);
  const auto seed = pattern ? static_cast<std::uint64_t>(*pattern) : setting.seed;
  for (Node node = 0; node < setting.nodes; ++node) {
    pes_.push_back({random_stream(seed, fmt::format("phases {}", node))});
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
     {gl_parameter, gh_parameter, cl_parameter, ch_parameter, lenl_parameter, lenh_parameter,
      pattern_parameter, time_steps_parameter, step_cycles_parameter},
     true,
     [](const ApplicationSetting& setting) { return std::make_unique<Phases>(setting); }});

}  // namespace
}  // namespace isobar
