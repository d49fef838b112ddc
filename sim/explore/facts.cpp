// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/facts.h"

#include <fmt/format.h>

#include "models/errors.h"
#include "sim/config/input_error.h"
#include "sim/config/resolve.h"
#include "sim/explore/run_point.h"
#include "sim/result/metrics.h"

namespace isobar {
namespace {

/// The point without the tasks that would only take time to lay out.
Experiment bare_experiment(Assignment point) {
  point["load"] = "point:1@0";
  for (const char* key : {"queue_depth", "load_bits", "max_steps", "app", "machines", "speed",
                          "memory", "external", "fetch", "until"}) {
    point.erase(key);
  }
  return resolve(config_text(point)).experiment;
}

}  // namespace

std::map<std::string, double> facts(const Experiment& experiment) {
  std::map<std::string, double> all;
  for (const auto& [name, value] : measure_before(experiment)) {
    all[name] = std::visit([](auto number) { return static_cast<double>(number); }, value);
  }
  return all;
}

std::map<std::string, double> facts(const Assignment& point) {
  return facts(bare_experiment(point));
}

std::string shared_bandwidth(const Assignment& point, const std::string& total) {
  Rational rate;
  try {
    rate = parse_bandwidth(total);
  } catch (const ValueError& error) {
    throw InputError(fmt::format("constraints.total_bandwidth = {}: {}", total, error.what()));
  }
  const auto links = bare_experiment(point).fabric.link_count();
  if (links == 0) return total;
  const auto share = rate / static_cast<std::int64_t>(links);
  return fmt::format("{}b/s", boost::rational_cast<std::int64_t>(share));
}

}  // namespace isobar
