// SPDX-License-Identifier: Apache-2.0
// Whatever is wrong with the input: one clear line with place, value and what is allowed, status
// 2, nothing written.
#include <algorithm>

#include "tests/catch.h"
#include "tests/support/program.h"

using isobar::test::run_program;
using isobar::test::Scratch;

namespace {

struct Bad {
  std::vector<std::string> arguments;
  std::vector<std::string> said;  ///< all of this is in the message
};

void require_refused(const Bad& bad, const Scratch& folder) {
  const auto before = folder.names();
  const auto ran = run_program(bad.arguments, folder.path());
  std::string line = "isobar";
  for (const auto& argument : bad.arguments) line += " " + argument;
  INFO(line);
  INFO(ran.err);
  REQUIRE(ran.status == 2);
  CHECK(ran.out.empty());
  CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 1);
  for (const auto& text : bad.said) CHECK(ran.err.find(text) != std::string::npos);
  CHECK(folder.names() == before);
}

/// A run that is right but for what is added.
Bad with(std::vector<std::string> more, std::vector<std::string> said) {
  std::vector<std::string> arguments = {"run"};
  const auto missing = [&](const std::string& option) {
    return std::find(more.begin(), more.end(), option) == more.end();
  };
  const std::vector<std::pair<std::string, std::string>> right = {
      {"--fabric", "ring:8"}, {"--scheme", "lm-c5"}, {"--load", "spike:2"}};
  for (const auto& [option, value] : right) {
    if (missing(option)) arguments.insert(arguments.end(), {option, value});
  }
  arguments.insert(arguments.end(), more.begin(), more.end());
  return {arguments, std::move(said)};
}

/// A run of work stealing at level rtl that is right but for what is added.
Bad stealing(std::vector<std::string> more, std::vector<std::string> said) {
  more.insert(more.begin(),
              {"--level", "rtl", "--scheme", "steal:victims=nearest", "--tasks-per-message", "1"});
  return with(std::move(more), std::move(said));
}

}  // namespace

TEST_CASE("bad options", "[volume]") {
  const Scratch folder;
  const std::vector<Bad> table = {
      {{"run"}, {"fabric", "--fabric"}},
      {{"cosim"}, {"fabric", "--fabric"}},
      {{"cosim", "--mutants", "--fabric", "ring:8"}, {"--mutants", "no other"}},
      {{"cosim", "--mutants", "--scheme", "rid"}, {"--scheme", "`rid` has no mutants"}},
      {{"cosim", "--mutants", "--scheme", "hhc-a"},
       {"--scheme", "nna-portions, hhc-b, steal (between"}},
      {{"cosim", "--whole", "--traffic", "0.1", "--fabric", "ring:8", "--scheme", "lm-c5", "--load",
        "spike:1"},
       {"--traffic", "--whole"}},
      {{"cosim", "--traffic", "0.1", "--fabric", "ring:8", "--scheme", "lm-c5", "--app",
        "loops:g=2"},
       {"--traffic", "application"}},
      {{"cosim", "--fabric", "ring:8", "--scheme", "lm-c5", "--app", "uts:t=1,a=3,d=5,b=3,r=19"},
       {"newest", "fetch = oldest"}},
      {{"cosim", "--whole", "--record", "r.jsonl", "--fabric", "ring:8", "--scheme", "lm-c5",
        "--load", "spike:1"},
       {"--record", "--whole"}},
      {{"cosim", "--whole", "--trace", "t.json", "--fabric", "ring:8", "--scheme", "lm-c5",
        "--load", "spike:1"},
       {"--trace", "--whole"}},
      with({"--fabric", "donut:8"}, {"--fabric", "donut:8", "torus:"}),
      with({"--fabric", "ring:0"}, {"--fabric", "ring:0", "from 1"}),
      with({"--fabric", "torus:4xfour"}, {"torus:4xfour", "four", "whole number"}),
      with({"--fabric", "torus:65536x65536"}, {"torus:65536x65536", "2^31"}),
      with({"--fabric", "hypercube:31"}, {"--fabric", "2147483648 PEs", "GiB", "cycles"}),
      with({"--fabric", "hypercube:31", "--level", "steps"}, {"--fabric", "GiB", "steps"}),
      with({"--fabric", "mesh:4x4"}, {"lm-c5", "mesh:4x4", "rings"}),
      with({"--scheme", "lm-c9"}, {"--scheme", "lm-c9", "lm-c5"}),
      with({"--scheme", "lm-c2:alpha=1"}, {"alpha=1", "lm-c2", "none"}),
      with({"--scheme", "lm-c5:alpha=1"}, {"alpha=1", "lm-c5", "weighted"}),
      with({"--load", "spike:-2"}, {"--load", "-2", "from 0"}),
      with({"--load", "spike"}, {"--load", "whole number"}),
      with({"--load", "spike:536870912"}, {"4294967296", "too many", "level steps"}),
      with({"--load", "heap:2"}, {"heap:2", "spike:C"}),
      with({"--load", "point:5@8"}, {"8", "0 to 7"}),
      with({"--load", "uniform:9..1"}, {"9..1", "empty"}),
      with({"--load", "csv:none.csv"}, {"none.csv"}),
      with({"--load", "npy:none.npy"}, {"none.npy"}),
      with({"--load", "lbdatafile:none"}, {"none"}),
      with({"--level", "gates"}, {"--level", "gates", "steps, cycles"}),
      with({"--until", "forever"}, {"--until", "forever", "balanced"}),
      with({"--until", "steps"}, {"steps:1000"}),
      with({"--until", "steps:-1"}, {"-1", "from 0"}),
      with({"--max-steps", "many"}, {"--max-steps", "many", "whole number"}),
      with({"--tolerance", "1.5"}, {"--tolerance", "1.5"}),
      with({"--seed", "x"}, {"--seed", "x"}),
      with({"--clock", "250Mb/s"}, {"--clock", "250Mb/s", "MHz"}),
      with({"--link-bandwidth", "250MHz"}, {"--link-bandwidth", "250MHz", "Mb/s"}),
      with({"--link-latency", "0"}, {"--link-latency", "from 1"}),
      with({"--link-setup", "4m"}, {"--link-setup", "4m", "cycles"}),
      with({"--link-energy", "5"}, {"--link-energy", "5", "pJ/b", "1000nJ/b"}),
      with({"--link-energy", "5Mb/s"}, {"--link-energy", "5Mb/s", "pJ/b"}),
      with({"--link-energy", "-1pJ/b"}, {"--link-energy", "-1pJ/b", "0pJ/b"}),
      with({"--link-energy", "1001nJ/b"}, {"--link-energy", "1001nJ/b", "1000nJ/b"}),
      with({"--link-static-power", "5pJ/b"}, {"--link-static-power", "5pJ/b", "mW", "1000W"}),
      with({"--link", "telegraph"}, {"telegraph", "allowed", "on-chip", "electrical-250M"}),
      with({"--set", "link.1.energy=2pJ"}, {"link.1.energy", "2pJ", "pJ/b"}),
      with({"--set", "link.2.energy=2pJ/b"}, {"link.2.energy", "dimension", "1"}),
      with({"--set", "link.energie=2pJ/b"}, {"did you mean link.energy?", "isobar list keys"}),
      with({"--task-bits", "0"}, {"--task-bits", "from 1"}),
      with({"--load-bits", "5"}, {"--load-bits", "queue depth 32"}),
      with({"--load-bits", "4"}, {"--load-bits", "4", "queue depth 32", "at least 6"}),
      with({"--queue-depth", "16"}, {"--queue-depth", "16", "PE 0", "depth - 1"}),
      with({"--queue-depth", "1"}, {"--queue-depth", "from 2"}),
      with({"--set", "link.2.setup=1"}, {"link.2.setup", "dimension", "1"}),
      with({"--set", "colour=red"}, {"colour", "red", "unknown key", "link.energy"}),
      with({"--set", "fabrik=ring:8"}, {"fabrik", "did you mean fabric"}),
      with({"--set", "fabric"}, {"KEY=VALUE"}),
      with({"--set", "fabric=ring:4"}, {"twice", "--fabric"}),
      with({"--set", "summary=maybe"}, {"summary", "maybe", "true or false"}),
      with({"--json", "no/such/folder/r.json"}, {"no/such/folder/r.json"}),
      with({"--json", "."}, {"."}),
      with({"--wave", "waves.txt"}, {"waves.txt", ".vcd", ".fst"}),
      with({"--wave", "no/such/folder/w.vcd"}, {"no/such/folder/w.vcd"}),
      with({"--wave-scope", "pes=0"}, {"--wave-scope", "wave"}),
      with({"--wave", "w.vcd", "--wave-scope", "pes=8"}, {"--wave-scope", "8", "7"}),
      with({"--wave", "w.vcd", "--json", "./w.vcd"}, {"--json", "waves"}),
      with({"--wave", "w.vcd", "--json", "w.gtkw"}, {"--json", "layout"}),
      with({"--wave", "w.vcd", "--json", "w.surf.ron"}, {"--json", "layout"}),
      with({"--wave", "w.vcd", "--wave-scope", "coordinates=8"}, {"--wave-scope", "8", "0 to 7"}),
      with({"--wave", "w.vcd", "--wave-scope", "coordinates=0,0"}, {"--wave-scope", "0,0", "1"}),
      with({"--wave-from", "steps:1"}, {"--wave-from", "no wave file and no trace"}),
      with({"--wave-to", "steps:1"}, {"--wave-to", "no wave file and no trace"}),
      with({"--wave", "w.vcd", "--wave-from", "steps:2", "--wave-to", "steps:2"},
           {"--wave-to", "steps:2", "after"}),
      with({"--trace", "t.json", "--wave-from", "cycles:20", "--wave-to", "cycles:10"},
           {"--wave-to", "cycles:10", "cycles:20"}),
      with({"--wave", "w.vcd", "--wave-to", "cycles:0"}, {"--wave-to", "beginning"}),
      with({"--wave", "w.vcd", "--wave-from", "7"}, {"--wave-from", "steps:N", "'7'"}),
      with({"--wave", "w.vcd", "--wave-from", "seconds:7"}, {"--wave-from", "seconds:7"}),
      with({"--wave", "w.vcd", "--wave-from", "steps:-1"}, {"--wave-from", "-1", "from 0"}),
      with({"--wave", "w.vcd", "--wave-from", "steps:5", "--until", "steps:5"},
           {"--wave-from", "steps:5", "5 steps at the latest"}),
      with({"--wave", "w.vcd", "--wave-from", "steps:5000"}, {"--wave-from", "1000 steps"}),
      with({"--trace", "t.fst"}, {"--trace", "t.fst", ".json"}),
      with({"--trace", ""}, {"--trace", ".json"}),
      with({"--trace", "no/such/folder/t.json"}, {"--trace", "no/such/folder/t.json"}),
      with({"--trace", "t.json", "--json", "./t.json"}, {"t.json", "trace"}),
      with({"--trace", "t.json", "--record", "t.json"}, {"--record", "trace"}),
      with({"--record", "no/such/folder/r.jsonl"}, {"--record", "no/such/folder/r.jsonl"}),
      with({"--record", "."}, {"--record", "."}),
      with({"--record", "-"}, {"--record", "-", "a file is needed"}),
      with({"--record", ""}, {"--record", "name of a file"}),
      with({"--record", "r.json", "--json", "./r.json"}, {"--record", "r.json", "result"}),
      with({"--record", "w.vcd", "--wave", "w.vcd"}, {"--record", "waves"}),
      with({"--record", "w.gtkw", "--wave", "w.vcd"}, {"--record", "layout"}),
      with({"--wave", "w.vcd", "--json", "w.vcd", "--record", "r.jsonl"}, {"--json", "waves"}),
      with({"--level", "rtl", "--record", "m.fst", "--mismatch-wave", "m.fst"},
           {"--mismatch-wave", "record"}),
      with({"--level", "rtl", "--json", "m.fst", "--mismatch-wave", "m.fst"},
           {"--mismatch-wave", "result"}),
      with({"--level", "rtl", "--wave", "w.vcd", "--mismatch-wave", "w.fst"},
           {"--mismatch-wave", "layout"}),
      with({"--level", "rtl", "--traffic", "0.1", "--record", "r.jsonl"},
           {"--record", "r.jsonl", "traffic"}),
      with({"--set", "link.01.setup=1"}, {"link.01.setup", "unknown key"}),
      with({"--set", "fabrick_=x"}, {"did you mean fabric"}),
      with({"--load", "spi\nke:2"}, {"spi\\x0ake:2"}),
      with({"--link-latency", "1000000001"}, {"from 1 to 1000000000"}),
      with({"--clock", "1THz", "--link-bandwidth", "1b/s", "--task-bits", "1048576"},
           {"--link-bandwidth", "2^40"}),
      with({"--rtl-pes", "0"}, {"--rtl-pes", "level rtl only"}),
      with({"--traffic", "0.1"}, {"--traffic", "level rtl only"}),
      with({"--stalls", "0.1"}, {"--stalls", "level rtl only"}),
      with({"--link-lanes", "2"}, {"--link-lanes", "level rtl only"}),
      with({"--set", "link.1.lanes=2"}, {"link.1.lanes", "level rtl only"}),
      with({"--mismatch-wave", "m.fst"}, {"--mismatch-wave", "level rtl only"}),
      with({"--level", "rtl", "--rtl-pes", "8"}, {"--rtl-pes", "8", "0 to 7"}),
      with({"--level", "rtl", "--rtl-pes", "5..3"}, {"--rtl-pes", "5..3"}),
      stealing({"--rtl-pes", "0"}, {"--rtl-pes", "all PEs are RTL"}),
      stealing({"--rtl", ".", "--top", "mine"}, {"--top", "its own PE"}),
      stealing({"--task-bits", "32"}, {"--task-bits", "more than 32"}),
      stealing({"--traffic", "0.1"}, {"--traffic", "Liquid"}),
      stealing({"--rtl-engine", "gates"}, {"--rtl-engine", "verilator"}),
      with({"--level", "rtl", "--traffic", "1.5"}, {"--traffic", "1.5", "0 to 1"}),
      with({"--level", "rtl", "--traffic", "nan"}, {"--traffic", "nan", "0 to 1"}),
      with({"--level", "rtl", "--traffic", "1", "--stalls", "1"}, {"--stalls", "0 to 0.99"}),
      with({"--level", "rtl", "--stalls", "0.5"}, {"--stalls", "traffic"}),
      with({"--level", "rtl", "--link-lanes", "0"}, {"--link-lanes", "from 1"}),
      with({"--level", "rtl", "--link-lanes", "3", "--link-bandwidth", "500Mb/s"},
           {"2/1", "multiple of 2", "3"}),
      with({"--level", "rtl", "--link-bandwidth", "375Mb/s"}, {"3/2", "divide"}),
      with({"--level", "rtl", "--link-lanes", "128"}, {"64 bits take 128 cycles and not 64"}),
      with({"--level", "rtl", "--fabric", "torus:512x512", "--link-latency", "65536"}, {"GiB"}),
      with({"--level", "rtl", "--link-bandwidth", "10Tb/s"}, {"at most 4096 lanes"}),
      with({"--level", "rtl", "--task-bits", "5000"}, {"5000", "at most 4096"}),
      with({"--level", "rtl", "--queue-depth", "2000000"}, {"2000000", "at most 1048576"}),
      with({"--level", "rtl", "--link-latency", "70000"}, {"70000", "at most 65536"}),
      with({"--level", "rtl", "--fabric", "ring:1"}, {"ring"}),
      with({"--level", "rtl", "--fabric", "mesh:4x4"}, {"mesh:4x4", "rings"}),
      with({"--level", "rtl", "--mismatch-wave", "m.txt"}, {"m.txt", ".fst"}),
      with({"--level", "rtl", "--wave", "w.fst", "--mismatch-wave", "./w.fst"},
           {"--mismatch-wave", "waves"}),
      with({"none.toml"}, {"none.toml", "TOML"}),
      with({"."}, {"folder", "TOML"}),
  };
  for (const auto& bad : table) require_refused(bad, folder);
}

TEST_CASE("bad files are named with their line") {
  Scratch folder;
  folder.write("key.toml", "fabric = \"ring:8\"\n\ncolour = \"red\"\n");
  folder.write("table.toml", "fabric = \"ring:8\"\n[lnik]\nbandwidth = \"1Gb/s\"\n");
  folder.write("unit.toml",
               "fabric = \"ring:8\"\nscheme = \"lm-c5\"\nload = \"spike:2\"\n[link]\n"
               "bandwidth = \"250 parsecs\"\n");
  folder.write("type.toml", "fabric = 8\nscheme = \"lm-c5\"\nload = \"spike:2\"\n");
  folder.write("list.toml", "fabric = [\"ring:8\"]\n");
  folder.write(
      "dimension.toml",
      "fabric = \"torus:1x4\"\nscheme = \"lm-c5\"\nload = \"spike:2\"\n[link.1]\nsetup = 1\n");
  folder.write("dotted.toml", "\"link.latency\" = 3\n[link]\nlatency = 5\n");
  folder.write("twice.toml", "fabric = \"ring:8\"\nfabric = \"ring:4\"\n");
  folder.write("not.toml", "fabric ring:8\n");
  folder.write("binary.toml", std::string("\0\xff\xfe\x01", 4));
  folder.write("short.csv", "1,2,3\n");
  folder.write("text.csv", "1,2,3,4\n5,six,7,8\n");
  folder.write("negative.csv", "1,2,3,4,5,6,7,-8\n");
  folder.write("cut.npy", "\x93NUMPY\x01");
  const auto file = [](const std::string& name, std::vector<std::string> said) {
    said.push_back(name);
    return Bad{{"run", name}, std::move(said)};
  };
  const std::vector<Bad> table = {
      file("key.toml", {":3", "colour", "unknown key"}),
      file("table.toml", {":3", "lnik.bandwidth"}),
      file("unit.toml", {":5", "link.bandwidth", "250 parsecs", "Mb/s"}),
      file("type.toml", {":1", "fabric = 8"}),
      file("list.toml", {":1", "not a list"}),
      file("dimension.toml", {":5", "link.1.setup", "no links"}),
      file("twice.toml", {":2"}),
      file("dotted.toml", {"link.latency", "twice"}),
      file("not.toml", {":1", "TOML"}),
      file("binary.toml", {"TOML"}),
      with({"--load", "csv:short.csv"}, {"short.csv", "3", "8"}),
      with({"--load", "csv:text.csv"}, {"text.csv", "six", "2"}),
      with({"--load", "csv:negative.csv"}, {"negative.csv", "-8"}),
      with({"--load", "csv:."}, {"."}),
      with({"--load", "npy:cut.npy"}, {"cut.npy"}),
      with({"--load", "npy:text.csv"}, {"text.csv"}),
      with({"--load", "lbdatafile:."}, {"."}),
  };
  for (const auto& bad : table) require_refused(bad, folder);
}

TEST_CASE("words that are no command") {
  const Scratch folder;
  for (const auto& arguments : std::vector<std::vector<std::string>>{{"walk"},
                                                                     {"run", "--colour", "red"},
                                                                     {"list", "planets"},
                                                                     {"run", "--fabric"},
                                                                     {"run", "a.toml", "b.toml"}}) {
    const auto ran = run_program(arguments, folder.path());
    CHECK(ran.status == 2);
    CHECK(ran.err.rfind("isobar: ", 0) == 0);
    CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 1);
    CHECK(ran.out.empty());
    CHECK(folder.names().empty());
  }
}
