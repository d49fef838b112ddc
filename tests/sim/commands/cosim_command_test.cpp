// SPDX-License-Identifier: Apache-2.0
// The level rtl as its user meets it: agreement, a first difference, waves, a missing compiler.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "host/data_root.h"
#include "tests/catch.h"
#include "tests/support/program.h"
#include "tests/support/refusal.h"
#include "tests/waves/wave_file.h"

using isobar::test::contains;
using isobar::test::run_program;
using isobar::test::Scratch;

namespace {

/// Sets a variable of the environment while it lives.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    setenv(name, value.c_str(), 1);
  }
  ~Variable() { setenv(name_, before_.c_str(), 1); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
  std::string before_;
};

const std::vector<std::string> table_3 = {"cosim", "--fabric", "ring:8", "--scheme",
                                          "lm-c5", "--load",   "spike:2"};

const std::vector<std::string> tree = {"--fabric",
                                       "ring:3",
                                       "--scheme",
                                       "steal:victims=nearest",
                                       "--tasks-per-message",
                                       "1",
                                       "--app",
                                       "uts:t=1,a=3,d=4,b=4,r=19",
                                       "--queue-depth",
                                       "16"};

std::vector<std::string> with(std::vector<std::string> arguments,
                              const std::vector<std::string>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

}  // namespace

TEST_CASE("cosim says how much agreed", "[rtl]") {
  const Scratch folder;
  const auto ran = run_program(table_3, folder.path());
  INFO(ran.out << ran.err);
  CHECK(ran.status == 0);
  CHECK(contains(ran.out, "8 of 8 PEs are RTL, 11952 PE-cycles and"));
  const auto some = run_program(with(table_3, {"--rtl-pes", "0,5..7"}), folder.path());
  CHECK(contains(some.out, "4 of 8 PEs are RTL, 5976 PE-cycles and"));
  CHECK(folder.names().empty());
}

TEST_CASE("cosim --whole is the whole fabric as one module", "[rtl]") {
  const auto ran = run_program(with(table_3, {"--whole"}));
  INFO(ran.out << ran.err);
  CHECK(ran.status == 0);
  CHECK(contains(ran.out, "Balanced after 18 steps"));
  CHECK(contains(ran.out, "agree: 11952 PE-cycles,"));
}

TEST_CASE("cosim --whole --wave shows the loads and counters of the whole fabric in every cycle",
          "[rtl]") {
  const Scratch folder;
  const auto ran = run_program(with(table_3, {"--whole", "--wave", "whole.vcd"}), folder.path());
  INFO(ran.err);
  REQUIRE(ran.status == 0);
  REQUIRE(run_program(with(table_3, {"--wave", "run.vcd"}), folder.path()).status == 0);
  const auto whole = isobar::test::read_wave(folder.path() / "whole.vcd");
  const auto single = isobar::test::read_wave(folder.path() / "run.vcd");
  const auto of = [](const auto& file, int pe, const std::string& signal) {
    return file.signals.at(fmt::format("isobar.pe_{}.{}", pe, signal));
  };
  CHECK(whole.times.back() == single.times.back());
  CHECK(whole.signals.at("isobar.run.step") == single.signals.at("isobar.run.step"));
  for (int pe = 0; pe < 8; ++pe) {
    INFO("PE " << pe);
    auto load = of(whole, pe, "load");
    load.erase(whole.times.back());  // the last landings, which the other file has not
    CHECK(load == of(single, pe, "rtl.load"));
    CHECK(of(whole, pe, "errors").size() == 1);
    // A counter goes up with every bit, a cycle after it is on the line.
    const auto bits = of(whole, pe, "link_1_succ.transfer_cycles");
    std::size_t transfers = 0;
    for (const auto& [time, state] : of(single, pe, "link_1_succ.state")) {
      if (state != "\"transfer\"") continue;
      ++transfers;
      CHECK(bits.count(time) == 0);
      CHECK(bits.count(time + 4000) == 1);
    }
    CHECK(bits.size() == 1 + 64 * transfers);
  }
  CHECK(contains(folder.read("whole.gtkw"), "isobar.pe_7.link_1_pred.word_cycles"));
  const auto part =
      run_program(with(table_3, {"--whole", "--wave", "part.vcd", "--wave-scope", "pes=2",
                                 "--wave-from", "steps:3", "--wave-to", "steps:4"}),
                  folder.path());
  CHECK(part.status == 0);
  const auto shown = isobar::test::read_wave(folder.path() / "part.vcd");
  CHECK(shown.times.front() == 249 * 4000);
  CHECK(shown.times.back() == 332 * 4000);
  CHECK(shown.signals.count("isobar.pe_1.load") == 0);
}

namespace {

/// What a register of the RTL shows, which the model is a cycle ahead of.
auto a_cycle_later(const isobar::test::WaveFile& model, const std::string& signal) {
  auto later = model.signals.at(signal);
  later.clear();
  for (const auto& [time, value] : model.signals.at(signal)) {
    later[time == model.times.front() ? time : time + 4000] = value;
  }
  return later;
}

/// Runs the tree with the signals inside two PEs in its wave file.
void require_inside(const char* scheme, const std::vector<std::string>& registers) {
  const Scratch folder;
  auto stealing = tree;
  *std::find(stealing.begin(), stealing.end(), "steal:victims=nearest") = scheme;
  const auto usual = with({"run", "--json", "model.json", "--wave", "model.vcd"}, stealing);
  REQUIRE(run_program(usual, folder.path()).status == 0);
  const std::vector<std::string> look = {"run",    "--level",  "rtl",    "--inside", "0,2",
                                         "--json", "rtl.json", "--wave", "rtl.vcd"};
  const auto ran = run_program(with(look, stealing), folder.path());
  INFO(ran.out << ran.err);
  REQUIRE(ran.status == 0);
  const auto ended = [&](const char* file) {
    const auto text = folder.read(file);
    return text.substr(text.find("\"ended\":"));
  };
  CHECK(ended("rtl.json") == ended("model.json"));
  const auto model = isobar::test::read_wave(folder.path() / "model.vcd");
  const auto rtl = isobar::test::read_wave(folder.path() / "rtl.vcd");
  for (const auto& [name, changes] : model.signals) {
    INFO(name);
    CHECK(rtl.signals.at(name) == changes);
  }
  for (const char* pe : {"isobar.pe_0", "isobar.pe_2"}) {
    INFO(pe);
    const auto load = std::string(pe) + ".load";
    CHECK(rtl.signals.at(std::string(pe) + ".inside.u_queue.load_q") == a_cycle_later(model, load));
    for (const auto& name : registers) {
      INFO(name);
      CHECK(rtl.signals.at(fmt::format("{}.inside.{}", pe, name)).size() > 10);
    }
  }
  CHECK(rtl.signals.count("isobar.pe_1.inside.u_queue.load_q") == 0);
  CHECK(contains(folder.read("rtl.gtkw"), "isobar.pe_2.inside.u_agent.handled_port_q"));
}

}  // namespace

TEST_CASE("signals inside PEs of work stealing are those of the fabric that is compared", "[rtl]") {
  require_inside("steal:victims=nearest",
                 {"u_agent.asked_q", "g_port_1.u_port.u_serializer.beats_q"});
}

TEST_CASE("signals inside PEs of work stealing among all", "[rtl][long]") {
  require_inside("steal:victims=ring", {"u_agent.asked_q", "u_router.g_out_1.beats_q"});
}

TEST_CASE("cosim --whole --wave shows a fabric without phases", "[rtl]") {
  const Scratch folder;
  const auto ran =
      run_program(with({"cosim", "--whole", "--wave", "whole.vcd"}, tree), folder.path());
  INFO(ran.err);
  REQUIRE(ran.status == 0);
  REQUIRE(run_program(with({"run", "--wave", "run.vcd"}, tree), folder.path()).status == 0);
  const auto whole = isobar::test::read_wave(folder.path() / "whole.vcd");
  const auto model = isobar::test::read_wave(folder.path() / "run.vcd");
  CHECK(whole.signals.count("isobar.run.step") == 0);
  for (int pe = 0; pe < 3; ++pe) {
    INFO("PE " << pe);
    const auto load = fmt::format("isobar.pe_{}.load", pe);
    CHECK(whole.signals.at(load) == a_cycle_later(model, load));
    CHECK(whole.signals.at(load).size() > 10);
    CHECK(whole.signals.at(fmt::format("isobar.pe_{}.errors", pe)).size() == 1);
  }
  CHECK(contains(folder.read("whole.gtkw"), "isobar.pe_2.link_1_pred.word_cycles"));
}

TEST_CASE("work stealing runs at level rtl, with all that a run writes", "[rtl]") {
  const Scratch folder;
  const auto model = run_program(with({"run", "--json", "model.json", "--wave", "model.vcd"}, tree),
                                 folder.path());
  REQUIRE(model.status == 0);
  const std::vector<std::string> level = {"run", "--level", "rtl"};
  const auto ran = run_program(with(with(level, {"--json", "rtl.json", "--wave", "rtl.vcd"}), tree),
                               folder.path());
  INFO(ran.out << ran.err);
  REQUIRE(ran.status == 0);
  CHECK(contains(ran.out, "RTL and model agree: 3 of 3 PEs are RTL, 96048 PE-cycles and "));
  CHECK(folder.read("rtl.vcd") == folder.read("model.vcd"));
  // What was asked for and compared is another, and nothing else.
  const auto after = [&](const std::string& file, const std::string& key) {
    const auto text = folder.read(file);
    return text.substr(text.find("\"" + key + "\":"));
  };
  CHECK(after("rtl.json", "ended") == after("model.json", "ended"));
  // Words and transfers, and what executors do at their queues.
  CHECK(std::stoll(after("rtl.json", "events").substr(9)) > 50 + 56);

  auto agent = isobar::test::contents(
      (isobar::data_root() / "rtl/stealing/isobar_stealing_agent.sv").string());
  const std::string half = "Half ? Bits'(more >> 1)";
  REQUIRE(isobar::test::count(agent, half) == 1);
  folder.write("isobar_stealing_agent.sv",
               agent.replace(agent.find(half), half.size(), "Half ? Bits'(more >> 2)"));
  const auto broken = run_program(with(with(level, {"--rtl", "."}), tree), folder.path());
  CHECK(broken.status == 1);
  CHECK(contains(broken.err, "RTL and model differ: PE "));
  CHECK(contains(broken.err, "waves around it, with the signals inside: --wave FILE --wave-from"));
}

TEST_CASE("a fault in the RTL stops the run where it shows, and leaves waves", "[rtl]") {
  const Scratch folder;
  const Scratch changed;
  for (const char* part : {"rtl", "tb/abi", "models/schemes", "models/experiment"}) {
    std::filesystem::create_directories(changed.path() / part);
    std::filesystem::copy(isobar::data_root() / part, changed.path() / part,
                          std::filesystem::copy_options::recursive);
  }
  auto condition = changed.read("rtl/liquid/isobar_condition.sv");
  const std::string level = "own_i >= successor_i";
  const auto at = condition.find(level);
  REQUIRE(at != std::string::npos);
  condition.replace(at, level.size(), "own_i > successor_i");
  changed.write("rtl/liquid/isobar_condition.sv", condition);
  const Variable data("ISOBAR_DATA_DIR", changed.path().string());
  const auto ran =
      run_program(with(table_3, {"--json", "result.json", "--wave", "run.vcd"}), folder.path());
  INFO(ran.out << ran.err);
  CHECK(ran.status == 1);
  CHECK(contains(ran.err, "RTL and model differ: PE "));
  CHECK(contains(ran.err, "shift: RTL 0, model 1"));
  CHECK(contains(ran.err, "phase_part = decision"));
  CHECK(contains(ran.err, "waves around it: isobar-mismatch.fst"));
  CHECK(folder.names() == std::vector<std::string>{"isobar-mismatch.fst", "isobar-mismatch.gtkw",
                                                   "isobar-mismatch.surf.ron", "run.gtkw",
                                                   "run.surf.ron", "run.vcd"});
}

TEST_CASE("waves show model and RTL side by side", "[rtl]") {
  const Scratch folder;
  const auto ran = run_program(
      with(table_3, {"--wave", "run.vcd", "--wave-scope", "pes=0,1", "--rtl-pes", "1..3"}),
      folder.path());
  INFO(ran.err);
  REQUIRE(ran.status == 0);
  const auto waves = isobar::test::read_wave(folder.path() / "run.vcd").signals;
  const auto layout = folder.read("run.gtkw");
  const auto surfer = folder.read("run.surf.ron");
  for (const std::string signal : {"load", "shift", "phase_part", "link_1_succ_valid", "landed"}) {
    INFO(signal);
    const auto& model = waves.at("isobar.pe_1.model." + signal);
    CHECK(model == waves.at("isobar.pe_1.rtl." + signal));
    CHECK(model.size() > 1);
    CHECK(contains(layout, "isobar.pe_1.model." + signal));
    CHECK(contains(layout, "isobar.pe_1.rtl." + signal));
    // One hierarchy, and the two below each other in both layouts.
    const auto at = layout.find("isobar.pe_1.model." + signal);
    CHECK(layout.find("isobar.pe_1.rtl." + signal, at) - at < 100);
    const auto surfer_path = [&](const std::string& side) {
      return fmt::format(R"((strs: ["isobar", "pe_1", "{}"], id: None), name: "{}")", side, signal);
    };
    CHECK(contains(surfer, surfer_path("model")));
    CHECK(contains(surfer, surfer_path("rtl")));
  }
  auto load = waves.at("isobar.pe_1.load");
  load.erase(5'976'000);  // what the last landing leaves is seen after the last cycle
  CHECK(waves.at("isobar.pe_1.model.load") == load);
  CHECK(waves.count("isobar.pe_0.load") == 1);
  CHECK(waves.count("isobar.pe_0.rtl.load") == 0);  // PE 0 is the model's
  CHECK(waves.count("isobar.pe_2.rtl.load") == 0);  // out of the scope
}

TEST_CASE("without a compiler level rtl says what it needs", "[rtl]") {
  const Scratch folder;
  const Variable path("PATH", folder.path().string());
  const auto ran = run_program(table_3, folder.path());
  CHECK(ran.status == 2);
  CHECK(ran.out.empty());
  CHECK(contains(ran.err, "verilator"));
  CHECK(contains(ran.err, "Debian package"));
}
