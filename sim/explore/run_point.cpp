// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/run_point.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <new>

#include "models/errors.h"
#include "models/pe/run_cycles.h"
#include "models/steps/run_steps.h"
#include "sim/config/input_error.h"
#include "sim/config/resolve.h"
#include "sim/result/provenance.h"

namespace isobar {
namespace {

using Clock = std::chrono::steady_clock;

std::string host_name() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

std::string now() { return fmt::format("{:%FT%TZ}", fmt::gmtime(std::time(nullptr))); }

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

RunResult simulate(const Config& config) {
  const auto go_on = [](const Progress&) { return true; };
  const auto threads = std::max(1U, config.threads);  // points run beside each other
  return config.level == Level::steps
             ? run_steps(config.experiment, go_on, threads)
             : run_cycles(config.experiment, go_on, nullptr, nullptr, threads);
}

}  // namespace

bool PointResult::reached() const {
  const auto found = metrics.find("reached");
  const auto is_not_zero = [](auto number) { return number != 0; };
  return error.empty() && found != metrics.end() && std::visit(is_not_zero, found->second);
}

PointResult failed_point(std::int64_t number, const std::string& engine, const std::string& error) {
  PointResult result;
  result.number = number;
  result.error = error;
  result.program = program_text();
  result.host = host_name();
  result.engine = engine;
  result.started = now();
  return result;
}

Config point_config(const Assignment& point) {
  auto config = resolve(config_text(with_level(point)));
  if (config.level != Level::rtl) return config;
  throw InputError(
      "level = rtl: points of a campaign run at steps or cycles, whose numbers are "
      "the same");
}

PointResult run_point(const NumberedPoint& point, const std::string& engine) {
  auto result = failed_point(point.number, engine, "");
  const auto start = Clock::now();
  try {
    const auto config = point_config(point.keys);
    result.level = level_name(config.level);
    result.metrics = measure(config, simulate(config));
  } catch (const std::bad_alloc&) {
    result.error = "it needs more memory than there is";
  } catch (const std::exception& error) {
    result.error = error.what();
  }
  result.seconds = since(start);
  return result;
}

Json to_json(const PointResult& result) {
  Json metrics = Json::object();
  for (const auto& [name, value] : result.metrics) {
    std::visit([&, &at = name](auto number) { metrics[at] = number; }, value);
  }
  return {{"point", result.number},    {"error", result.error},     {"metrics", metrics},
          {"program", result.program}, {"host", result.host},       {"engine", result.engine},
          {"level", result.level},     {"started", result.started}, {"seconds", result.seconds}};
}

PointResult point_result(const std::string& json) {
  try {
    const auto found = Json::parse(json);
    PointResult result;
    result.number = found.at("point");
    result.error = found.at("error");
    for (const auto& [name, value] : found.at("metrics").items()) {
      // A shard may have been written by the release before.
      auto& metric = result.metrics[metric_name(name)];
      if (value.is_number_integer()) {
        metric = value.get<std::int64_t>();
      } else {
        metric = value.get<double>();
      }
    }
    result.program = found.at("program");
    result.host = found.at("host");
    result.engine = found.at("engine");
    result.level = found.at("level");
    result.started = found.at("started");
    result.seconds = found.at("seconds");
    return result;
  } catch (const Json::exception& error) {
    throw ValueError(fmt::format("not a point's result: {}", error.what()));
  }
}

}  // namespace isobar
