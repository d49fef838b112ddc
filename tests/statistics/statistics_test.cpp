// SPDX-License-Identifier: Apache-2.0
// One table of statistics: results, campaigns, pages, the schema, the lists and the reference name
// the same quantities, and no difference between two results goes unseen.
#include "models/statistics/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>
#include <sstream>

#include "models/errors.h"
#include "models/schemes/contract/registry.h"
#include "models/steps/run_steps.h"
#include "models/workloads/application.h"
#include "sim/config/config_text.h"
#include "sim/config/key_table.h"
#include "sim/config/resolve.h"
#include "sim/result/metrics.h"
#include "sim/result/provenance.h"
#include "sim/result/result_json.h"
#include "sim/result/result_schema.h"
#include "sim/result/statistics_json.h"
#include "sim/result/statistics_reference.h"
#include "tests/catch.h"
#include "tests/support/equal.h"
#include "tests/support/forked_run.h"
#include "tests/support/program.h"
#include "tests/support/unequal_links.h"

using namespace isobar;

namespace {

using Names = std::set<std::string>;

Config config_of(const std::vector<std::pair<std::string, std::string>>& keys) {
  ConfigText text;
  for (const auto& [key, value] : keys) text.set(key, value, "test");
  return resolve(text);
}

Config synchronous(const std::string& scheme = "lm-c5") {
  return config_of({{"fabric", "ring:5"}, {"scheme", scheme}, {"load", "spike:3"}});
}

/// A message-driven run whose tasks are persistent, on unequal machines with bounded memories.
Config hetero() {
  return config_of({{"fabric", "ring:5"},
                    {"scheme", "hetero-diffusion:alpha=0.5,balance=both,select=greedy"},
                    {"app", "iterations:n=3"},
                    {"speed", "uniform:1..3"},
                    {"executors", "2"},
                    {"memory", "100000"},
                    {"until", "cycles:200000"},
                    {"level", "cycles"}});
}

Config with_deepest(Config config) {
  config.experiment.lists_deepest = true;
  return config;
}

/// The run with something in everything that a result can have.
struct Full {
  Config config = with_deepest(hetero());
  RunResult result = test::run_forked(config.experiment).result;

  Full() {
    auto& e = config.experiment;
    for (Node node = 0; node < e.fabric.pes(); ++node) e.names.push_back(fmt::format("m{}", node));
    e.formats = e.names;
    result.loads = {3, 5, 1, 9, 2};
    result.age = AgeOfInformation{2, 7, 4};
    result.scheme.clear();
    for (const auto& [name, entry] : schemes()) {
      for (const auto& one : entry.statistics) result.scheme.emplace_back(one.name, 7);
    }
    result.application->model_work_at_start = {2, 1, 1, 1, 1};
    result.application->model_work_at_end = {1, 1, 1, 1, 1};
    auto& application = result.application->statistics;
    for (const auto& [name, list] : declared_application_statistics()) {
      for (const auto& one : list) application.emplace_back(one.name, 8);
    }
  }

  MeasuredRun run() const {
    auto run = measured_run(config, result, nullptr);
    run.rtl = ComparedRtl{1, 2, 3};
    return run;
  }
};

/// Every path that leads to something that is no object, `[]` for the entries of lists.
void add_paths(const Json& json, const std::string& path, Names& out) {
  if (json.is_object()) {
    for (const auto& [name, inner] : json.items()) {
      add_paths(inner, path.empty() ? name : fmt::format("{}.{}", path, name), out);
    }
  } else if (json.is_array()) {
    for (const auto& inner : json) add_paths(inner, path + "[]", out);
  } else {
    out.insert(path);
  }
}

Names paths_of(const MeasuredRun& run) {
  Names out;
  add_paths(statistics_json(run, false), "", out);
  std::ostringstream links;
  write_links(run, links);
  add_paths({{"links", Json::parse(links.str())}}, "", out);
  return out;
}

/// `end_to_end.words_by_kind.load` is of the path that ends with a star.
std::string with_star(const std::string& path) {
  for (const std::string parent : {"end_to_end.words_by_kind", "routed.words"}) {
    if (path.rfind(parent + ".", 0) == 0) return parent + ".*";
  }
  return path;
}

Names with_stars(const Names& paths) {
  Names out;
  for (const auto& path : paths) out.insert(with_star(path));
  return out;
}

void for_each(const std::function<void(const Statistic&)>& visit) {
  for (const auto& group : statistics()) {
    for (const auto& one : group.statistics) visit(one);
  }
}

Names declared_paths() {
  Names out;
  for_each([&](const Statistic& one) {
    out.insert(one.path);
    if (!one.old_path.empty()) out.insert(one.old_path);
  });
  return out;
}

void add_schema_paths(const Json& schema, const std::string& path, Names& out) {
  if (schema.contains("properties")) {
    for (const auto& [name, inner] : schema["properties"].items()) {
      add_schema_paths(inner, path.empty() ? name : fmt::format("{}.{}", path, name), out);
    }
  } else if (schema.contains("items")) {
    add_schema_paths(schema["items"], path + "[]", out);
  } else if (schema.contains("additionalProperties")) {
    add_schema_paths(schema["additionalProperties"], path + ".*", out);
  } else {
    out.insert(path);
  }
}

/// The first column of a list's lines.
Names first_words(const std::string& list) {
  Names out;
  std::istringstream lines(list);
  std::string line;
  std::getline(lines, line);  // the title
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string word;
    words >> word;
    out.insert(word);
  }
  return out;
}

Names metric_names() {
  Names out;
  for (const auto& one : metrics()) out.insert(one.name);
  return out;
}

}  // namespace

TEST_CASE("results, the schema and the lists have the statistics that are declared, and no others",
          "[statistics][systemc]") {
  const auto declared = declared_paths();
  const Full full;
  auto paths = paths_of(full.run());
  auto plain = synchronous();
  plain.experiment = test::one_by_one(plain.experiment);
  const auto plain_result = run_steps(plain.experiment);
  paths.merge(paths_of(measured_run(plain, plain_result, nullptr)));
  CHECK(with_stars(paths) == declared);

  Names in_schema;
  add_schema_paths(result_schema(), "", in_schema);
  in_schema.erase("schema");
  in_schema.erase("config");
  const auto program = provenance_json();
  for (const auto& [name, value] : program.items()) in_schema.erase("program." + name);
  CHECK(in_schema == declared);

  Names without_old;
  Names metric_list;
  for_each([&](const Statistic& one) {
    without_old.insert(one.path);
    if (!one.metric.empty()) metric_list.insert(one.metric);
  });
  CHECK(first_words(statistics_text()) == without_old);
  CHECK(metric_names() == metric_list);
  Names described;
  for (const auto& one : statistics_description()) described.insert(one["path"]);
  CHECK(described == without_old);

  Names measured;
  for (const auto& [name, value] : measure(full.config, full.result)) measured.insert(name);
  for (const auto& [name, value] : measure(plain, plain_result)) measured.insert(name);
  CHECK(measured == metric_list);
}

TEST_CASE("names are keys, and each stands for one quantity", "[statistics]") {
  Names paths;
  Names in_campaigns;
  for (const auto* key : config_keys()) in_campaigns.insert(key->name);
  for_each([&](const Statistic& one) {
    INFO(one.path);
    CHECK(one.path.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_.[]*") ==
          std::string::npos);
    CHECK(paths.insert(one.path).second);
    CHECK((one.old_path.empty() || paths.insert(one.old_path).second));
    CHECK_FALSE(one.help.empty());
    CHECK((one.type == StatisticType::word) == !one.words.empty());
    for (const auto& name : {one.metric, one.old_metric}) {
      if (!name.empty()) CHECK(in_campaigns.insert(name).second);
    }
  });
}

TEST_CASE("the reference and the schema in docs are what the program writes", "[statistics]") {
  const auto reference = test::run_program({"list", "statistics", "--as", "markdown"});
  CHECK(reference.status == 0);
  CHECK(reference.out == test::contents(ISOBAR_SOURCE_DIR "/docs/statistics.md"));
  const auto schema = test::run_program({"list", "statistics", "--as", "schema"});
  CHECK(schema.status == 0);
  CHECK(schema.out == test::contents(ISOBAR_SOURCE_DIR "/docs/schema/isobar.run-1.json"));
  const auto listed = first_words(test::run_program({"list", "metrics"}).out);
  for (const auto& name : listed) CHECK(metric_names().count(name) == 1);
  for_each([&](const Statistic& one) {
    const bool only_here = one.counted_by.rfind("test-", 0) == 0;
    if (!only_here && !one.metric.empty()) CHECK(listed.count(one.metric) == 1);
  });
}

TEST_CASE("a scheme that only the tests have appears everywhere by its registration",
          "[statistics][systemc]") {
  const auto config = synchronous("test-counting");
  const auto& e = config.experiment;
  const auto result = run_steps(e);
  const auto cycles = test::run_forked(e).result;
  CHECK(test::same(e, result, cycles));

  const auto decisions = 5 * result.run.steps;
  CHECK(decisions > 0);
  const auto json = statistics_json(measured_run(config, result, nullptr), true);
  CHECK(json["scheme"]["test_decisions"] == decisions);
  CHECK(std::get<std::int64_t>(measure(config, result).at("test_decisions")) == decisions);
  CHECK(metric("test_decisions").unit == "decisions");
  CHECK(metric("test_decisions").better == Better::less);
  CHECK(first_words(statistics_text()).count("scheme.test_decisions") == 1);
  CHECK(statistics_markdown().find(
            "| `scheme.test_decisions` | `test_decisions` | decisions | whole | less | decisions "
            "taken (test-counting) |") != std::string::npos);
  const auto schema = result_schema()["properties"]["scheme"]["properties"]["test_decisions"];
  CHECK(schema["unit"] == "decisions");
  // A name that is taken has a prefix as a metric.
  CHECK(find_statistic("scheme.steps")->metric == "scheme_steps");
}

TEST_CASE("what is counted without being declared is a model error, and fails no campaign",
          "[statistics]") {
  const auto config = synchronous("test-undeclared");
  const auto result = run_steps(config.experiment);
  CHECK_THROWS_AS(require_declared(result), ModelError);
  CHECK_THROWS_AS(test::same(config.experiment, result, result), ModelError);
#ifdef NDEBUG
  CHECK_NOTHROW(measure(config, result));
#endif
}

TEST_CASE("a difference in any number of two results is seen", "[statistics][systemc]") {
  const Full full;
  const auto& e = full.config.experiment;
  CHECK(test::first_difference(e, full.result, full.result).empty());
  const auto sees = [&](const std::string& path, const std::function<void(RunResult&)>& change) {
    auto other = full.result;
    change(other);
    INFO(path);
    CHECK(test::first_difference(e, full.result, other).rfind(path, 0) == 0);
    CHECK(test::first_difference(e, other, full.result).rfind(path, 0) == 0);
  };
  sees("ended", [](RunResult& r) { r.ending = Ending::rest; });
  sees("cycles.run", [](RunResult& r) { ++r.run.cycles; });
  sees("load.total", [](RunResult& r) { ++r.loads[3]; });
  sees("load.final.values[]", [](RunResult& r) { r.loads = {5, 3, 1, 9, 2}; });
  const auto sees_on_link = [&](const std::string& path, std::int64_t LinkCounters::*count) {
    sees(path, [count](RunResult& r) {
      std::vector<LinkCounters> links(r.links.begin(), r.links.end());
      ++(links[2].*count);
      r.links = links;
    });
  };
  sees_on_link("messages.words", &LinkCounters::words);
  sees_on_link("link_cycles.setup", &LinkCounters::setup_cycles);
  sees("end_to_end.words", [](RunResult& r) { ++r.routed->words[1]; });
  sees("end_to_end.words_by_kind.*",
       [](RunResult& r) { ++r.routed->words[1], --r.routed->words[2]; });
  sees("end_to_end.tasks", [](RunResult& r) { ++r.routed->tasks; });
  sees("end_to_end.max_sent", [](RunResult& r) { r.routed->sent[0] += 1000; });
  sees("end_to_end.max_waiting", [](RunResult& r) { ++r.most_waiting; });
  sees("end_to_end.age.uses", [](RunResult& r) { ++r.age->uses; });
  sees("application.created", [](RunResult& r) { ++r.application->created; });
  sees("application.iterations[].tasks",
       [](RunResult& r) { ++r.application->iterations[1].tasks; });
  sees("application.cycles.wait", [](RunResult& r) { ++r.application->executor_counters[4].wait; });
  sees("scheme.", [](RunResult& r) { ++r.scheme.back().second; });
  sees("application.statistics.", [](RunResult& r) { ++r.application->statistics.back().second; });
  const auto plain = synchronous();
  const auto a = run_steps(plain.experiment);
  auto b = a;
  ++b.spent.barrier;
  CHECK(test::first_difference(plain.experiment, a, b).rfind("spent.barriers", 0) == 0);
}

TEST_CASE("the work model's figures are those of its PEs", "[statistics][systemc]") {
  Full full;
  auto& application = *full.result.application;
  const auto initial = [&] {
    return statistics_json(full.run(), false)["application"]["work_model"]["initial"];
  };
  CHECK(initial()["max"] == 2.0);
  CHECK(initial()["mean"] == Approx(1.2));
  CHECK(initial()["imbalance"] == Approx(2 / 1.2 - 1));
  application.model_work_at_start = {0, 0, 0, 0, 0};
  CHECK(initial()["mean"] == 0.0);
  CHECK(initial()["imbalance"].is_null());
}
