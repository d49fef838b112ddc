// SPDX-License-Identifier: Apache-2.0
// A configuration as the program prints it gives the same run, and so does one of former programs.
#include "sim/config/resolve.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>

#include "models/measure/result.h"
#include "models/steps/run_steps.h"
#include "sim/config/config_json.h"
#include "sim/config/config_toml.h"
#include "sim/config/key_table.h"
#include "sim/result/result_json.h"
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/property.h"
#include "tests/support/refusal.h"
#include "tests/support/scratch.h"

using namespace isobar;
using test::Scratch;

namespace {

const std::filesystem::path old_files = ISOBAR_SOURCE_DIR "/tests/data/old";

Config config_of(const std::filesystem::path& file) {
  ConfigText text;
  text.read_file(file);
  return resolve(text);
}

Config config_of(const std::map<std::string, std::string>& keys) {
  ConfigText text;
  for (const auto& [key, value] : keys) text.set(key, value, "--set");
  return resolve(text);
}

/// Keys and values, without where they came from.
std::map<std::string, KeyValue> values_of(const Config& config) {
  std::map<std::string, KeyValue> values;
  for (const auto& key : config.keys) values[key.name] = key.value;
  return values;
}

template <class... Values>
std::string one_of(Values... values) {
  return *rc::gen::element<std::string>(values...);
}

bool chance() { return *rc::gen::inRange(0, 3) == 0; }

/// A configuration of any kind that can be run.
std::map<std::string, std::string> random_keys() {
  std::map<std::string, std::string> keys = {
      {"fabric", one_of("ring:6", "torus:3x4", "hypercube:3")}};
  const auto maybe = [&](const std::string& key, const std::string& value) {
    if (chance()) keys[key] = value;
  };
  const bool agents = chance();
  const bool application = chance();
  keys["scheme"] = agents ? one_of("sid", "rid:dl=1", "steal", "gm", "hbm")
                          : one_of("lm-c5", "lm-c4", "gde:lambda=0.3", "none", "diffusion");
  if (application) {
    keys["app"] = one_of("uts:t=1,a=3,d=5,b=4,r=19", "loops:g=10,mean=100,h=10,loop=100",
                         "producer:steps=20");
    maybe("fetch", one_of("auto", "oldest", "newest"));
    maybe("external", "2:10..50:1/2");
  } else {
    keys["load"] = one_of("spike:3", "uniform:0..20", "ramp:0..9");
    maybe("until", one_of("shared", "cycles:500", "efficiency:0.5"));
  }
  if (agents) {
    maybe("balancer", "software");
    if (keys.count("balancer") > 0) {
      maybe("poll_period", one_of("50", "1us"));
      maybe("poll_cost", one_of("3", "20ns"));
    }
    maybe("handling", one_of("0", "4", "40ns"));
    maybe("tasks_per_message", one_of("any", "2"));
    maybe("switching", one_of("circuit", "store-and-forward", "cut-through"));
    if (keys.count("switching") == 0 || keys["switching"] != "circuit") {
      maybe("routing", one_of("shortest", "random"));
      if (keys["scheme"] == "hbm") maybe("broadcast", one_of("sends", "tree"));
    }
    maybe("max_cycles", "90000");
  } else {
    maybe("level", application ? "steps" : one_of("steps", "cycles"));
    maybe("max_steps", one_of("auto", "77"));
    if (!application) maybe("record", "r.jsonl");
    if (!application && keys["scheme"] == "lm-c5") maybe("level", "rtl");
  }
  maybe("speed", one_of("2", "1/2", "0.8", "loguniform:1..4"));
  maybe("memory", one_of("64MB", "1000"));
  maybe("seed", one_of("7", "007"));
  maybe("clock", one_of("4ns", "0.1GHz"));
  maybe("tolerance", "3");
  maybe("task_bits", "96");
  maybe("link.bandwidth", one_of("500Mb/s", "1 Gb/s"));
  maybe("link.latency", one_of("3", "12ns"));
  maybe("link.1.setup", one_of("2", "20ns"));
  maybe("link.1.energy", "0.5nJ/b");
  maybe("link.static_power", one_of("0W", "1.5mW"));
  if (keys["fabric"] != "hypercube:3" && keys["level"] != "rtl") {
    maybe("link.1.successor.latency", one_of("5", "16ns"));
    maybe("link.1.predecessor.bandwidth", one_of("1GB/s", "2.5GT/s 8b/10b"));
  }
  if (keys.count("level") == 0 || keys["level"] != "rtl") {
    maybe("link.technology", one_of("electrical-250M", "lvds-250M", "board"));
    maybe("link.1.technology", one_of("electrical-250M", "optical"));
  }
  if (keys["level"] == "rtl") {
    maybe("rtl_pes", "0,2..4");
    maybe("link.lanes", keys.count("link.bandwidth") > 0 ? "8" : "2");
    if (keys.count("record") == 0) maybe("traffic", one_of("0.5", "1"));
    if (keys.count("traffic") > 0) maybe("stalls", "0.25");
  }
  if (keys["level"].empty()) keys.erase("level");
  maybe("json", "j.json");
  maybe("wave", "w.fst");
  if (keys.count("wave") > 0) maybe("wave_scope", "pes=0..2");
  if (keys.count("wave") > 0) maybe("wave_from", "cycles:0");
  if (keys.count("traffic") == 0) maybe("save", "s.isobar");
  if (keys.count("save") > 0) maybe("history", "50");
  return keys;
}

std::string result_of(const Config& config) {
  std::ostringstream out;
  const auto go_on = [](const Progress&) { return true; };
  write_json(config, run_steps(config.experiment, go_on, 1), nullptr, false, out);
  return out.str();
}

}  // namespace

TEST_CASE("a printed configuration, read again, is the same configuration") {
  const Scratch folder;
  int refused = 0;
  test::property([&] {
    const auto keys = random_keys();
    for (const auto& [key, value] : keys) RC_LOG() << " --set " << key << "=" << value;
    std::optional<Config> found;
    try {
      found = config_of(keys);
    } catch (const InputError&) {
      ++refused;  // lanes that do not divide the bits
      return;
    }
    folder.write("again.toml", to_toml(*found));
    const auto again = config_of(folder / "again.toml");
    RC_ASSERT(values_of(again) == values_of(*found));
    RC_ASSERT(config_json(again).dump() == config_json(*found).dump());
    const auto& e = again.experiment;
    RC_ASSERT(e.max_steps == found->experiment.max_steps);
    RC_ASSERT(e.speeds == found->experiment.speeds);
    RC_ASSERT(e.queue_depth == found->experiment.queue_depth);
    if (again.level == Level::steps) RC_ASSERT(result_of(again) == result_of(*found));
  });
  CHECK(refused < 40);
}

TEST_CASE("values keep their types") {
  const auto json = config_json(config_of({{"fabric", "ring:8"},
                                           {"scheme", "rid"},
                                           {"app", "uts"},
                                           {"tasks_per_message", "3"},
                                           {"speed", "0.5"},
                                           {"memory", "1000"},
                                           {"link.latency", "12ns"},
                                           {"max_cycles", "5000"}}));
  CHECK(json["tasks_per_message"].is_number_integer());
  CHECK(json["speed"] == 0.5);
  CHECK(json["memory"] == 1000);
  CHECK(json["link"]["latency"] == 3);
  CHECK(json["max_cycles"] == 5000);
  CHECK(json["link"]["bandwidth"] == "250Mb/s");
  CHECK_FALSE(json.contains("poll_period"));
  const auto any = config_of({{"fabric", "ring:8"}, {"scheme", "rid"}, {"app", "uts"}});
  CHECK(config_json(any)["tasks_per_message"] == "any");
  const auto rtl =
      config_of({{"fabric", "ring:8"}, {"scheme", "lm-c5"}, {"load", "spike:2"}, {"level", "rtl"}});
  CHECK(to_toml(rtl).find("traffic = 0.0 ") != std::string::npos);
  CHECK(to_toml(rtl).find("link.lanes = \"auto\" ") != std::string::npos);
}

TEST_CASE("the keys as texts are those of the configuration file that gives the same run") {
  const auto config = config_of({{"fabric", "ring:8"}, {"scheme", "rid"}, {"app", "uts"}});
  std::string lines;
  for (const auto& [name, text] : key_texts(config)) lines += name + " = " + text + '\n';
  const Scratch folder;
  folder.write("again.toml", lines);
  CHECK(values_of(config_of(folder / "again.toml")) == values_of(config));
}

TEST_CASE("files that former programs printed still open, with every key they knew") {
  std::set<std::string> found;
  for (const auto* name : {"synchronous", "message-driven", "circuit", "rtl"}) {
    INFO(name);
    const auto config = config_of(old_files / (std::string(name) + ".toml"));
    std::istringstream lines(test::contents(old_files / (std::string(name) + ".toml")));
    const auto values = values_of(config);
    for (std::string line; std::getline(lines, line);) {
      const auto key = line.substr(0, line.find(' '));
      INFO(line);
      const auto now = values.find(current_name(key, *find_key(key)));
      REQUIRE(now != values.end());
      const auto text = std::visit(
          [](const auto& value) {
            std::ostringstream out;
            out << std::boolalpha << value;
            return out.str();
          },
          now->second);
      CHECK(line.find(text) != std::string::npos);
      found.insert(now->first);
    }
  }
  const std::set<std::string> newer = {
      "broadcast",
      "csv",
      "define",
      "executors",
      "inside",
      "link.table",
      "link.static_power",
      "link.technology",
      "phase_end",
      "queue_memory",
      "routing",
      "rtl",
      "rtl_engine",
      "threads",
      "top",
      "wave_tasks",
  };
  for (const auto* key : config_keys()) {
    INFO(key->name);
    CHECK(found.count(key->name) + newer.count(key->name) == 1);
  }
}

TEST_CASE("a plan made for a former program has the same points and numbers") {
  const Scratch folder;
  const auto ran = test::run_program({"explore", (old_files / "plan.toml").string(), "-o", "study"},
                                     folder.path());
  INFO(ran.err);
  REQUIRE(ran.status == 0);
  const auto sums =
      test::run_program({"explore", "query", "study",
                         "SELECT count(*), sum(cycles), sum(energy_bits_pj) FROM results"},
                        folder.path());
  for (const auto* sum : {" 64 ", " 868027 ", " 5.38448e+06"}) {
    INFO(sum);
    CHECK(test::contains(sums.out, sum));
  }
}

TEST_CASE("PEs grant each other room where queues are too shallow for the tasks") {
  const auto credits = [](const std::string& scheme, const std::string& work,
                          const std::string& depth) {
    std::map<std::string, std::string> keys = {{"fabric", "torus:3x4"}, {"scheme", scheme}};
    keys[work.find(':') == 3 ? "app" : "load"] = work;
    keys["queue_depth"] = depth;
    return config_of(keys).experiment.credits;
  };
  const std::string loads = "ramp:0..7";
  CHECK(credits("nna", loads, "8"));
  CHECK_FALSE(credits("nna", loads, "auto"));
  CHECK_FALSE(credits("nna", loads, "1024"));
  CHECK_FALSE(credits("de", loads, "8"));
  CHECK_FALSE(credits("lm-c5", loads, "8"));
  CHECK_FALSE(credits("none", loads, "8"));
  CHECK_FALSE(credits("sid", loads, "8"));
  const std::string search = "uts:t=1,a=3,d=5,b=4,r=19";
  CHECK(credits("nna", search, "64"));
  CHECK(credits("de", search, "64"));
  CHECK_FALSE(credits("nna", search, "auto"));
  CHECK_FALSE(credits("nna", search, "32768"));
  CHECK_FALSE(credits("lm-c5", search, "64"));
  CHECK_FALSE(credits("steal", search, "64"));
}
