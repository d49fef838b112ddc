// SPDX-License-Identifier: Apache-2.0
// What is mistyped is named, with what may have been meant and the help of the command at hand.
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "models/schemes/contract/registry.h"
#include "models/unknown_name.h"
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/scratch.h"

using isobar::did_you_mean;
using isobar::test::run_program;

TEST_CASE("the nearest names are meant, if any is near", "[mistyped]") {
  const std::vector<std::string> names = {"ring", "torus", "hypercube", "hhc", "mesh"};
  CHECK(did_you_mean("rign", names) == " did you mean ring?");
  CHECK(did_you_mean("rin", names) == " did you mean ring?");
  CHECK(did_you_mean("tours", names) == " did you mean torus?");
  CHECK(did_you_mean("hyprcub", names) == " did you mean hypercube?");
  CHECK(did_you_mean("donut", names).empty());
  CHECK(did_you_mean("", names).empty());
  CHECK(did_you_mean("nan", {"nna", "nna-async"}) == " did you mean nna?");
  CHECK(did_you_mean("lm-c7", {"lm-c1", "lm-c2", "nna"}) == " did you mean lm-c1 or lm-c2?");
  CHECK(did_you_mean(std::string(1000, 'x'), names).empty());
}

TEST_CASE("mistyped commands, options and values are told from what there is", "[mistyped]") {
  const std::vector<std::string> base = {"run",   "--fabric", "ring:8", "--scheme",
                                         "lm-c5", "--load",   "spike:2"};
  const auto more = [&](std::vector<std::string> options) {
    options.insert(options.begin(), base.begin(), base.end());
    return options;
  };
  const std::vector<std::pair<std::vector<std::string>, std::string>> table = {
      {{"runn"}, "unknown command 'runn'; did you mean run?"},
      {{"exlore", "plan.toml"}, "unknown command 'exlore'; did you mean explore?"},
      {{"dance"}, "unknown command 'dance'; allowed: run, cosim"},
      {{"run", "--fabrik", "ring:8"},
       "isobar: run: unknown option '--fabrik'; did you mean --fabric? (isobar run --help)"},
      {{"run", "--link-bandwith=1Gb/s"},
       "unknown option '--link-bandwith'; did you mean --link-bandwidth?"},
      {{"cosim", "--mutant"}, "isobar: cosim: unknown option '--mutant'; did you mean --mutants?"},
      {{"run", "a.toml", "b.toml"}, "isobar: run: 'b.toml' was not expected (isobar run --help)"},
      {{"explore", "status", "--jsn", "c"}, "isobar: explore status: unknown option '--jsn'"},
      {{"list", "keyz"}, "list: there is no 'keyz'; did you mean keys?"},
      {{"list", "steel"}, "did you mean steal?"},
      {more({"--fabric", "rign:8"}), "unknown fabric 'rign:8'; did you mean ring? allowed: ring:K"},
      {more({"--scheme", "difusion"}), "unknown scheme 'difusion'; did you mean diffusion?"},
      {more({"--load", "spyke:1"}), "unknown load 'spyke:1'; did you mean spike?"},
      {more({"--until", "balancd"}), "unknown goal 'balancd'; did you mean balanced?"},
      {more({"--level", "stepps"}), "unknown level 'stepps'; did you mean steps?"},
      {more({"--link", "bord"}), "unknown link technology 'bord'; did you mean board?"},
      {more({"--scheme", "steal:rety=3"}),
       "'rety=3' is no parameter of steal; did you mean retry?"},
      {{"run", "--fabric", "ring:8", "--scheme", "steal", "--app", "utz"},
       "unknown application 'utz'; did you mean uts?"},
      {{"run", "--fabric", "ring:8", "--scheme", "steal", "--app", "uts:z=1"},
       "'z=1' is no parameter of uts; allowed as NAME=VALUE"},
  };
  for (const auto& [arguments, said] : table) {
    const auto ran = run_program(arguments);
    INFO(said << "\nsaid: " << ran.err);
    CHECK(ran.status == 2);
    CHECK(ran.err.find(said) != std::string::npos);
    CHECK(ran.out.empty());
  }
}

TEST_CASE("without a command there is help, and help on a command", "[mistyped]") {
  const auto alone = run_program({});
  CHECK(alone.status == 0);
  CHECK(alone.err.empty());
  CHECK(alone.out == run_program({"--help"}).out);
  for (const auto* command : {"run", "cosim", "list", "explore", "report"}) {
    INFO(command);
    const auto ran = run_program({"help", command});
    CHECK(ran.status == 0);
    CHECK(ran.out == run_program({command, "--help"}).out);
  }
  CHECK(run_program({"help"}).out == alone.out);
}

TEST_CASE("the last of two equal options holds", "[mistyped]") {
  const auto ran =
      run_program({"run", "--fabric", "ring:8", "--scheme", "lm-c5", "--load", "spike:2",
                   "--fabric", "ring:4", "--set", "seed=3", "--set", "seed=4", "--print-config"});
  CHECK(ran.status == 0);
  CHECK(ran.out.find("fabric = \"ring:4\"") != std::string::npos);
  CHECK(ran.out.find("seed = 4") != std::string::npos);
}

TEST_CASE("list shows what has a name, wherever it stands", "[mistyped][volume]") {
  const auto listed = [](const std::string& name) {
    const auto ran = run_program({"list", name});
    INFO(ran.err);
    CHECK(ran.status == 0);
    return ran.out;
  };
  const auto steal = listed("steal");
  CHECK(steal.rfind("Schemes (", 0) == 0);
  CHECK(steal.find("retry_max = 4096") != std::string::npos);
  CHECK(steal.find("sid") == std::string::npos);
  CHECK(listed("link.bandwidth").rfind("Keys of the configuration", 0) == 0);
  // A statistic and a metric.
  const auto pes = listed("pes");
  CHECK(pes.find("Metrics") != std::string::npos);
  CHECK(pes.find("Statistics") != std::string::npos);
  for (const auto& [name, scheme] : isobar::schemes()) {
    if (name.rfind("test-", 0) == 0) continue;  // only these tests know it
    INFO(name);
    CHECK(listed(name).find(scheme.help) != std::string::npos);
  }
}

TEST_CASE("a file that is not there, cannot be read, or has an open text is told apart",
          "[mistyped]") {
  const isobar::test::Scratch folder;
  folder.write("open.toml", "fabric = \"ring:4\nscheme = \"lm-c5\"\n");
  folder.write("empty.toml", "");
  const auto said = [&](const std::vector<std::string>& arguments) {
    const auto ran = run_program(arguments, folder.path());
    CHECK(ran.status == 2);
    return ran.err;
  };
  CHECK(said({"run", "none.toml"}) ==
        "isobar: none.toml: No such file or directory; a TOML file is needed\n");
  CHECK(said({"explore", "none.toml"}) ==
        "isobar: none.toml: No such file or directory; a plan (TOML) is needed\n");
  CHECK(said({"run", "."}) == "isobar: .: a folder; a TOML file is needed\n");
  CHECK(said({"explore", "empty.toml"}) == "isobar: empty.toml: is empty\n");
  CHECK(said({"run", "open.toml"})
            .find("open.toml:1: column 17: not TOML: a text is not closed "
                  "before the end of its line: \" is missing") != std::string::npos);
}

TEST_CASE("a port that there is not is refused with those that there are", "[mistyped]") {
  const auto ran = run_program({"view", "run.db", "--port", "99999"});
  CHECK(ran.status == 2);
  CHECK(ran.err ==
        "isobar: view: --port: Value 99999 not in range 0 to 65535 (isobar view --help)\n");
}

TEST_CASE("list as JSON has what list has", "[mistyped][volume]") {
  const auto listed = [](const std::vector<std::string>& what) {
    std::vector<std::string> arguments = {"list", "--json"};
    arguments.insert(arguments.end(), what.begin(), what.end());
    const auto ran = run_program(arguments);
    INFO(ran.err);
    CHECK(ran.status == 0);
    return nlohmann::json::parse(ran.out);
  };
  const auto all = listed({});
  for (const auto* section : {"schemes", "fabrics", "workloads", "applications", "links", "metrics",
                              "statistics", "keys"}) {
    INFO(section);
    CHECK(listed({section}).size() == 1);
    CHECK(listed({section})[section] == all[section]);
    CHECK(!all[section].empty());
    const auto text = run_program({"list", section}).out;
    for (const auto& entry : all[section]) {
      const auto name = entry["name"].get<std::string>();
      INFO(name);
      CHECK(!entry["help"].get<std::string>().empty());
      CHECK(text.find("  " + name) != std::string::npos);
    }
  }
  const auto steal = listed({"steal"});
  CHECK(steal["schemes"].size() == 1);
  CHECK(steal["schemes"][0]["parameters"][0]["name"] == "victims");
  const auto ran = run_program({"list", "--json", "steel"});
  CHECK(ran.status == 2);
  CHECK(ran.err.find("did you mean steal?") != std::string::npos);
}
