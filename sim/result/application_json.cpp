// SPDX-License-Identifier: Apache-2.0
#include "sim/result/application_json.h"

#include <algorithm>

#include "sim/result/result_json.h"

namespace isobar {
namespace {

Json account_json(const ExecutorCounters& account) {
  return {{"work", account.work},
          {"idle", account.idle},
          {"balance", account.balance},
          {"wait", account.wait},
          {"tasks", account.tasks}};
}

}  // namespace

ExecutorCounters account_of_all(const ApplicationResult& application) {
  ExecutorCounters sum;
  for (const auto& account : application.executor_counters) {
    sum.work += account.work;
    sum.idle += account.idle;
    sum.balance += account.balance;
    sum.wait += account.wait;
    sum.tasks += account.tasks;
  }
  return sum;
}

Json application_json(const Experiment& experiment, const RunResult& result, bool summary) {
  const auto& application = *result.application;
  const auto& finished = application.finished;
  const auto sum = account_of_all(application);
  Json json = {{"created", application.created},
               {"executed", application.executed},
               {"optimal", application.optimal},
               {"alone", nullptr},
               {"finished", nullptr},
               {"seconds", nullptr},
               {"speedup", nullptr},
               {"efficiency", nullptr},
               {"normalized_performance", nullptr},
               {"cycles", account_json(sum)},
               {"figures", Json::object()}};
  if (application.alone > 0) json["alone"] = application.alone;
  if (finished && *finished > 0) {
    json["finished"] = *finished;
    json["seconds"] = seconds(experiment.clock, *finished);
  }
  if (const auto speedup = application.speedup()) json["speedup"] = *speedup;
  if (const auto efficiency = application.efficiency()) json["efficiency"] = *efficiency;
  if (const auto pi = application.normalized_performance()) json["normalized_performance"] = *pi;
  for (const auto& [name, value] : application.figures) json["figures"][name] = value;
  if (summary) return json;
  if (!application.iterations.empty()) {
    auto& iterations = json["iterations"] = Json::array();
    for (const auto& one : application.iterations) {
      iterations.push_back({{"end", one.end},
                            {"tasks", one.tasks},
                            {"tasks_moved", one.moved},
                            {"longest", one.longest},
                            {"total", one.total},
                            {"efficiency", one.efficiency()}});
    }
  }
  auto& pes = json["pes"] = Json::array();
  for (const auto& account : application.executor_counters) pes.push_back(account_json(account));
  return json;
}

Json routed_json(const Experiment& experiment, const RunResult& result) {
  const auto& routed = *result.routed;
  Json words = Json::object();
  for (std::size_t kind = 0; kind < routed.words.size(); ++kind) {
    words[experiment.agents->words()[kind].name] = routed.words[kind];
  }
  const auto& age = *result.age;
  return {{"words", words},
          {"transfers", routed.transfers},
          {"tasks", routed.tasks},
          {"max_sent", *std::max_element(routed.sent.begin(), routed.sent.end())},
          {"max_received", *std::max_element(routed.received.begin(), routed.received.end())},
          {"max_waiting", result.most_waiting},
          {"age",
           {{"uses", age.uses},
            {"mean", age.uses > 0 ? Json(age.mean()) : Json()},
            {"max", age.uses > 0 ? Json(age.most) : Json()}}}};
}

}  // namespace isobar
