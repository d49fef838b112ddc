// SPDX-License-Identifier: Apache-2.0
// What a user's simulation sees of a fabric while it runs and when it ends: traces, probes,
// statistics, attributes.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <regex>
#include <sstream>
#include <string>
#include <systemc>
#include <vector>

#include "models/link/observer_group.h"
#include "models/pe/attributes.h"
#include "models/pe/fabric_model.h"
#include "models/pe/probes.h"
#include "models/pe/statistics_at_end.h"
#include "models/pe/trace.h"
#include "models/statistics/statistics.h"
#include "tests/catch.h"
#include "tests/support/equal.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/support/scratch.h"

using namespace isobar;

namespace {

using Numbers = std::vector<std::int64_t>;

std::string contents_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The load of a PE by cycle, and its decisions, as observers are told.
struct Record final : Observer {
  void load_changes(Cycle from, Node node, std::int64_t load) override {
    if (node == 0) loads[from] = load;
  }
  void decides(Cycle cycle, Node node, unsigned port, std::int64_t tasks) override {
    if (node == 0) decisions[cycle] = {port, tasks};
  }

  std::map<Cycle, std::int64_t> loads;
  std::map<Cycle, Order> decisions;
};

/// Compares the probes of PE 0 with a record in every cycle, once all has settled.
class Comparer : public sc_core::sc_module {
 public:
  Comparer(const sc_core::sc_module_name& name, Probes& probes, const Record& record)
      : sc_module(name), load_(probes.load(0)), decision_(probes.decision(0)), record_(record) {
    SC_HAS_PROCESS(Comparer);
    SC_THREAD(run);
  }

  std::int64_t cycles = 0;
  std::int64_t wrong = 0;

 private:
  void run() {
    wait(2, sc_core::SC_NS);
    for (;; ++cycles) {
      const auto load = record_.loads.upper_bound(cycles);
      if (load != record_.loads.begin() && std::prev(load)->second != load_) ++wrong;
      const auto decision = record_.decisions.upper_bound(cycles);
      if (decision != record_.decisions.begin() && !(std::prev(decision)->second == decision_)) {
        ++wrong;
      }
      wait(4, sc_core::SC_NS);
    }
  }

  const std::int64_t& load_;
  const Order& decision_;
  const Record& record_;
};

}  // namespace

TEST_CASE("probes have the loads and decisions of each cycle") {
  const auto scheme = GENERATE(std::string("lm-c5"), std::string("diffusion"));
  const auto e = test::experiment("ring:8", scheme, "spike:9");
  const auto found = test::in_child([&] {
    Record told;
    ObserverGroup observers;
    Probes probes("probes", e);
    observers.add(&probes);
    observers.add(&told);
    FabricModel fabric("fabric", e, {}, observers.observer());
    Comparer comparer("comparer", probes, told);
    sc_core::sc_start(4 * 600, sc_core::SC_NS);
    return Numbers{comparer.wrong, comparer.cycles > 500 ? 1 : 0, told.decisions.empty() ? 0 : 1};
  });
  CHECK(found == Numbers{0, 1, 1});
}

TEST_CASE("of several loads in a cycle a probe has the last") {
  const auto e = test::experiment("ring:8", "lm-c5", "spike:2");
  const auto found = test::in_child([&] {
    Probes probes("probes", e);
    const auto& load = probes.load(1);
    for (const std::int64_t tasks : {4, 7, 1, 9, 3, 8, 2, 6, 5}) probes.load_changes(5, 1, tasks);
    probes.load_changes(4, 1, 11);
    sc_core::sc_start(17, sc_core::SC_NS);
    const auto before = load;
    sc_core::sc_start(4, sc_core::SC_NS);
    return Numbers{before, load};
  });
  CHECK(found == Numbers{11, 5});
}

TEST_CASE("words, transfers, tasks and decisions can be traced and go over signals") {
  const auto e = test::experiment("ring:8", "lm-c5", "spike:2");
  const test::Scratch folder;
  const auto file = folder.path() / "fabric";
  const auto counts = test::in_child([&] {
    Probes probes("probes", e);
    FabricModel fabric("fabric", e, {}, &probes);
    sc_core::sc_signal<Task> task("task");
    sc_core::sc_signal<Word> word("word");
    auto* trace = sc_core::sc_create_vcd_trace_file(file.c_str());
    trace->set_time_unit(1, sc_core::SC_NS);
    fabric.channel(0, 0)->default_event();
    sc_trace(trace, fabric.channel(0, 0)->arrival(), "link_0_succ1");
    sc_trace(trace, probes.decision(0), "decision_0");
    sc_core::sc_trace(trace, probes.load(0), "load_0");
    sc_trace(trace, task, "task");
    sc_trace(trace, word, "word");
    task.write({7});
    sc_core::sc_start();
    sc_core::sc_close_vcd_trace_file(trace);
    return Numbers{fabric.channel(0, 0)->counters().tasks,
                   static_cast<std::int64_t>(task.read().id)};
  });
  const auto vcd = contents_of(file.string() + ".vcd");
  // A dotted name is a scope and a variable in it.
  const auto has = [&](const std::string& scope, const std::string& variable) {
    INFO(scope << '.' << variable);
    const std::string inside =
        scope.empty() ? "" : "\\$scope module " + scope + " \\$end[^$]*(\\$var[^$]*\\$end[^$]*)*";
    CHECK(std::regex_search(
        vcd, std::regex(inside + "\\$var wire +[0-9]+ +\\S+ +" + variable + "[ \\[]")));
  };
  has("link_0_succ1", "kind");
  has("link_0_succ1", "payload");
  has("link_0_succ1", "cycle");
  has("decision_0", "port");
  has("decision_0", "tasks");
  has("word", "port");
  has("word", "value");
  has("", "load_0");
  has("", "task");
  // Each message that arrives changes the cycle that the link shows.
  std::smatch found;
  REQUIRE(std::regex_search(vcd, found, std::regex("\\$var wire +64 +(\\S+) +cycle")));
  const auto id = found[1].str();
  std::istringstream lines(vcd);
  std::int64_t changes = 0;
  for (std::string line; std::getline(lines, line);) {
    const auto space = line.find(' ');
    changes += line[0] == 'b' && line.substr(space + 1) == id ? 1 : 0;
  }
  CHECK(counts[0] > 0);
  CHECK(changes >= counts[0]);
  CHECK(counts[1] == 7);
}

TEST_CASE("a fabric's statistics are printed when the simulation ends") {
  const auto e = test::experiment("ring:8", "lm-c5", "spike:2");
  const auto plain = test::run_forked(e).result;
  const auto found = test::in_child([&] {
    sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
    FabricModel fabric("ring", e);
    std::ostringstream text;
    const StatisticsAtEnd<FabricModel> at_end("at_end", fabric, text);
    sc_core::sc_start();
    const bool early = at_end.result().has_value() || !text.str().empty();
    sc_core::sc_stop();
    const auto printed = text.str();
    const MeasuredRun run(e, plain);
    std::int64_t missing = 0;
    for (const auto& group : statistics()) {
      if (group.scope != Scope::run || !group.applies_to(run)) continue;
      for (const auto& statistic : group.statistics) {
        if (std::holds_alternative<NotInThisRun>(statistic.read(run, 0))) continue;
        missing += printed.find("ring." + statistic.path + ' ') == std::string::npos ? 1 : 0;
      }
    }
    const auto value_of = [&](const std::string& path) {
      std::smatch found;
      const bool there =
          std::regex_search(printed, found, std::regex("ring\\." + path + " +(\\S+) "));
      return there ? found[1].str() : "";
    };
    missing += value_of("reached.step").empty() && value_of("messages.words").empty() ? 1 : 0;
    missing += value_of("messages.words") == std::to_string(run.messages().words) ? 0 : 1;
    return Numbers{early ? 1 : 0, missing,
                   at_end.result() && test::same(e, plain, *at_end.result())};
  });
  CHECK(found == Numbers{0, 0, 1});
}

TEST_CASE("the keys of a run are attributes of its fabric") {
  const auto e = test::experiment("ring:8", "lm-c5", "spike:2");
  const auto found = test::in_child([&] {
    FabricModel fabric("fabric", e);
    std::int64_t there = 0;
    {
      const Attributes attributes(fabric, {{"scheme", "lm-c5"}, {"links.bandwidth", "250 Mb/s"}});
      const auto* key = dynamic_cast<const sc_core::sc_attribute<std::string>*>(
          fabric.get_attribute("links.bandwidth"));
      there = key != nullptr && key->value == "250 Mb/s" ? fabric.num_attributes() : 0;
    }
    return Numbers{there, fabric.num_attributes()};
  });
  CHECK(found == Numbers{2, 0});
}

TEST_CASE("statistics that there are not are a warning when the simulation ends") {
  const auto e = test::experiment("ring:8", "lm-c5", "spike:2");
  const auto found = test::in_child([&] {
    FabricModel fabric("ring", e);
    std::ostringstream text;
    const StatisticsAtEnd<FabricModel> at_end("at_end", fabric, text);
    sc_core::sc_report_handler::set_actions(report_value, sc_core::SC_WARNING,
                                            sc_core::SC_DO_NOTHING);
    sc_core::sc_start(400, sc_core::SC_NS);
    sc_core::sc_stop();
    return Numbers{sc_core::sc_report_handler::get_count(report_value), text.str().empty() ? 1 : 0,
                   at_end.result() ? 1 : 0};
  });
  CHECK(found == Numbers{1, 1, 0});
}

namespace {

/// Counts changes of probes, and resets the fabric after some.
class Restarter : public sc_core::sc_module {
 public:
  Restarter(const sc_core::sc_module_name& name, const Probes& probes, FabricModel& fabric)
      : sc_module(name), fabric_(fabric) {
    SC_HAS_PROCESS(Restarter);
    SC_METHOD(count);
    sensitive << probes.changed();
    dont_initialize();
  }

  std::int64_t changes = 0;

 private:
  void count() {
    if (++changes == 20) fabric_.reset();
  }

  FabricModel& fabric_;
};

}  // namespace

TEST_CASE("probes say when they change, and follow a fabric that is reset") {
  const auto e = test::experiment("ring:8", "lm-c5", "spike:9");
  const auto found = test::in_child([&] {
    Probes probes("probes", e);
    const auto& load = probes.load(0);
    const auto& decision = probes.decision(0);
    FabricModel fabric("fabric", e, {}, &probes);
    const Restarter restarter("restarter", probes, fabric);
    std::int64_t highest_late = 0;
    while (!fabric.done() || restarter.changes < 20) {
      sc_core::sc_start(4, sc_core::SC_NS);
      if (restarter.changes > 20) highest_late = std::max(highest_late, load);
    }
    // After the reset all tasks are on PE 0 again, which it decides to send as before.
    return Numbers{highest_late, load == fabric.pe(0).load() ? 1 : 0, decision.tasks > 0 ? 1 : 0};
  });
  CHECK(found == Numbers{72, 1, 1});
}
