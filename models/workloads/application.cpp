// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/application.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "models/errors.h"
#include "models/unknown_name.h"

namespace isobar {

namespace {

[[noreturn]] void not_persistent() {
  throw ModelError("the tasks of this application are not persistent");
}

}  // namespace

const TaskCard& Application::card(TaskId /*task*/) const { not_persistent(); }
std::vector<TaskNumber> Application::divide(TaskId /*task*/, std::size_t /*parts*/, Node /*node*/) {
  not_persistent();
}
void Application::merge(TaskId /*task*/, TaskId /*other*/) { not_persistent(); }
void Application::retie(TaskId /*task*/,
                        std::vector<TaskTie> /*ties*/) {  // NOLINT: others keep them
  not_persistent();
}

namespace {

std::map<std::string, ApplicationEntry>& registry() {
  static std::map<std::string, ApplicationEntry> entries;
  return entries;
}

std::map<std::string, std::vector<OwnStatistic>>& declared_statistics() {
  static std::map<std::string, std::vector<OwnStatistic>> declared;
  return declared;
}

}  // namespace

const std::map<std::string, ApplicationEntry>& applications() { return registry(); }

const std::map<std::string, std::vector<OwnStatistic>>& declared_application_statistics() {
  return declared_statistics();
}

DeclareApplicationStatistics::DeclareApplicationStatistics(const std::string& name,
                                                           std::vector<OwnStatistic> statistics) {
  declared_statistics().emplace(name, std::move(statistics));
}

ApplicationChoice ApplicationChoice::parse(std::string_view text) {
  const NamedText named(text);
  const auto found = applications().find(std::string(named.name));
  if (found == applications().end()) {
    std::vector<std::string> names;
    for (const auto& [name, entry] : applications()) names.push_back(name);
    throw ValueError(unknown_name("application", named.name, names));
  }
  const auto& entry = found->second;
  return {&entry, parse_parameters(named.parameters, entry.parameters, entry.name)};
}

RegisterApplication::RegisterApplication(ApplicationEntry entry) {
  auto name = entry.name;
  declared_statistics().emplace(name, entry.statistics);
  registry().emplace(std::move(name), std::move(entry));
}

}  // namespace isobar
