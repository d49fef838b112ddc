// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/ipsc2.h"

namespace isobar {

std::map<std::string, std::string> ipsc2_machine() {
  return {{"clock", "16MHz"},       {"link.bandwidth", "22.4Mb/s"}, {"link.setup", "350us"},
          {"switching", "circuit"}, {"balancer", "software"},       {"poll_period", "130us"},
          {"poll_cost", "40us"},    {"handling", "10us"},           {"tasks_per_message", "1"}};
}

const char* const ipsc2_reading = "tells=drops,round=raised,mean=exact";
const char* const table4_loops = "loops:g=100";

const std::vector<Ipsc2Scheme>& ipsc2_schemes() {
  const auto read = [](const std::string& scheme) { return scheme + "," + ipsc2_reading; };
  // SID takes loads as they were told, without what was given since. In GM a heavy PE releases a
  // task at most every 10 ms.
  static const std::vector<Ipsc2Scheme> schemes = {
      {"DEM", "dem-request"},
      {"RID, L_LOW = a", read("rid:low=auto")},
      {"RID, L_LOW = inf", read("rid:low=inf")},
      {"SID, L_LOW = a", read("sid:low=auto,estimate=0")},
      {"SID, L_LOW = inf", read("sid:low=inf,estimate=0")},
      {"HBM", "hbm:threshold=2"},
      {"GM", "gm:interval=160000"}};
  return schemes;
}

Ipsc2Means Ipsc2Means::of(const std::vector<Json>& results) {
  Ipsc2Means means;
  const auto runs = static_cast<double>(results.size());
  for (const auto& json : results) {
    const auto& application = json.at("application");
    const auto& cycles = application.at("cycles");
    const double seconds = application.at("seconds");
    const double finished = application.at("finished");
    const double cycle = seconds / finished;
    double all = 0;
    for (const char* kind : {"work", "idle", "balance", "wait"})
      all += cycles.at(kind).get<double>();
    means.seconds += seconds / runs;
    means.optimal += application.at("optimal").get<double>() * cycle / runs;
    means.alone += application.at("alone").get<double>() * cycle / runs;
    means.performances.push_back(application.at("normalized_performance").get<double>());
    means.performance += means.performances.back() / runs;
    means.speedup += application.at("speedup").get<double>() / runs;
    means.balancing += cycles.at("balance").get<double>() / all / runs;
    means.idle += cycles.at("idle").get<double>() / all / runs;
    if (!json.contains("end_to_end")) continue;
    const auto& routed = json.at("end_to_end");
    means.tasks_moved += routed.at("tasks").get<double>() / runs;
    const auto& age = routed.at("age").at("mean");
    if (!age.is_null()) means.age += age.get<double>() * cycle / runs;
  }
  means.runs = results.size();
  return means;
}

Setup ipsc2_setup(const std::string& fabric, const std::string& scheme, const std::string& app,
                  int seed) {
  auto more = ipsc2_machine();
  more["app"] = app;
  more["seed"] = std::to_string(seed);
  return {fabric, scheme, "", more};
}

std::vector<Ipsc2Means> ipsc2_means(const Lab& lab, const std::vector<std::vector<Setup>>& groups) {
  std::vector<Setup> setups;
  for (const auto& group : groups) setups.insert(setups.end(), group.begin(), group.end());
  const auto results = lab.results(setups);
  std::vector<Ipsc2Means> means;
  auto at = results.begin();
  for (const auto& group : groups) {
    const auto end = at + static_cast<std::ptrdiff_t>(group.size());
    means.push_back(Ipsc2Means::of({at, end}));
    at = end;
  }
  return means;
}

std::vector<Ipsc2Means> ipsc2_means(const Lab& lab, const std::vector<std::string>& schemes,
                                    const std::string& fabric, const std::string& app, int runs) {
  std::vector<std::vector<Setup>> groups;
  for (const auto& scheme : schemes) {
    auto& group = groups.emplace_back();
    for (int seed = 1; seed <= runs; ++seed) {
      group.push_back(ipsc2_setup(fabric, scheme, app, seed));
    }
  }
  return ipsc2_means(lab, groups);
}

}  // namespace isobar
