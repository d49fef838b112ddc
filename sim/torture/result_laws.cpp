// SPDX-License-Identifier: Apache-2.0
#include "sim/torture/result_laws.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

#include "sim/torture/schema_check.h"

namespace isobar {
namespace {

using Number = std::int64_t;

Json at(const Json& result, const std::string& path) {
  return result.at(Json::json_pointer("/" + path));
}

Number number(const Json& result, const std::string& path) {
  return at(result, path).get<Number>();
}

bool has(const Json& result, const std::string& path) {
  return result.contains(Json::json_pointer("/" + path));
}

std::string unequal(const std::string& what, Number is, Number should_be) {
  return is == should_be ? "" : fmt::format("{}: {} instead of {}", what, is, should_be);
}

bool close(double a, double b) {
  constexpr double part = 1e-9;
  return std::abs(a - b) <= part * std::max({std::abs(a), std::abs(b), 1e-300});
}

std::string links_add_up(const Json& result) {
  if (!result.contains("links")) return {};
  for (const auto& link : result.at("links")) {
    const auto name = fmt::format("link {} to {}", number(link, "from"), number(link, "to"));
    Number sum = 0;
    for (const auto* part : {"transfer_cycles", "word_cycles", "setup_cycles", "idle_cycles"}) {
      if (number(link, part) < 0) return fmt::format("{}: {} < 0", name, part);
      sum += number(link, part);
    }
    if (auto text = unequal(name, sum, number(result, "cycles/run")); !text.empty()) return text;
    if (number(link, "tasks") < number(link, "transfers"))
      return name + ": transfers without tasks";
  }
  return {};
}

std::string links_are_all(const Json& result) {
  if (!result.contains("links") || result.at("costs").is_null()) return {};
  const auto& links = result.at("links");
  if (auto text =
          unequal("links", static_cast<Number>(links.size()), number(result, "fabric/links"));
      !text.empty()) {
    return text;
  }
  struct Sum {
    const char* of_link;
    const char* of_all;
  };
  for (const auto& [of_link, of_all] :
       {Sum{"words", "messages/words"}, Sum{"transfers", "messages/transfers"},
        Sum{"tasks", "messages/tasks"}, Sum{"transfer_cycles", "link_cycles/transfers"},
        Sum{"word_cycles", "link_cycles/words"}, Sum{"setup_cycles", "link_cycles/setup"}}) {
    Number sum = 0;
    for (const auto& link : links) sum += number(link, of_link);
    if (auto text = unequal(of_all, number(result, of_all), sum); !text.empty()) return text;
  }
  return {};
}

std::string time_is_spent(const Json& result) {
  if (!result.contains("spent")) return {};
  Number sum = 0;
  for (const auto& [name, cycles] : result.at("spent").items()) {
    if (cycles.get<Number>() < 0) return fmt::format("spent.{} < 0", name);
    sum += cycles.get<Number>();
  }
  return unequal("spent", sum, number(result, "cycles/run"));
}

/// By PE; none if a summary leaves them out.
std::optional<std::vector<Number>> executors_of(const Json& result) {
  const std::string key = "config/executors";
  const auto pes = result.at("pes").get<std::size_t>();
  if (has(result, "machines/executors")) {
    return at(result, "machines/executors").get<std::vector<Number>>();
  }
  const bool is_one = !has(result, key) || at(result, key).is_number();
  if (!is_one || has(result, "config/machines")) return std::nullopt;
  return std::vector<Number>(pes, has(result, key) ? number(result, key) : 1);
}

std::string executors_add_up(const Json& result) {
  if (!result.contains("application")) return {};
  const auto executors = executors_of(result);
  const auto run = number(result, "cycles/run");
  const std::vector<std::string> parts = {"work", "idle", "balance", "wait"};
  Number all = 0;
  for (const auto& part : parts) all += number(result, "application/cycles/" + part);
  const bool is_ideal = result.at("costs").is_null();
  if (!is_ideal && executors) {
    const auto number_of = std::accumulate(executors->begin(), executors->end(), Number{0});
    if (auto text = unequal("all executors", all, run * number_of); !text.empty()) return text;
  }
  if (!has(result, "application/pes")) return {};
  Number tasks = 0;
  std::size_t node = 0;
  for (const auto& pe : at(result, "application/pes")) {
    Number sum = 0;
    for (const auto& part : parts) {
      if (number(pe, part) < 0) return fmt::format("an executor's {} < 0", part);
      sum += number(pe, part);
    }
    if (is_ideal) continue;
    const auto number_of = executors ? executors->at(node++) : 1;
    if (auto text = unequal("the executors of a PE", sum, run * number_of); !text.empty()) {
      return text;
    }
    tasks += number(pe, "tasks");
  }
  return is_ideal
             ? ""
             : unequal("tasks of executors", tasks, number(result, "application/cycles/tasks"));
}

/// Members that are parts of a whole, wherever they stand.
std::string share_objection(const Json& value, const std::string& place) {
  if (value.is_object() || value.is_array()) {
    for (const auto& [name, inner] : value.items()) {
      if (auto text = share_objection(inner, fmt::format("{}.{}", place, name)); !text.empty()) {
        return text;
      }
    }
    return {};
  }
  const auto name = place.substr(place.rfind('.') + 1);
  const auto parent = place.substr(0, place.rfind('.'));
  const bool is_efficiency = name == "efficiency" && (parent.rfind(".application", 0) == 0 ||
                                                      parent.rfind(".utilization", 0) == 0);
  const bool is_share = parent == ".application.shares" || parent == ".link_use" || is_efficiency;
  if (!is_share || !value.is_number()) return {};
  constexpr double rounding = 1e-12;
  const auto share = value.get<double>();
  if (share >= 0 && share <= 1 + rounding) return {};
  return fmt::format("{} = {}", place.substr(1), share);
}

std::string shares_are_parts(const Json& result) { return share_objection(result, ""); }

std::string instants_are_in_order(const Json& result) {
  for (const auto* scale : {"steps", "shifts", "cycles", "seconds"}) {
    const auto& instants = result.at(scale);
    if (instants.at("run").is_null()) continue;
    for (const auto* when : {"to_share", "to_balance"}) {
      const auto& instant = instants.at(when);
      if (instant.is_null()) continue;
      if (instant.get<double>() < 0 || instant.get<double>() > instants.at("run").get<double>()) {
        return fmt::format("{}.{} = {}, and the run {}", scale, when, instant.dump(),
                           instants.at("run").dump());
      }
    }
  }
  return {};
}

std::string loads_fit(const Json& result) {
  const auto& load = result.at("load");
  const auto& final = load.at("final");
  if (number(load, "final/min") < 0) return "load.final.min < 0";
  if (number(load, "initial/min") < 0) return "load.initial.min < 0";
  if (number(final, "min") > number(final, "max")) return "min > max";
  if (number(result, "queue/deepest") < number(final, "max") && result.contains("spent")) {
    return "a queue is deeper at the end than ever";
  }
  if (!final.contains("values")) return {};
  const auto values = final.at("values").get<std::vector<Number>>();
  Number sum = 0;
  for (const auto value : values) sum += value;
  if (auto text = unequal("sum of loads", sum, number(load, "total")); !text.empty()) return text;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  if (auto text = unequal("least load", *least, number(final, "min")); !text.empty()) return text;
  if (auto text = unequal("largest load", *most, number(final, "max")); !text.empty()) return text;
  if (result.at("shared").get<bool>() != (*least >= 1)) return "shared, which it is not";
  return {};
}

std::string tasks_are_conserved(const Json& result) {
  if (!result.contains("application")) return {};
  const auto created = number(result, "application/created");
  const auto executed = number(result, "application/executed");
  const auto there = number(result, "load/total");
  if (executed > created) return fmt::format("{} executed of {} created", executed, created);
  if (has(result, "application/iterations_done")) return {};  // tasks stay
  if (there > created - executed) {
    return fmt::format("{} tasks are there, {} created, {} executed", there, created, executed);
  }
  const auto& finished = at(result, "application/finished");
  if (finished.is_null()) return {};
  return unequal("executed at the end", executed, created);
}

std::string energy_adds_up(const Json& result) {
  const auto& costs = result.at("costs");
  if (costs.is_null()) return {};
  const auto sum = costs.at("energy_bits_pj").get<double>() +
                   costs.at("energy_static_pj").get<double>() +
                   costs.at("energy_pes_pj").get<double>();
  const auto all = costs.at("energy_pj").get<double>();
  return close(sum, all) ? "" : fmt::format("{} pJ instead of {}", all, sum);
}

std::string ending_fits(const Json& result) {
  const auto ended = result.at("ended").get<std::string>();
  const bool reached = result.at("reached").get<bool>();
  if (reached != (ended == "goal")) return fmt::format("{}, and ended by {}", reached, ended);
  const auto until = at(result, "config/until").get<std::string>();
  if (reached && until == "balanced" && !result.at("balanced").get<bool>()) return "not balanced";
  if (reached && until == "shared" && !result.at("shared").get<bool>()) return "not shared";
  return {};
}

/// Old, and the same everywhere.
void erase_level(Json& result) {
  result.erase("level");
  result.at("config").erase("level");
}

}  // namespace

const std::vector<ResultLaw>& result_laws() {
  static const std::vector<ResultLaw> laws = {
      {"a result holds to its schema", schema_objection},
      {"the cycles of every link add up to the run's", links_add_up},
      {"what is said of all links is the sum of the links", links_are_all},
      {"what the cycles were spent on adds up to them", time_is_spent},
      {"the cycles of every executor add up to the run's", executors_add_up},
      {"a share is from 0 to 1", shares_are_parts},
      {"what is reached is reached within the run", instants_are_in_order},
      {"loads fit their sum and their bounds", loads_fit},
      {"no task is lost, none comes from nowhere", tasks_are_conserved},
      {"the energy is the sum of its parts", energy_adds_up},
      {"the ending fits the goal", ending_fits},
  };
  return laws;
}

Found broken_result_law(const Json& result) {
  for (const auto& law : result_laws()) {
    try {
      if (auto text = law.objection(result); !text.empty()) return BrokenLaw{law.name, text};
    } catch (const Json::exception& error) {
      return BrokenLaw{law.name, error.what()};
    }
  }
  return {};
}

std::string first_difference(const Json& one, const Json& other) {
  auto a = one;
  auto b = other;
  erase_level(a);
  erase_level(b);
  if (a == b) return {};
  const auto patch = Json::diff(a, b);
  const auto path = patch.at(0).at("path").get<std::string>();
  const Json::json_pointer place(path);
  const auto text = [&](const Json& result) {
    return result.contains(place) ? result.at(place).dump() : std::string("nothing");
  };
  return fmt::format("{}: {} and {}", path, text(a), text(b));
}

}  // namespace isobar
