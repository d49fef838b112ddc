// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/applications/producer.h"

#include <fmt/format.h>

#include <boost/random/bernoulli_distribution.hpp>
#include <memory>

#include "models/errors.h"

namespace isobar {

Producer::Producer(const ApplicationSetting& setting)
    : InTimeSteps(setting),
      pe_(static_cast<Node>(setting.parameters.at("pe"))),
      g_(setting.parameters.at("g")),
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
     {{"pe", "", 0, 0, 4e9, true, "which PE"},
      {"g", "", 1, 0, 1, false, "probability that it generates a task in a step"},
      time_steps_parameter,
      step_cycles_parameter},
     true,
     [](const ApplicationSetting& setting) { return std::make_unique<Producer>(setting); }});

}  // namespace
}  // namespace isobar
