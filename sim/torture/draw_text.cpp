// SPDX-License-Identifier: Apache-2.0
#include "sim/torture/draw_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/measure/goals.h"
#include "models/workloads/application.h"
#include "models/workloads/initial_load.h"
#include "sim/input/fabric_file.h"
#include "sim/torture/draw_value.h"

namespace isobar {
namespace {

constexpr std::int64_t most_pes = 48;

/// K1xK2x… of at most most_pes PEs.
std::string draw_radices(Dice& dice) {
  std::string text;
  std::int64_t left = most_pes;
  const auto dimensions = dice.whole(1, 4);
  for (std::int64_t d = 0; d < dimensions && left > 0; ++d) {
    const auto radix = dice.whole(1, std::min<std::int64_t>(left, dice.chance(0.5) ? 3 : 7));
    text += fmt::format("{}{}", text.empty() ? "" : "x", radix);
    left /= radix;
  }
  return text;
}

/// A random tree and some edges more; sometimes switches, sometimes loose ends.
std::string draw_graph(Dice& dice, Trial& trial) {
  const auto nodes = dice.whole(1, 12);
  const auto switches = dice.chance(0.4) ? dice.whole(0, nodes / 2) : 0;
  std::string text;
  for (auto node = nodes - switches; node < nodes; ++node) text += fmt::format("switch {}\n", node);
  for (std::int64_t node = 1; node < nodes; ++node) {
    text += fmt::format("{} {}\n", node, dice.whole(0, node - 1));
  }
  for (auto more = dice.whole(0, 4); more > 0 && nodes > 2; --more) {
    const auto a = dice.whole(0, nodes - 1);
    const auto b = dice.whole(0, nodes - 1);
    const auto is_there = text.find(fmt::format("\n{} {}\n", a, b)) != std::string::npos ||
                          text.find(fmt::format("\n{} {}\n", b, a)) != std::string::npos;
    if (a != b && (!is_there || dice.chance(0.1))) text += fmt::format("{} {}\n", a, b);
  }
  trial.files.push_back({"g.graph", text});
  return "graph:g.graph";
}

std::string draw_time(Dice& dice) {
  return dice.chance(0.6) ? fmt::format("{:.0f}", dice.logarithmic(1, 300))
                          : fmt::format("{:.0f}ns", dice.logarithmic(1, 2000));
}

std::string draw_clock(Dice& dice, Node /*pes*/, Trial& /*trial*/) {
  if (dice.chance(0.3)) return fmt::format("{}ns", dice.whole(1, 20));
  return fmt::format("{}MHz", dice.whole(1, 999));
}

std::string draw_bandwidth(Dice& dice, Node /*pes*/, Trial& /*trial*/) {
  if (dice.chance(0.1)) return dice.word({"1Tb/s", "100kb/s", "2.5GT/s:8b/10b", "333333333b/s"});
  return fmt::format("{}Mb/s", dice.whole(10, 2000));
}

std::string draw_cycles(Dice& dice, Node /*pes*/, Trial& /*trial*/) { return draw_time(dice); }

std::string draw_energy(Dice& dice, Node /*pes*/, Trial& /*trial*/) {
  return fmt::format("{}pJ/b", dice.whole(0, 50));
}

std::string draw_power(Dice& dice, Node /*pes*/, Trial& /*trial*/) {
  return fmt::format("{}uW", dice.whole(0, 5000));
}

std::string draw_goal(Dice& dice, Node /*pes*/, Trial& /*trial*/) {
  const auto& goal = dice.one_of(goals());
  switch (goal.argument.kind) {
    case GoalArgument::Kind::none:
      return std::string(goal.name);
    case GoalArgument::Kind::count:
      return fmt::format("{}:{:.0f}", goal.name, dice.logarithmic(1, 3000) - 1);
    case GoalArgument::Kind::part:
      return fmt::format("{}:{:.3g}", goal.name, 0.001 * static_cast<double>(dice.whole(0, 1000)));
  }
  return "auto";
}

std::string draw_load_file(Dice& dice, Node pes, Trial& trial) {
  std::string text;
  for (Node pe = 0; pe < pes; ++pe) {
    text += fmt::format("{}{}", pe == 0 ? "" : ",", dice.chance(0.4) ? 0 : dice.whole(0, 40));
  }
  trial.files.push_back({"loads.csv", text + "\n"});
  return "csv:loads.csv";
}

std::string draw_load(Dice& dice, Node pes, Trial& trial) {
  const auto few = [&] { return static_cast<std::int64_t>(dice.logarithmic(1, 60)) - 1; };
  const auto lo = few();
  const std::vector<std::string> rules = {
      fmt::format("spike:{}", few()),
      fmt::format("point:{}@{}", few(), dice.whole(0, pes - 1)),
      fmt::format("point:{}@0,{}@{}", few(), few(), pes - 1),
      fmt::format("uniform:{}..{}", lo, lo + few()),
      fmt::format("ramp:{}..{}", few(), few()),
      "file",
  };
  const auto rule = dice.word(rules);
  return rule == "file" ? draw_load_file(dice, pes, trial) : rule;
}

std::string draw_application(Dice& dice, Node /*pes*/, Trial& /*trial*/) {
  std::vector<const ApplicationEntry*> all;
  for (const auto& [name, entry] : applications()) all.push_back(&entry);
  const auto* entry = dice.one_of(all);
  auto name = entry->name;
  auto parameters = entry->parameters;
  if (name == "jobs") {  // with more of them it would search for seconds before the run begins
    constexpr std::int64_t most = 9;
    name += fmt::format(":n={}", dice.whole(1, most));
    parameters.erase(std::find_if(parameters.begin(), parameters.end(),
                                  [](const auto& parameter) { return parameter.name == "n"; }));
  }
  return draw_named(dice, name, parameters, true);
}

std::string draw_machines(Dice& dice, Node pes, Trial& trial) {
  const bool has_memory = dice.chance(0.5);
  std::string text = has_memory ? "name,speed,memory\n" : "speed\n";
  for (Node pe = 0; pe < pes; ++pe) {
    const auto speed = fmt::format("{}/{}", dice.whole(1, 8), dice.whole(1, 4));
    text +=
        has_memory ? fmt::format("m{},{},{}kB\n", pe, speed, dice.whole(1, 4000)) : speed + "\n";
  }
  trial.files.push_back({"machines.csv", text});
  return "machines.csv";
}

/// One for all, one for each, or drawn.
std::string draw_for_pes(Dice& dice, Node pes, const std::vector<std::string>& values,
                         const std::string& range) {
  switch (dice.whole(0, 3)) {
    case 0:
      return dice.word(values);
    case 1:
      return "uniform:" + range;
    case 2:
      return "loguniform:" + range;
    default:
      break;
  }
  std::string text;
  for (Node pe = 0; pe < pes; ++pe) text += (pe == 0 ? "" : ",") + dice.word(values);
  return text;
}

std::string draw_speed(Dice& dice, Node pes, Trial& /*trial*/) {
  return draw_for_pes(dice, pes, {"1", "2", "1/2", "0.7", "3", "1/100", "50"},
                      dice.word({"1..3", "1/2..2", "0.1..10"}));
}

std::string draw_executors(Dice& dice, Node pes, Trial& /*trial*/) {
  if (dice.chance(0.5)) return std::to_string(dice.whole(1, 4));
  std::string text;
  for (Node pe = 0; pe < pes; ++pe) {
    text += (pe > 0 ? "," : "") + std::to_string(dice.whole(1, 3));
  }
  return text;
}

std::string draw_memory(Dice& dice, Node pes, Trial& /*trial*/) {
  return draw_for_pes(dice, pes, {"none", "64", "1kB", "64MB", "8", "1TB"},
                      dice.word({"64..1000", "1kB..1MB"}));
}

std::string draw_external(Dice& dice, Node pes, Trial& /*trial*/) {
  std::string text;
  std::int64_t from = 0;
  const auto pe = dice.chance(0.3) ? "all" : std::to_string(dice.whole(0, pes - 1));
  for (auto left = dice.whole(1, 3); left > 0; --left) {
    from += dice.whole(0, 2000);
    const auto to = from + dice.whole(1, 3000);
    text += fmt::format("{}{}:{}..{}:{}", text.empty() ? "" : ",", pe, from, to,
                        dice.word({"1/2", "0.25", "1", "1/3", "0.9"}));
    from = to;
  }
  return text;
}

std::string draw_link_table(Dice& dice, Node pes, Trial& trial) {
  const auto column = dice.word({"bandwidth", "latency", "setup", "energy", "static_power"});
  const auto value = column == "bandwidth"      ? "400Mb/s"
                     : column == "energy"       ? "2pJ/b"
                     : column == "static_power" ? "1mW"
                                                : "7";
  trial.files.push_back(
      {"links.csv", fmt::format("from,to,{}\n{},*,{}\n", column, dice.whole(0, pes - 1), value)});
  return "links.csv";
}

std::string draw_instant(Dice& dice, Node /*pes*/, Trial& /*trial*/) {
  return fmt::format("{}:{}", dice.word({"steps", "cycles"}), dice.whole(0, 60));
}

std::string draw_scope(Dice& dice, Node pes, Trial& /*trial*/) {
  return dice.word({fmt::format("pes={}", dice.whole(0, pes - 1)), "pes=0", "dimensions=1",
                    "coordinates=0,*", "pes=0;dimensions=1"});
}

std::string draw_pes(Dice& dice, Node pes, Trial& /*trial*/) {
  return dice.word({"all", "0", fmt::format("0,{}", pes - 1)});
}

std::string draw_wave(Dice& dice, Node /*pes*/, Trial& /*trial*/) {
  return dice.word({"out.vcd", "out.fst"});
}

std::string draw_any_fabric(Dice& dice, Node /*pes*/, Trial& trial) {
  return draw_fabric(dice, trial);
}

}  // namespace

std::string draw_fabric(Dice& dice, Trial& trial) {
  const std::map<std::string, std::string> values = {
      {"ring", std::to_string(dice.whole(1, dice.chance(0.5) ? 4 : 16))},
      {"torus", draw_radices(dice)},
      {"mesh", draw_radices(dice)},
      {"hypercube", std::to_string(dice.whole(0, 5))},
      {"hhc", std::to_string(dice.whole(1, 3))},
      {"debruijn",
       dice.word({"2,1", "2,2", "2,3", "2,4", "2,5", "3,2", "3,3", "1,1", "4,2", "6,1"})},
  };
  std::vector<std::string> families;
  for (const auto& form : fabric_forms()) families.emplace_back(form.name());
  const auto family = dice.word(families);
  if (family == "graph") return draw_graph(dice, trial);
  const auto value = values.find(family);
  // A family that is new here gets a number, and has to refuse what is none for it.
  return fmt::format("{}:{}", family, value == values.end() ? "3" : value->second);
}

const std::map<std::string, DrawText>& texts_to_draw() {
  static const std::map<std::string, DrawText> all = {
      {"fabric", draw_any_fabric},
      {"app", draw_application},
      {"load", draw_load},
      {"until", draw_goal},
      {"clock", draw_clock},
      {"link.bandwidth", draw_bandwidth},
      {"link.latency", draw_cycles},
      {"link.setup", draw_cycles},
      {"link.energy", draw_energy},
      {"link.static_power", draw_power},
      {"link.table", draw_link_table},
      {"machines", draw_machines},
      {"speed", draw_speed},
      {"executors", draw_executors},
      {"memory", draw_memory},
      {"external", draw_external},
      {"handling", draw_cycles},
      {"poll_period", draw_cycles},
      {"poll_cost", draw_cycles},
      {"rtl", [](Dice&, Node, Trial&) { return std::string("mine"); }},
      {"top", [](Dice&, Node, Trial&) { return std::string("my_pe"); }},
      {"define", [](Dice&, Node, Trial&) { return std::string("FAST=1"); }},
      {"rtl_pes", draw_pes},
      {"wave_scope", draw_scope},
      {"inside", draw_pes},
      {"wave_from", draw_instant},
      {"wave_to", draw_instant},
      {"csv", [](Dice&, Node, Trial&) { return std::string("out.csv"); }},
      {"json", [](Dice&, Node, Trial&) { return std::string("out.json"); }},
      {"record", [](Dice&, Node, Trial&) { return std::string("out.jsonl"); }},
      {"save", [](Dice&, Node, Trial&) { return std::string("out.db"); }},
      {"picture", [](Dice&, Node, Trial&) { return std::string("out.svg"); }},
      {"wave", draw_wave},
      {"mismatch_wave", draw_wave},
      {"trace", [](Dice&, Node, Trial&) { return std::string("trace.json"); }},
  };
  return all;
}

}  // namespace isobar
