// SPDX-License-Identifier: Apache-2.0
#include "tb/mutants/equal.h"

#include <fmt/format.h>

#include <boost/algorithm/string/predicate.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "host/cache.h"
#include "host/tool.h"
#include "tb/mutants/module_ports.h"
#include "tb/run_yosys.h"

namespace isobar {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

/// Resets are conditions of what registers will hold. Nets that are called by name stay.
constexpr const char* read_script =
    R"(read_verilog mutants.v
hierarchy -top {0}
rename {0} pe
proc
flatten
{1}memory -nomap
async2sync
dffunmap
opt_expr
opt_clean -purge
write_json whole.json
)";

/// The PE with its mutants, and without one.
constexpr const char* cut_script = R"(read_json cut.json
opt_clean -purge
write_rtlil mutants.il
delete -port pe/w:mutant_i
connect -set mutant_i 16'd0
opt_expr
opt_clean
rename pe sound
write_rtlil sound.il
)";

/// Both beside each other, in which what is alike is merged, and so goes out of the comparison.
/// What is known is known of the PE without mutants. In the second of two cycles they are the same,
/// as registers that were not cut then hold what was worked out in the first.
constexpr const char* compare_script = R"(read_rtlil "{0}/mutants.il"
delete -port pe/w:mutant_i
select -module pe
delete t:$assume
connect -set mutant_i 16'd{1}
select -clear
opt_expr
opt_clean
read_rtlil "{0}/sound.il"
miter -equiv -flatten sound pe both
hierarchy -top both
simplemap t:$eqx
opt_merge -share_all
opt_expr
opt_clean
tee -q -o answer.txt sat -seq 2 -prove-skip 1 -set-assumes -prove trigger 0 -timeout 60 both
)";

constexpr const char* proved = "no model found: SUCCESS!";

/// Cells of which a bit that they make depends on that bit of inputs that are as wide.
const std::set<std::string> bitwise_cells = {"$and", "$dff", "$mux", "$not", "$or", "$xor"};

using BitSources = std::map<Json, std::vector<const Json*>>;

/// Adds to the sources of bits those from which a cell makes this output.
void add_sources(BitSources& sources, const Json& cell, const Json& output) {
  const bool bitwise = bitwise_cells.count(cell.at("type").get<std::string>()) != 0;
  for (const auto& [port, input] : cell.at("connections").items()) {
    if (cell.at("port_directions").at(port) != "input") continue;
    for (std::size_t bit = 0; bit < output.size(); ++bit) {
      auto& of = sources[output[bit]];
      if (bitwise && input.size() == output.size()) {
        of.push_back(&input[bit]);
      } else {
        for (const auto& any : input) of.push_back(&any);
      }
    }
  }
}

/// The bits of a module on which its outputs depend, now or later: not those of which only
/// registers depend that nobody reads but themselves.
std::set<Json> read_bits(const Json& module) {
  BitSources sources;
  for (const auto& cell : module.at("cells")) {
    for (const auto& [port, bits] : cell.at("connections").items()) {
      if (cell.at("port_directions").at(port) == "output") add_sources(sources, cell, bits);
    }
  }
  std::set<Json> read;
  std::vector<const Json*> next;
  for (const auto& port : module.at("ports")) {
    if (port.at("direction") != "output") continue;
    for (const auto& bit : port.at("bits")) next.push_back(&bit);
  }
  while (!next.empty()) {
    const auto& bit = *next.back();
    next.pop_back();
    if (!read.insert(bit).second) continue;
    const auto from = sources.find(bit);
    if (from != sources.end()) next.insert(next.end(), from->second.begin(), from->second.end());
  }
  return read;
}

/// The bits of nets whose names end so.
std::set<Json> bits_of(const Json& module, const std::vector<std::string>& ends) {
  std::set<Json> all;
  for (const auto& [name, net] : module.at("netnames").items()) {
    for (const auto& end : ends) {
      if (!boost::algorithm::ends_with(name, end)) continue;
      all.insert(net.at("bits").begin(), net.at("bits").end());
    }
  }
  return all;
}

/// Takes registers and memories out of a module: what comes from them is an input, what goes to
/// them an output. Bits of registers that nobody reads go, and those that are `passing` stay.
void cut_state(Json& module, const std::vector<std::string>& passing) {
  const auto read = read_bits(module);
  const auto stay = bits_of(module, passing);
  Json left = Json::object();
  int number = 0;
  const auto cut = [&](const char* direction, const Json& bits) {
    if (!bits.empty()) add_port(module, fmt::format("state_{}", ++number), direction, bits);
  };
  for (const auto& [name, cell] : module.at("cells").items()) {
    const auto& ends = cell.at("connections");
    if (cell.at("type") == "$dff" && stay.count(ends.at("Q").front()) == 0) {
      Json holds = Json::array();
      Json will_hold = Json::array();
      for (std::size_t bit = 0; bit < ends.at("Q").size(); ++bit) {
        if (read.count(ends.at("Q")[bit]) == 0) continue;
        holds.push_back(ends.at("Q")[bit]);
        will_hold.push_back(ends.at("D")[bit]);
      }
      cut("input", holds);
      cut("output", will_hold);
    } else if (cell.at("type") == "$mem_v2") {
      for (const auto& [port, bits] : ends.items()) {
        const bool comes = cell.at("port_directions").at(port) == "output";
        cut(comes ? "input" : "output", bits);
      }
    } else {
      left[name] = cell;
    }
  }
  module["cells"] = std::move(left);
}

/// Adds a cell of Yosys whose ports have these directions and bits.
void add_cell(Json& module, const std::string& name, const char* type, const Json& parameters,
              const Json& directions, const Json& bits) {
  module["cells"][name] = {{"hide_name", 0},
                           {"type", type},
                           {"parameters", parameters},
                           {"attributes", Json::object()},
                           {"port_directions", directions},
                           {"connections", bits}};
}

/// Adds what is known of a module.
void add_known(Json& module, const std::vector<KnownValues>& known) {
  auto next = highest_bit(module);
  int number = 0;
  for (const auto& values : known) {
    Json bits = Json::array();
    for (const auto& part : values.parts) {
      const auto& net = module.at("netnames").at(part.net).at("bits");
      for (std::size_t bit = 0; bit < part.bits; ++bit) bits.push_back(net.at(part.first + bit));
    }
    Json table = Json::array();
    for (const bool may_be : values.may_be) table.push_back(may_be ? "1" : "0");
    const Json is_so = {++next};
    const auto name = fmt::format("known_{}", ++number);
    add_cell(module, name + "_values", "$shr",
             {{"A_SIGNED", 0},
              {"A_WIDTH", table.size()},
              {"B_SIGNED", 0},
              {"B_WIDTH", bits.size()},
              {"Y_WIDTH", 1}},
             {{"A", "input"}, {"B", "input"}, {"Y", "output"}},
             {{"A", table}, {"B", bits}, {"Y", is_so}});
    add_cell(module, name, "$assume", Json::object(), {{"A", "input"}, {"EN", "input"}},
             {{"A", is_so}, {"EN", {"1"}}});
  }
}

/// Yosys' commands that keep the nets that are called by name.
std::string keep_nets(const KnownOfPe& known) {
  std::string commands;
  const auto keep = [&](const std::string& net) {
    commands += fmt::format("setattr -set keep 1 w:{}\n", net);
  };
  for (const auto& values : known.values) {
    for (const auto& part : values.parts) keep(part.net);
  }
  for (const auto& end : known.passing) keep("*" + end);
  return commands;
}

}  // namespace

EqualityProof::EqualityProof(const fs::path& netlist, const std::string& top,
                             const KnownOfPe& known)
    : yosys_(find_tool("yosys", "yosys", "proofs that mutants change nothing")) {
  const auto read = fmt::format(read_script, top, keep_nets(known));
  const auto text = file_contents(netlist);
  const auto stamp = program_stamp(yosys_);
  const auto whole = cached("equal_whole", stamp + read + text, [&](const fs::path& workshop) {
    write_file(workshop / "mutants.v", text);
    run_yosys(yosys_, workshop, read);
    fs::remove(workshop / "mutants.v");
  });
  auto json = Json::parse(file_contents(whole / "whole.json"));
  auto& pe = json.at("modules").at("pe");
  for (auto& net : pe.at("netnames")) net["attributes"].erase("keep");
  cut_state(pe, known.passing);
  add_known(pe, known.values);
  const auto cut = json.dump();
  prepared_ = cached("equal", stamp + cut_script + cut, [&](const fs::path& workshop) {
    write_file(workshop / "cut.json", cut);
    run_yosys(yosys_, workshop, cut_script);
    fs::remove(workshop / "cut.json");
  });
}

bool EqualityProof::is_equal(std::uint64_t mutant) const {
  const auto script = fmt::format(compare_script, prepared_.string(), mutant);
  const auto folder = cached("equal_mutant", script, [&](const fs::path& workshop) {
    run_yosys(yosys_, workshop, script);
  });
  return file_contents(folder / "answer.txt").find(proved) != std::string::npos;
}

}  // namespace isobar
