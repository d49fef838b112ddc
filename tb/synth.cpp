// SPDX-License-Identifier: Apache-2.0
#include "tb/synth.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "host/cache.h"
#include "host/data_root.h"
#include "host/scratch_folder.h"
#include "host/tool.h"
#include "models/bits.h"
#include "models/errors.h"
#include "models/text.h"
#include "tb/netlist_cells.h"
#include "tb/rtl_modules.h"
#include "tb/rtl_options.h"
#include "tb/run_yosys.h"

namespace isobar {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

const char* const purpose = "isobar synth";
const char* const rest = "rest";

/// A part of the PE: one instance or several, or the rest.
struct Part {
  std::string name;
  std::string cells;  ///< a selection of Yosys
  bool always;        ///< every PE has it, and registers in it
};

const std::vector<Part>& tagged_parts(RtlDesign design, bool neighbours) {
  static const std::vector<Part> exchange = {
      {"queue", "c:*u_queue.*", true},
      {"serializer", "c:*u_serializer.*", true},
      {"neighbour", "c:*u_neighbour.*", true},
      {"decision", "c:*u_decision.*", false},
      {"errors", "c:*u_errors.*", true},
      {"sequencer", "c:*u_sequencer.*", true},
      {"end", "c:*u_phase_end.* c:*g_status*", false},
      {"counters", "c:*_counter.*", true},
  };
  static const std::vector<Part> liquid = {
      {"queue", "c:*u_queue.*", true},
      {"serializer", "c:*u_serializer.*", true},
      {"predecessor", "c:*u_predecessor.*", true},
      {"successor", "c:*u_successor.*", false},
      {"condition", "c:*u_condition.*", false},
      {"errors", "c:*u_errors.*", true},
      {"slot", "c:*u_slot.*", true},
      {"counters", "c:*_counter.*", true},
  };
  static const std::vector<Part> averaging = {
      {"queue", "c:*u_queue.*", true},
      {"serializers", "c:*u_serializer.*", true},
      {"neighbours", "c:*u_neighbour.*", true},
      {"portions", "c:*u_portion.*", true},
      {"errors", "c:*u_errors.*", true},
      {"sequencer", "c:*u_sequencer.*", true},
      {"end", "c:*u_phase_end.* c:*g_status*", false},
      {"counters", "c:*_counter.*", true},
  };
  static const std::vector<Part> hhc = {
      {"queue", "c:*u_queue.*", true},
      {"serializers", "c:*u_serializer.*", true},
      {"neighbours", "c:*u_neighbour.*", true},
      {"decision", "c:*u_division.* c:*u_shares.* c:*u_decision.*", true},
      {"errors", "c:*u_errors.*", true},
      {"sequencer", "c:*u_sequencer.*", true},
      {"end", "c:*u_phase_end.* c:*g_status*", false},
      {"counters", "c:*_counter.*", true},
  };
  static const std::vector<Part> stealing = {
      {"queue", "c:*u_queue.*", true},
      {"agent", "c:*u_agent.*", true},
      {"inbox", "c:*u_inbox.*", true},
      {"ports", "c:*u_port.*", true},
      // These are in the ports.
      {"serializers", "c:*u_serializer.*", true},
      {"counters", "c:*_counter.*", true},
  };
  static const std::vector<Part> routed = {
      {"queue", "c:*u_queue.*", true},
      {"agent", "c:*u_agent.*", true},
      {"inbox", "c:*u_inbox.*", true},
      {"router", "c:*u_router.*", true},
      // These are in the router.
      {"lines", "c:*u_messages.*", true},
      {"deserializers", "c:*u_deserializer.*", true},
      {"counters", "c:*_counter.*", true},
  };
  switch (design) {
    case RtlDesign::liquid:
      return liquid;
    case RtlDesign::exchange:
      return exchange;
    case RtlDesign::averaging:
      return averaging;
    case RtlDesign::hhc:
      return hhc;
    case RtlDesign::stealing:
      break;
  }
  return neighbours ? stealing : routed;
}

CellCounts& operator+=(CellCounts& sum, const CellCounts& more) {
  sum.cells += more.cells;
  sum.luts += more.luts;
  sum.registers += more.registers;
  sum.carries += more.carries;
  sum.brams += more.brams;
  sum.lut_rams += more.lut_rams;
  return sum;
}

bool starts_with(const std::string& text, const std::string& start) {
  return text.compare(0, start.size(), start) == 0;
}

/// Whether it is a cell of iCE40 or ECP5, and no module.
bool is_cell(const std::string& type) {
  return starts_with(type, "SB_") || starts_with(type, "TRELLIS_") || type == "LUT4" ||
         type == "CCU2C" || type == "PFUMX" || type == "L6MUX21" || type == "DP16KD";
}

/// Instances of modules are left out: their cells are counted in their modules.
CellCounts counts(const Json& by_type) {
  CellCounts out;
  for (const auto& [type, json] : by_type.items()) {
    const auto count = json.get<std::int64_t>();
    if (!is_cell(type)) continue;
    out.cells += count;
    if (type == "SB_LUT4" || type == "LUT4") out.luts += count;
    if (starts_with(type, "SB_DFF") || type == "TRELLIS_FF") out.registers += count;
    if (type == "SB_CARRY" || type == "CCU2C") out.carries += count;
    if (starts_with(type, "SB_RAM") || type == "DP16KD") out.brams += count;
    if (type == "TRELLIS_DPR16X4") out.lut_rams += count;
  }
  return out;
}

/// Parses what a program wrote and hands it to `read`. Throws ModelError if that fails.
template <class Read>
auto reading(const char* program, const std::string& text, Read read) {
  try {
    return read(Json::parse(text));
  } catch (const Json::exception& error) {
    throw ModelError(fmt::format("the report of {} is not as expected: {}", program, error.what()));
  }
}

std::string contents(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) throw ModelError(fmt::format("{} cannot be read", file.string()));
  return text.str();
}

/// Links the sources to names without absolute paths, which Yosys would write into its netlists.
/// Returns the command that reads them.
std::string link_sources(const fs::path& folder, const RtlModules& modules) {
  const auto root = data_root();
  fs::create_directory(folder / "rtl");
  for (const auto& file : rtl_headers(root, modules.folder)) {
    fs::create_symlink(file, folder / "rtl" / file.filename());
  }
  fs::create_directory_symlink(root / "tb" / "synth", folder / "harness");
  std::string command = "read_verilog -sv -I../rtl";
  for (const auto& source : rtl_sources(root, modules.folder)) {
    fs::create_symlink(source, folder / "rtl" / source.filename());
    command += " ../rtl/" + source.filename().string();
  }
  return command + fmt::format(" ../harness/{}.sv\n", modules.harness);
}

/// The script that makes the netlists of the same sources: the PE alone, the PE by parts and, if it
/// is placed, the PE in its harness.
///
/// The parts are made from the flattened PE, in which the parameters have reached the inside of its
/// modules: before `$shiftx` is mapped, Yosys does not see that what a dimension selects is
/// constant.
std::string script(const std::string& sources, const RtlParameters& parameters,
                   const SynthDevice& device, bool netlist) {
  const auto synth = [&](const std::string& top, const std::string& more) {
    const auto command =
        device.is_placed() ? "synth_ice40 -device " + device.speed : std::string("synth_ecp5");
    return fmt::format("{} -top {} {}\n", command, top, more);
  };
  const auto& modules = rtl_modules(parameters);
  const std::string pe = modules.pe;
  const std::string harness = modules.harness;
  std::string text = sources + "design -save sources\n";
  text += rtl_pe_hierarchy(parameters, pe);
  text += synth(pe, "-json pe.json");
  text += "tee -q -o pe.stat stat -json\n";
  if (netlist) text += "write_verilog -noattr netlist.v\n";

  text += "design -load sources\n" + rtl_pe_hierarchy(parameters, pe);
  text +=
      "proc\nflatten\nmemory_collect\ntechmap t:$shiftx\nopt -full -nodffe -nosdff\n"
      "opt_clean -purge\n";
  for (const auto& part : tagged_parts(parameters.design, parameters.asks_neighbours())) {
    text += fmt::format("setattr -set submod \"{}\" {}\n", part.name, part.cells);
  }
  text += "submod\n" + synth(pe, "-noflatten") + "tee -q -o parts.stat stat -json\n";

  if (device.is_placed()) {
    text += "design -load sources\n" + rtl_pe_hierarchy(parameters, harness);
    text += synth(harness, "-json harness.json");
    text += "tee -q -o harness.stat stat -json\n";
  }
  if (netlist) {
    // Defaults of inputs are SystemVerilog that Verilator does not take.
    text += fmt::format(
        "design -reset\n"
        "tee -q -o cells.said read_verilog -defer -ppdump -DNO_ICE40_DEFAULT_ASSIGNMENTS "
        "+/{}/cells_sim.v\n",
        device.is_placed() ? "ice40" : "ecp5");
  }
  return text;
}

struct Tools {
  explicit Tools(const SynthDevice& device) {
    if (!device.is_placed()) return;
    nextpnr = find_tool("nextpnr-ice40", "nextpnr-ice40", purpose).string();
  }
  std::string yosys = find_tool("yosys", "yosys", purpose).string();
  std::string nextpnr;
};

/// Takes one PE through the programs.
class Bench {
 public:
  Bench(const SynthPlan& plan, const Tools& tools, const fs::path& folder, Condition condition,
        unsigned dimensions)
      : plan_(&plan),
        tools_(&tools),
        folder_(folder / fmt::format("c{}-{}", static_cast<int>(condition), dimensions)) {
    row_.condition = condition;
    row_.dimensions = dimensions;
    row_.mhz.resize(plan.seeds);
  }

  /// Finds everything but the frequency.
  void count(const std::string& sources) {
    fs::create_directory(folder_);
    run_yosys(tools_->yosys, folder_,
              script(sources, plan_->parameters(row_.condition, row_.dimensions), plan_->device,
                     plan_->netlists));
    row_.pe = parse_stat(contents(folder_ / "pe.stat"));
    count_parts();
    if (plan_->netlists) {
      row_.netlist = contents(folder_ / "netlist.v");
      row_.cells = models_of(cell_types(contents(folder_ / "pe.stat")),
                             preprocessed_cells(contents(folder_ / "cells.said")));
    }
    if (!plan_->device.is_placed()) return;
    row_.harness_registers =
        parse_stat(contents(folder_ / "harness.stat")).registers - row_.pe.registers;
    row_.logic_cells = run_nextpnr({"--json", "pe.json", "--pack-only"}, "pe").logic_cells;
    const auto packed = run_nextpnr({"--json", "harness.json", "--pack-only"}, "harness");
    row_.harness_logic_cells = packed.logic_cells;
    device_logic_cells_ = packed.device_logic_cells;
    fits_ = packed.fits;
  }

  /// Finds the frequency with the seed `index` + 1, if the device is large enough and the placer
  /// succeeds. No target frequency is given, because nextpnr always does its best.
  void place_and_route(unsigned index) {
    if (!fits_) return;
    const auto seed = std::to_string(index + 1);
    try {
      row_.mhz[index] =
          run_nextpnr({"--json", "harness.json", "--timing-allow-fail", "--seed", seed},
                      "seed" + seed)
              .mhz;
    } catch (const ModelError& error) {
      const std::string said = error.what();
      if (said.find("Unable to place") == std::string::npos &&
          said.find("Unable to find") == std::string::npos) {
        throw;
      }
    }
  }

  const SynthRow& row() const { return row_; }
  std::int64_t device_logic_cells() const { return device_logic_cells_; }

 private:
  PlaceReport run_nextpnr(const std::vector<std::string>& options, const std::string& name) const {
    std::vector<std::string> command = {tools_->nextpnr, "-q",           "--" + plan_->device.name,
                                        "--package",     plan_->package, "--report",
                                        name + ".report"};
    command.insert(command.end(), options.begin(), options.end());
    run_tool(command, folder_);
    return parse_report(contents(folder_ / (name + ".report")));
  }

  void count_parts() {
    const auto& parts = synth_parts(plan_->design, plan_->asks_neighbours());
    row_.parts.resize(parts.size());
    const std::string top = rtl_modules(plan_->design, plan_->asks_neighbours()).pe;
    for (const auto& [module, count] : parse_module_stat(contents(folder_ / "parts.stat"))) {
      const auto name = module == top ? rest : module.substr(top.size() + 1);
      const auto part = std::find(parts.begin(), parts.end(), name);
      if (part == parts.end()) throw ModelError("an unknown part of the PE: " + module);
      row_.parts[static_cast<std::size_t>(part - parts.begin())] += count;
    }
    const auto& tagged = tagged_parts(plan_->design, plan_->asks_neighbours());
    for (std::size_t i = 0; i < tagged.size(); ++i) {
      const auto& part = tagged[i];
      if (part.always && row_.parts[i].registers == 0) {
        throw ModelError(fmt::format("no registers of the PE are found by {}", part.cells));
      }
    }
  }

  const SynthPlan* plan_;
  const Tools* tools_;
  fs::path folder_;
  SynthRow row_;
  std::int64_t device_logic_cells_ = 0;
  bool fits_ = false;
};

/// Calls work(0) … work(count − 1), `jobs` at a time, until one throws or done() returns false.
template <class Work, class Done>
void in_parallel(std::size_t count, unsigned jobs, Work work, Done done) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> stopped{false};
  std::exception_ptr failure;
  std::mutex mutex;
  const auto worker = [&] {
    while (!stopped) {
      const auto index = next++;
      if (index >= count) return;
      try {
        work(index);
        const std::lock_guard<std::mutex> lock(mutex);
        if (!done()) stopped = true;
      } catch (...) {
        const std::lock_guard<std::mutex> lock(mutex);
        if (!failure) failure = std::current_exception();
        stopped = true;
      }
    }
  };
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < std::min<std::size_t>(jobs, count); ++i) threads.emplace_back(worker);
  worker();
  for (auto& thread : threads) thread.join();
  if (failure) std::rethrow_exception(failure);
}

std::string version(const std::string& program, const std::string& option) {
  return std::string(trim(run_tool({program, option}, "/")));
}

/// nextpnr prints its version in a sentence with its path.
std::string nextpnr_version(const std::string& program) {
  const auto text = version(program, "--version");
  const auto open = text.find("(Version ");
  return "nextpnr-ice40 " + (open == std::string::npos
                                 ? text
                                 : text.substr(open + 9, text.find(')', open) - open - 9));
}

}  // namespace

const std::vector<SynthDevice>& synth_devices() {
  static const std::vector<std::string> small = {"tq144", "cb81",    "cb121", "cb132",
                                                 "cm36",  "cm49",    "cm81",  "cm121",
                                                 "qn84",  "swg16tr", "vq100"};
  static const std::vector<std::string> middle = {"tq144", "bg121", "cb132",
                                                  "cm81",  "cm121", "cm225"};
  static const std::vector<std::string> large = {"ct256", "bg121", "cb132",
                                                 "cm81",  "cm121", "cm225"};
  static const std::vector<SynthDevice> devices = {
      {"hx1k", "hx", small},
      {"hx4k", "hx", middle},
      {"hx8k", "hx", large},
      {"lp1k", "lp", small},
      {"lp4k", "lp", middle},
      {"lp8k", "lp", large},
      {"up3k", "u", {"sg48", "uwg30"}},
      {"up5k", "u", {"sg48", "uwg30"}},
      {"u1k", "u", {"sg48"}},
      {"u2k", "u", {"sg48"}},
      {"u4k", "u", {"sg48"}},
      {"ecp5", "", {}},
  };
  return devices;
}

const std::vector<std::string>& synth_parts(RtlDesign design, bool neighbours) {
  const auto names = [](RtlDesign of, bool by_neighbours = true) {
    std::vector<std::string> out;
    for (const auto& part : tagged_parts(of, by_neighbours)) out.push_back(part.name);
    out.emplace_back(rest);
    return out;
  };
  static const auto liquid = names(RtlDesign::liquid);
  static const auto exchange = names(RtlDesign::exchange);
  static const auto averaging = names(RtlDesign::averaging);
  static const auto hhc = names(RtlDesign::hhc);
  static const auto stealing = names(RtlDesign::stealing);
  static const auto routed = names(RtlDesign::stealing, false);
  switch (design) {
    case RtlDesign::liquid:
      return liquid;
    case RtlDesign::exchange:
      return exchange;
    case RtlDesign::averaging:
      return averaging;
    case RtlDesign::hhc:
      return hhc;
    case RtlDesign::stealing:
      break;
  }
  return neighbours ? stealing : routed;
}

std::uint64_t SynthPlan::pes(unsigned count) const {
  constexpr auto most = std::uint64_t{1} << 32U;
  std::uint64_t product = 1;
  for (unsigned d = 1; d <= count && product <= most; ++d) {
    product *= radix2.count(d) != 0 ? 2 : radix;
  }
  return product;
}

RtlParameters SynthPlan::parameters(Condition condition, unsigned count) const {
  RtlParameters out;
  out.design = design;
  out.fixed_slot = fixed_slot;
  // That of nna-portions by default.
  if (design == RtlDesign::averaging) out.decision = load_bits + 1;
  if (design == RtlDesign::hhc) out.decision = load_bits;  // and of hhc-b
  if (design == RtlDesign::stealing) {
    // Those of steal.
    out.retry = 16;
    out.retry_max = 4096;
    out.victims = victims;
  }
  out.condition = condition;
  out.task_bits = task_bits;
  out.load_bits = load_bits;
  out.depth = depth;
  out.queue_memory = queue_memory;
  for (unsigned d = 1; d <= count; ++d) {
    out.rings.push_back({d, radix2.count(d) != 0 ? 2 : radix, link});
  }
  if (design == RtlDesign::stealing) {
    constexpr std::int64_t kind_bits = 2;
    out.address_bits = asks_neighbours() ? address_bits : log2_up(pes(count));
    out.header_bits = kind_bits + 2 * out.address_bits;
  }
  return out;
}

CellCounts parse_stat(const std::string& text) {
  return reading("yosys", text, [](const Json& json) {
    return counts(json.at("design").at("num_cells_by_type"));
  });
}

std::set<std::string> cell_types(const std::string& text) {
  return reading("yosys", text, [](const Json& json) {
    std::set<std::string> types;
    for (const auto& type : json.at("design").at("num_cells_by_type").items()) {
      if (is_cell(type.key())) types.insert(type.key());
    }
    return types;
  });
}

std::vector<std::pair<std::string, CellCounts>> parse_module_stat(const std::string& text) {
  return reading("yosys", text, [](const Json& json) {
    std::vector<std::pair<std::string, CellCounts>> out;
    for (const auto& [name, module] : json.at("modules").items()) {
      out.emplace_back(starts_with(name, "\\") ? name.substr(1) : name,
                       counts(module.at("num_cells_by_type")));
    }
    return out;
  });
}

PlaceReport parse_report(const std::string& text) {
  return reading("nextpnr-ice40", text, [](const Json& json) {
    PlaceReport out;
    const auto& used = json.at("utilization");
    out.logic_cells = used.at("ICESTORM_LC").at("used").get<std::int64_t>();
    out.device_logic_cells = used.at("ICESTORM_LC").at("available").get<std::int64_t>();
    out.fits = std::all_of(used.begin(), used.end(), [](const Json& kind) {
      return kind.at("used").get<std::int64_t>() <= kind.at("available").get<std::int64_t>();
    });
    for (const auto& clock : json.at("fmax")) {
      const auto mhz = clock.at("achieved").get<double>();
      out.mhz = std::min(out.mhz.value_or(mhz), mhz);
    }
    return out;
  });
}

std::optional<SynthResult> synthesize(const SynthPlan& plan, const SynthWatch& watch) {
  const Tools tools(plan.device);
  SynthResult result;
  result.yosys = version(tools.yosys, "-V");
  if (plan.device.is_placed()) result.nextpnr = nextpnr_version(tools.nextpnr);
  const auto folder = temporary_folder("isobar-synth");
  const auto sources =
      link_sources(folder.path(), rtl_modules(plan.design, plan.asks_neighbours()));
  std::vector<Bench> benches;
  for (const auto condition : plan.conditions) {
    for (const auto dimensions : plan.dimensions) {
      benches.emplace_back(plan, tools, folder.path(), condition, dimensions);
    }
  }
  const auto total = benches.size() * (1 + plan.seeds);
  std::size_t done = 0;
  bool wanted = watch(done, total);
  const auto report = [&] { return wanted = watch(++done, total); };
  try {
    in_parallel(
        wanted ? benches.size() : 0, plan.jobs, [&](std::size_t i) { benches[i].count(sources); },
        report);
    in_parallel(
        wanted ? benches.size() * plan.seeds : 0, plan.jobs,
        [&](std::size_t i) {
          benches[i / plan.seeds].place_and_route(static_cast<unsigned>(i % plan.seeds));
        },
        report);
  } catch (const ModelError&) {
    // Ctrl-C at a terminal also ends the programs, which then fail.
    if (watch(done, total)) throw;
    wanted = false;
  }
  if (!wanted) return std::nullopt;
  for (const auto& bench : benches) result.rows.push_back(bench.row());
  if (!benches.empty()) result.device_logic_cells = benches.front().device_logic_cells();
  return result;
}

}  // namespace isobar
