// SPDX-License-Identifier: Apache-2.0
#include "tb/sliced/gate_netlist.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "host/cache.h"
#include "host/data_root.h"
#include "host/tool.h"
#include "host/tool_refusal.h"
#include "models/errors.h"
#include "tb/own_rtl.h"
#include "tb/rtl_options.h"
#include "tb/run_yosys.h"

namespace isobar {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// Registers as they are told apart below, after all that Yosys can make simpler; what one is after
/// power-up does not count, for they wake up at random. It would make the
/// reading of a memory part of a register if it were asked to, and is not.
const char* const to_gates =
    "proc\nflatten\nsetattr -unset init w:*\nopt\nmemory_collect\nopt -full\ntechmap\nopt -full\n"
    "dfflegalize -cell $_DFF_P_ x -cell $_DFF_PN0_ x -cell $_DFF_PN1_ x -cell $_DFFE_PP_ x "
    "-cell $_DFFE_PN0P_ x -cell $_DFFE_PN1P_ x\n"
    "simplemap\nabc -g AND,OR,XOR,ANDNOT,ORNOT,XNOR,MUX\nopt_clean -purge\nwrite_json "
    "netlist.json\n";

/// Reads the JSON of one flat module.
class Reader {
 public:
  explicit Reader(const Json& module) : module_(module) {}

  GateNetlist read() {
    read_ports();
    for (const auto& [name, cell] : module_.at("cells").items()) {
      const auto type = cell.at("type").get<std::string>();
      if (type.rfind("$_DFF", 0) == 0) {
        add_register(cell, type);
      } else if (type == "$mem_v2") {
        add_memory(cell);
      } else if (type.rfind("$_", 0) == 0) {
        add_gate(cell, type);
      } else if (type != "$scopeinfo") {
        throw ModelError(fmt::format("a cell {} is none that can be simulated as gates", type));
      }
    }
    out_.nets = next_;
    return std::move(out_);
  }

 private:
  Net net(const Json& bit) {
    if (bit.is_string()) return bit == "1" ? net_1 : net_0;
    const auto [found, fresh] = nets_.emplace(bit.get<std::int64_t>(), next_);
    if (fresh) ++next_;
    return found->second;
  }
  std::vector<Net> nets(const Json& bits) {
    std::vector<Net> all;
    for (const auto& bit : bits) all.push_back(net(bit));
    return all;
  }
  Net net_of(const Json& cell, const char* port) {
    const auto& connections = cell.at("connections");
    return connections.contains(port) ? net(connections.at(port).at(0)) : net_0;
  }

  void read_ports() {
    for (const auto& [name, port] : module_.at("ports").items()) {
      const auto bits = nets(port.at("bits"));
      if (name == "clk_i") {
        clock_ = bits.at(0);
      } else if (name == "rst_ni") {
        reset_ = bits.at(0);
      } else if (port.at("direction") == "input") {
        out_.inputs[name] = bits;
      } else {
        out_.outputs[name] = bits;
      }
    }
  }

  void add_gate(const Json& cell, const std::string& type) {
    out_.gates.push_back(
        {type, net_of(cell, "A"), net_of(cell, "B"), net_of(cell, "S"), net_of(cell, "Y")});
  }

  void require_clock(Net clock) const {
    if (clock != clock_) throw ModelError("as gates, all registers have the clock clk_i, rising");
  }

  void add_register(const Json& cell, const std::string& type) {
    Register made{net_of(cell, "D"), net_of(cell, "Q"), {}, {}};
    require_clock(net_of(cell, "C"));
    if (type == "$_DFFE_PP_" || type.rfind("$_DFFE_PN", 0) == 0) made.enable = net_of(cell, "E");
    if (type.find("_PN") != std::string::npos) {
      if (net_of(cell, "R") != reset_) {
        throw ModelError("as gates, all registers have the reset rst_ni, active at 0");
      }
      made.reset = type.find("_PN1") != std::string::npos;
    }
    out_.registers.push_back(made);
  }

  static std::size_t number(const Json& cell, const char* parameter) {
    return std::stoull(cell.at("parameters").at(parameter).get<std::string>(), nullptr, 2);
  }

  std::vector<GateMemory::Port> memory_ports(const Json& cell, const std::string& kind,
                                             std::size_t address_bits, std::size_t width) {
    const auto& connections = cell.at("connections");
    const auto address = nets(connections.at(kind + "_ADDR"));
    const auto data = nets(connections.at(kind + "_DATA"));
    std::vector<GateMemory::Port> ports(number(cell, (kind + "_PORTS").c_str()));
    for (std::size_t i = 0; i < ports.size(); ++i) {
      const auto part = [](const std::vector<Net>& of, std::size_t at, std::size_t size) {
        const auto from = of.begin() + static_cast<std::ptrdiff_t>(at * size);
        return std::vector<Net>(from, from + static_cast<std::ptrdiff_t>(size));
      };
      ports[i].address = part(address, i, address_bits);
      ports[i].data = part(data, i, width);
    }
    return ports;
  }

  void add_memory(const Json& cell) {
    GateMemory memory;
    memory.width = number(cell, "WIDTH");
    memory.size = number(cell, "SIZE");
    const auto address_bits = number(cell, "ABITS");
    memory.reads = memory_ports(cell, "RD", address_bits, memory.width);
    memory.writes = memory_ports(cell, "WR", address_bits, memory.width);
    const auto& parameters = cell.at("parameters");
    const auto all = [&](const char* parameter, char value) {
      const auto text = parameters.at(parameter).get<std::string>();
      return text.find_first_not_of(value) == std::string::npos;
    };
    if (!all("RD_CLK_ENABLE", '0') || !all("WR_CLK_ENABLE", '1') || !all("WR_CLK_POLARITY", '1')) {
      throw ModelError("as gates, a memory is read without a clock and written by a rising one");
    }
    const auto enables = nets(cell.at("connections").at("WR_EN"));
    const auto clocks = nets(cell.at("connections").at("WR_CLK"));
    for (std::size_t i = 0; i < memory.writes.size(); ++i) {
      require_clock(clocks.at(i));
      memory.writes[i].enable = enables.at(i * memory.width);
      for (std::size_t bit = 0; bit < memory.width; ++bit) {
        if (enables.at(i * memory.width + bit) != memory.writes[i].enable) {
          throw ModelError("as gates, all bits of a memory's word are written at once");
        }
      }
    }
    out_.memories.push_back(std::move(memory));
  }

  const Json& module_;
  GateNetlist out_;
  std::unordered_map<std::int64_t, Net> nets_;
  Net next_ = 2;
  Net clock_ = net_1;
  Net reset_ = net_1;
};

}  // namespace

GateNetlist make_gate_netlist(const RtlParameters& parameters, const OwnRtl& own,
                              void (*said)(const std::string& what)) {
  const auto yosys = find_tool("yosys", "yosys", "RTL as gates");
  const auto root = data_root();
  auto sources = rtl_sources(root);
  auto headers = rtl_headers(root);
  if (own.any()) {
    sources = with_own_rtl(sources, own.folder);
    for (const auto& header : own_headers(own.folder)) headers.insert(headers.begin(), header);
  }
  const std::string top = own.top.empty() ? "isobar_pe" : own.top;
  std::string script = "read_verilog -sv -I.";
  for (const auto& macro : own.defines) script += " -D" + macro;
  for (const auto& source : sources) script += " " + source.filename().string();
  script += '\n';
  script += !own.any() || has_parameters(sources, top) ? rtl_pe_hierarchy(parameters, top)
                                                       : "hierarchy -top " + top + "\n";
  script += to_gates;
  std::string key = program_stamp(yosys) + script;
  auto files = sources;
  files.insert(files.end(), headers.begin(), headers.end());
  for (const auto& file : files) key += file_contents(file);
  fs::path made;
  try {
    made = cached("gates", key, [&](const fs::path& folder) {
      if (said != nullptr) said("making gates of " + top);
      for (const auto& file : files) {
        fs::copy_file(file, folder / file.filename(), fs::copy_options::skip_existing);
      }
      run_yosys(yosys, folder, script);
    });
  } catch (const ModelError& error) {
    if (!own.any()) throw;
    throw ToolRefusal(fmt::format("--rtl {}: Yosys cannot read this RTL", own.folder),
                      error.what());
  }
  try {
    const auto json = Json::parse(file_contents(made / "netlist.json"));
    return Reader(json.at("modules").at(top)).read();
  } catch (const ModelError& error) {
    if (!own.any()) throw;
    throw ValueError(fmt::format("--rtl {}: {}", own.folder, error.what()));
  } catch (const Json::exception& error) {
    throw ModelError(fmt::format("a netlist of Yosys is not as expected: {}", error.what()));
  }
}

}  // namespace isobar
