// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/applications/producer.h"

#include <fmt/format.h>

#include <boost/random/bernoulli_distribution.hpp>
#include <memory>

#include "models/errors.h"

namespace isobar {

namespace {

const auto pe_parameter = parameter("pe", "which PE").range(0, 4e9).whole(0);
const auto g_parameter =
    parameter("g", "probability that it generates a task in a step").range(0, 1).real(1);

}  // namespace

Producer::Producer(const ApplicationSetting& setting)
    : InTimeSteps(setting),
      pe_(static_cast<Node>(setting.parameters.get(pe_parameter))),
      g_(setting.parameters.get(g_parameter)),
      random_(random_stream(setting.seed, "producer")) {
  if (pe_ >= setting.nodes) {
    throw ValueError(fmt::format("producer: pe={}; there are PEs 0 to {}", pe_, setting.nodes - 1));
  }
}

Turn Producer::turn(Node node) {
  if (node != pe_) return {};
  return {boost::random::bernoulli_distribution<double>(g_)(random_) ? 1 : 0, 0};
}

namespace {

const RegisterApplication registered(
    {"producer",
     "one PE generates tasks over time; they are worked on when it has ended",
     "Lueling and Monien 1993, Section 3",
     {pe_parameter, g_parameter, time_steps_parameter, step_cycles_parameter},
     true,
     [](const ApplicationSetting& setting) { return std::make_unique<Producer>(setting); }});

}  // namespace
}  // namespace isobar
