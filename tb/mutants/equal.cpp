// SPDX-License-Identifier: Apache-2.0
#include "tb/mutants/equal.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "host/cache.h"
#include "host/tool.h"
#include "tb/mutants/module_ports.h"
#include "tb/run_yosys.h"

namespace isobar {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

/// Resets are conditions of what registers will hold.
constexpr const char* read_script =
    R"(read_verilog mutants.v
hierarchy -top {0}
rename {0} pe
proc
flatten
memory -nomap
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
constexpr const char* compare_script = R"(read_rtlil "{0}/mutants.il"
delete -port pe/w:mutant_i
select -module pe
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
tee -q -o answer.txt sat -prove trigger 0 -timeout 60 both
)";

constexpr const char* proved = "no model found: SUCCESS!";

/// The bits of a module that something depends on.
std::set<Json> read_bits(const Json& module) {
  std::set<Json> read;
  const auto add = [&](const Json& bits) { read.insert(bits.begin(), bits.end()); };
  for (const auto& port : module.at("ports")) {
    if (port.at("direction") == "output") add(port.at("bits"));
  }
  for (const auto& cell : module.at("cells")) {
    for (const auto& [port, bits] : cell.at("connections").items()) {
      if (cell.at("port_directions").at(port) == "input") add(bits);
    }
  }
  return read;
}

/// Takes registers and memories out of a module: what comes from them is an input, what goes to
/// them an output. Bits of registers that nobody reads go.
void cut_state(Json& module) {
  const auto read = read_bits(module);
  Json left = Json::object();
  int number = 0;
  const auto cut = [&](const char* direction, const Json& bits) {
    if (!bits.empty()) add_port(module, fmt::format("state_{}", ++number), direction, bits);
  };
  for (const auto& [name, cell] : module.at("cells").items()) {
    const auto& ends = cell.at("connections");
    if (cell.at("type") == "$dff") {
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

}  // namespace

EqualityProof::EqualityProof(const fs::path& netlist, const std::string& top)
    : yosys_(find_tool("yosys", "yosys", "proofs that mutants change nothing")) {
  const auto read = fmt::format(read_script, top);
  const auto text = file_contents(netlist);
  prepared_ = cached("equal", program_stamp(yosys_) + read + cut_script + text,
                     [&](const fs::path& workshop) {
                       write_file(workshop / "mutants.v", text);
                       run_yosys(yosys_, workshop, read);
                       auto json = Json::parse(file_contents(workshop / "whole.json"));
                       cut_state(json.at("modules").at("pe"));
                       write_file(workshop / "cut.json", json.dump());
                       run_yosys(yosys_, workshop, cut_script);
                       for (const char* name : {"mutants.v", "whole.json", "cut.json"}) {
                         fs::remove(workshop / name);
                       }
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
