// SPDX-License-Identifier: Apache-2.0
#include "waves/wave_recorder.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/support/experiments.h"
#include "tests/support/refusal.h"
#include "tests/waves/wave_file.h"

using namespace isobar;
using namespace isobar::test;

namespace {

constexpr std::uint64_t ps = 4000;  // a cycle of 250 MHz

/// A step of C5 on ring:4 in which PE 0 sends a task to PE 1, as the model would announce it.
void feed(WaveRecorder& recorder) {
  const Fabric fabric = Fabric::parse("ring:4");
  const auto slot = [&](Node node, Direction direction) {
    return std::uint64_t{node} * fabric.degree() + *fabric.port(1, direction);
  };
  recorder.load_changes(0, 0, 4);
  recorder.phase_begins(0, 0, 0);
  for (Node node = 0; node < 4; ++node) {
    recorder.word_sent(slot(node, Direction::predecessor), 0, 16, node == 0 ? 4 : 0);
  }
  recorder.transfer_sent(slot(0, Direction::successor), 18, 82, 1);
  recorder.decides(17, 0, *fabric.port(1, Direction::successor), 1);
  recorder.load_changes(18, 0, 3);
  recorder.step_ends(83, 1, false, false);
  recorder.phase_begins(83, 1, 0);
  recorder.load_changes(83, 1, 1);
  // Word upon word, and a transfer upon a word, without a cycle between them.
  recorder.word_sent(slot(2, Direction::predecessor), 83, 99, 7);
  recorder.word_sent(slot(2, Direction::predecessor), 99, 115, 8);
  recorder.transfer_sent(slot(2, Direction::predecessor), 115, 120, 2);
  recorder.step_ends(166, 2, true, true);
}

WaveFile record(const std::filesystem::path& file, const std::string& scope,
                const WaveWindow& window = {}) {
  const auto e = experiment("ring:4", "lm-c5", "point:4@0");
  WaveRecorder recorder(e, WaveScope::parse(scope, e.fabric), file, {}, window);
  feed(recorder);
  recorder.finish(166);
  return read_wave(file);
}

}  // namespace

TEST_CASE("a recorder shows what was announced", "[waves]") {
  const Scratch folder;
  const auto wave = record(folder / "a.vcd", "");
  for (std::size_t i = 1; i < wave.times.size(); ++i) REQUIRE(wave.times[i - 1] < wave.times[i]);
  CHECK(wave.times.back() == 166 * ps);
  const auto& signals = wave.signals;
  CHECK(signals.size() == 7 + 4 * (1 + 2 * 4));
  CHECK(signals.at("isobar.run.step") == Values{{0, "0"}, {83 * ps, "1"}, {166 * ps, "10"}});
  CHECK(signals.at("isobar.run.phase") == Values{{0, "\"dimension_1\""}});
  CHECK(signals.at("isobar.run.phase_part") == Values{{0, "\"words\""},
                                                      {17 * ps, "\"decision\""},
                                                      {18 * ps, "\"transfer\""},
                                                      {83 * ps, "\"words\""},
                                                      {100 * ps, "\"decision\""},
                                                      {101 * ps, "\"transfer\""}});
  CHECK(signals.at("isobar.run.step_ends") == Values{{83 * ps, "1"}, {166 * ps, "1"}});
  CHECK(signals.at("isobar.run.shared") == Values{{0, "0"}, {166 * ps, "1"}});
  CHECK(signals.at("isobar.run.balanced") == Values{{0, "0"}, {166 * ps, "1"}});
  CHECK(signals.at("isobar.pe_0.load") == Values{{0, "100"}, {18 * ps, "11"}});
  CHECK(signals.at("isobar.pe_1.load") == Values{{0, "0"}, {83 * ps, "1"}});
  CHECK(signals.at("isobar.pe_2.load") == Values{{0, "0"}});
  CHECK(signals.at("isobar.pe_0.link_1_succ.shift") == Values{{0, "0"}, {17 * ps, "1"}});
  CHECK(signals.at("isobar.pe_0.link_1_succ.state") ==
        Values{{0, "\"idle\""}, {18 * ps, "\"transfer\""}, {82 * ps, "\"idle\""}});
  CHECK(signals.at("isobar.pe_0.link_1_succ.tasks") == Values{{0, "0"}, {18 * ps, "1"}});
  CHECK(signals.at("isobar.pe_0.link_1_pred.word") == Values{{0, "100"}});
  CHECK(signals.at("isobar.pe_2.link_1_pred.state") == Values{{0, "\"word\""},
                                                              {16 * ps, "\"idle\""},
                                                              {83 * ps, "\"word\""},
                                                              {115 * ps, "\"transfer\""},
                                                              {120 * ps, "\"idle\""}});
  CHECK(signals.at("isobar.pe_2.link_1_pred.word") ==
        Values{{0, "0"}, {83 * ps, "111"}, {99 * ps, "1000"}});
}

TEST_CASE("a run is the same in VCD and FST, and the same bytes each time", "[waves]") {
  const Scratch folder;
  CHECK(record(folder / "a.vcd", "").signals == record(folder / "a.fst", "").signals);
  record(folder / "b.vcd", "");
  record(folder / "b.fst", "");
  CHECK(contents(folder / "a.vcd") == contents(folder / "b.vcd"));
  CHECK(contents(folder / "a.fst") == contents(folder / "b.fst"));
  CHECK(folder.names() == std::vector<std::string>{"a.fst", "a.gtkw", "a.surf.ron", "a.vcd",
                                                   "b.fst", "b.gtkw", "b.surf.ron", "b.vcd"});
}

TEST_CASE("a scope leaves out the rest and changes nothing in what it shows", "[waves]") {
  const Scratch folder;
  const auto all = record(folder / "a.vcd", "").signals;
  const auto some = record(folder / "b.vcd", "pes=0,2").signals;
  CHECK(some.size() == 7 + 2 * (1 + 2 * 4));
  for (const auto& [path, values] : some) CHECK(all.at(path) == values);

  const auto e = experiment("torus:3x2", "lm-c5", "spike:1");
  const auto paths = [&](const std::string& scope) {
    WaveRecorder recorder(e, WaveScope::parse(scope, e.fabric), folder / "c.vcd");
    recorder.finish(0);
    std::set<std::string> states;
    for (const auto& [path, values] : read_wave(folder / "c.vcd").signals) {
      if (path.find(".state") != std::string::npos) states.insert(path);
    }
    return states;
  };
  CHECK(paths("pes=4") == std::set<std::string>{"isobar.pe_4.link_1_pred.state",
                                                "isobar.pe_4.link_1_succ.state",
                                                "isobar.pe_4.link_2_succ.state"});
  CHECK(paths("pes=4..5;dimensions=2") ==
        std::set<std::string>{"isobar.pe_4.link_2_succ.state", "isobar.pe_5.link_2_succ.state"});
}

TEST_CASE("the layout names signals of the file beside it, at most 64 PEs of them", "[waves]") {
  const Scratch folder;
  const std::string fabric = GENERATE("ring:4", "torus:9x9");
  const auto nodes = Fabric::parse(fabric).nodes();
  const auto e = experiment(fabric, "lm-c5", std::vector<Load>(nodes, 1));
  WaveRecorder recorder(e, WaveScope::parse("", e.fabric), folder / "run.fst");
  recorder.finish(1000);
  const auto signals = read_wave(folder / "run.fst").signals;
  const auto layout = contents(folder / "run.gtkw");
  CHECK(layout.find("[dumpfile] \"run.fst\"\n") != std::string::npos);
  std::istringstream lines(layout);
  std::size_t loads = 0;
  for (std::string line; std::getline(lines, line);) {
    const auto begin = line.find("isobar.");
    if (begin == std::string::npos || line[0] == '[') continue;
    const auto path = line.substr(begin, line.find('[') - begin);
    INFO(line);
    CHECK(signals.count(path) == 1);
    if (path.find(".load") != std::string::npos) ++loads;
  }
  CHECK(loads == std::min<std::size_t>(nodes, 64));
  CHECK((layout.find("the first 64 of 81 PEs") != std::string::npos) == (nodes == 81));
}

TEST_CASE("a mesh has no links at its open ends", "[waves]") {
  const Scratch folder;
  const auto e = experiment("ring:4", "lm-c5", "point:4@0");
  auto mesh = e;
  mesh.fabric = Fabric::parse("mesh:4");
  WaveRecorder recorder(mesh, WaveScope::parse("", mesh.fabric), folder / "a.vcd");
  recorder.finish(0);
  const auto signals = read_wave(folder / "a.vcd").signals;
  CHECK(signals.count("isobar.pe_0.link_1_succ.state") == 1);
  CHECK(signals.count("isobar.pe_0.link_1_pred.state") == 0);
  CHECK(signals.count("isobar.pe_3.link_1_succ.state") == 0);
}

TEST_CASE("files appear whole or not at all", "[waves]") {
  const Scratch folder;
  const auto e = experiment("ring:4", "lm-c5", "point:4@0");
  const auto scope = WaveScope::parse("", e.fabric);
  for (const std::string name : {"a.vcd", "a.fst"}) {
    {
      WaveRecorder recorder(e, scope, folder / name);
      feed(recorder);
      CHECK_FALSE(std::filesystem::exists(folder / name));
    }
    CHECK(folder.names().empty());
  }
  const auto refuses = [&](const std::string& name, const std::string& reason) {
    const auto said = refusal([&] { WaveRecorder(e, scope, folder / name); });
    INFO(said);
    CHECK(contains(said, name));
    CHECK(contains(said, reason));
  };
  refuses("a.txt", ".vcd or .fst");
  refuses("none/a.fst", "No such file");
  CHECK(folder.names().empty());

  std::filesystem::create_directory(folder / "d.vcd");
  refuses("d.vcd", "Is a directory");
  CHECK(folder.names() == std::vector<std::string>{"d.vcd"});
  std::ofstream(folder / "file") << "x";
  refuses("file/a.vcd", "Not a directory");
  if (::geteuid() != 0) {
    std::filesystem::permissions(folder / "d.vcd", std::filesystem::perms::owner_read);
    refuses("d.vcd/a.vcd", "Permission denied");
    std::filesystem::permissions(folder / "d.vcd", std::filesystem::perms::owner_all);
  }
  CHECK(folder.names() == std::vector<std::string>{"d.vcd", "file"});
}

TEST_CASE("a window holds what the whole file does from its beginning to its end", "[waves]") {
  struct Part {
    std::string from;
    std::string to;
    std::uint64_t first;
    std::uint64_t last;
  };
  const auto part = GENERATE(Part{"steps:1", "", 83, 166}, Part{"", "steps:1", 0, 83},
                             Part{"cycles:16", "cycles:82", 16, 82},
                             Part{"cycles:20", "steps:1", 20, 83}, Part{"steps:0", "", 0, 166});
  const auto* name = GENERATE("part.vcd", "part.fst");
  const Scratch folder;
  WaveWindow window;
  if (!part.from.empty()) window.from = RunInstant::parse(part.from);
  if (!part.to.empty()) window.to = RunInstant::parse(part.to);
  const auto whole = record(folder / "whole.vcd", "").signals;
  const auto seen = record(folder / name, "", window);
  INFO(part.from << " to " << part.to);
  CHECK(seen.times.front() == part.first * ps);
  CHECK(seen.times.back() == part.last * ps);
  REQUIRE(seen.signals.size() == whole.size());
  for (const auto& [path, values] : whole) {
    Values expected;
    const bool event = path == "isobar.run.step_ends";
    if (!event) expected[part.first * ps] = value_at(values, part.first * ps);
    for (const auto& [time, value] : values) {
      if (time >= part.first * ps + (event ? 0 : 1) && time <= part.last * ps) {
        expected[time] = value;
      }
    }
    INFO(path);
    CHECK(seen.signals.at(path) == expected);
  }
}

TEST_CASE("layouts mark where the run is shared and balanced, if the window has it", "[waves]") {
  const Scratch folder;
  record(folder / "a.fst", "");
  const auto gtkw = contents(folder / "a.gtkw");
  CHECK(gtkw.find("[markername] Sshared\n") != std::string::npos);
  CHECK(gtkw.find("[markername] Bbalanced\n") != std::string::npos);
  CHECK(gtkw.find(" -1 -1 664000 -1 ") != std::string::npos);  // primary, A, B
  const auto surfer = contents(folder / "a.surf.ron");
  CHECK(surfer.find("markers: {0: (1, [664000]), 1: (1, [664000])}") != std::string::npos);
  WaveWindow window;
  window.to = RunInstant::parse("steps:1");
  record(folder / "b.fst", "", window);
  CHECK(contents(folder / "b.gtkw").find("[markername]") == std::string::npos);
  CHECK(contents(folder / "b.surf.ron").find("markers: {}") != std::string::npos);
}

TEST_CASE("a run that ends before its window leaves its end", "[waves]") {
  const Scratch folder;
  WaveWindow window;
  window.from = RunInstant::parse("steps:5");
  const auto wave = record(folder / "a.fst", "", window);
  CHECK(wave.times == std::vector<std::uint64_t>{166 * ps});
  CHECK(wave.signals.at("isobar.pe_0.load") == Values{{166 * ps, "11"}});
}
