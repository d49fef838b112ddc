// SPDX-License-Identifier: Apache-2.0
#include "tb/verilated_library.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "host/cache.h"
#include "host/data_root.h"
#include "host/tool.h"
#include "host/tool_refusal.h"
#include "models/errors.h"
#include "models/text.h"
#include "tb/own_rtl.h"
#include "tb/rtl_modules.h"
#include "tb/vcd_text.h"

namespace isobar {
namespace {

namespace fs = std::filesystem;

const char* const purpose = "level rtl";
const char* const cover_points = "isobar_cover_pe.sv";

bool is_whole(const RtlTop& top) { return top.module == rtl_modules_with(top.module).fabric; }

std::string folder_of(const RtlTop& top) { return rtl_modules_with(top.module).folder; }

/// Where coverage is wanted; empty: nowhere. A netlist of mutants has nothing to cover.
std::string coverage_folder(const RtlTop& top) {
  const char* folder = std::getenv("ISOBAR_COVERAGE_DIR");
  return folder == nullptr || !top.mutants.empty() ? "" : folder;
}

struct Tools {
  fs::path verilator = find_tool("verilator", "verilator", purpose);
  fs::path compiler = find_tool("g++", "g++", purpose);

  fs::path root() const {
    return trim(run_tool({verilator.string(), "--getenv", "VERILATOR_ROOT"}, "/"));
  }
  std::string key() const {
    // The script in PATH may be a link; the program that it calls, if there is one, is beside the
    // script.
    const auto script = fs::canonical(verilator);
    const auto binary = script.parent_path() / "verilator_bin";
    return program_stamp(script) + (fs::exists(binary) ? program_stamp(binary) : std::string()) +
           program_stamp(compiler);
  }
  std::vector<std::string> compile(std::vector<std::string> more) const {
    const auto include = root() / "include";
    std::vector<std::string> command = {compiler.string(),
                                        "-std=c++17",
                                        "-O2",
                                        "-fPIC",
                                        "-DVL_TIME_CONTEXT",
                                        "-DVM_TRACE=0",
                                        "-I" + include.string(),
                                        "-I" + (include / "vltstd").string()};
    command.insert(command.end(), more.begin(), more.end());
    return command;
  }
};

const char* const parsed_header = "parsed.h";

/// Verilator's header, parsed once for all modules: that takes longer than compiling what is made
/// of a PE.
fs::path parsed(const Tools& tools) {
  const auto folder = cached("parsed", tools.key(), [&](const fs::path& made) {
    const std::string header = parsed_header;
    write_file(made / header, "#include <verilated.h>\n\n#include <vector>\n");
    run_tool(tools.compile({"-x", "c++-header", header, "-o", header + ".gch"}), made);
  });
  return folder / parsed_header;
}

/// Builds parts of Verilator's runtime, which is the same for all modules.
fs::path runtime(const Tools& tools, const std::string& kind,
                 const std::vector<std::string>& parts) {
  return cached(kind, tools.key(), [&](const fs::path& folder) {
    for (const auto& part : parts) {
      const auto source = tools.root() / "include" / (part + ".cpp");
      run_tool(tools.compile({"-c", source.string(), "-o", part + ".o"}), folder);
    }
  });
}

/// All signals, whatever their width, of queues that can be looked through, and no parameters.
std::vector<std::string> inside_options() {
  return {"--trace", "--no-trace-params", "--trace-max-width", "65536", "--trace-max-array", "64"};
}

std::vector<fs::path> sources_of(const RtlTop& top, const fs::path& root) {
  const auto& modules = rtl_modules_with(top.module);
  if (!top.mutants.empty()) {
    std::vector<fs::path> netlist = {root / "rtl" / "shared" / "isobar_pkg.sv", top.mutants};
    // Its PEs are those of the RTL by name.
    if (is_whole(top) && modules.design == RtlDesign::stealing) {
      netlist.push_back(root / "tb" / "abi" / (std::string(modules.clocked_fabric) + ".vlt"));
    }
    return netlist;
  }
  auto sources = rtl_sources(root, folder_of(top));
  if (top.own.any()) sources = with_own_rtl(sources, top.own.folder);
  if (!coverage_folder(top).empty() && modules.design == RtlDesign::liquid) {
    sources.push_back(root / "tb" / "coverage" / cover_points);
  }
  if (is_whole(top)) {
    for (const char* type : {".vlt", ".sv"}) {
      sources.push_back(root / "tb" / "abi" / (std::string(modules.clocked_fabric) + type));
    }
  }
  return sources;
}

/// The module that is asked for, or the user's in its place.
std::string module_of(const RtlTop& top) { return top.own.top.empty() ? top.module : top.own.top; }

void build(const RtlTop& top, const Tools& tools, const fs::path& root, const fs::path& folder) {
  const auto& modules = rtl_modules_with(top.module);
  const bool whole = is_whole(top);
  const bool counts = !coverage_folder(top).empty();
  std::vector<std::string> verilate = {tools.verilator.string(),
                                       "--cc",
                                       "-O3",
                                       "-Wno-lint",
                                       "--prefix",
                                       "Vtop",
                                       "--top-module",
                                       whole ? modules.clocked_fabric : module_of(top),
                                       "-Mdir",
                                       "verilated"};
  if (top.inside) {
    const auto options = inside_options();
    verilate.insert(verilate.end(), options.begin(), options.end());
  }
  if (counts) verilate.emplace_back("--coverage");
  // That optimisation would compute a fabric's vectors again for every PE's part of them.
  if (whole) verilate.emplace_back("-fno-dfg");
  // A netlist has been made with its parameters.
  if (!top.own.any() || has_parameters(sources_of(top, root), module_of(top))) {
    verilate.insert(verilate.end(), top.options.begin(), top.options.end());
  }
  for (const auto& macro : top.own.defines) verilate.push_back("-D" + macro);
  // The first errors are those that count, and only the end of much is shown. Models of cells have
  // times, and the bits of a netlist's vectors seem to depend on each other.
  if (top.own.any()) {
    verilate.insert(verilate.end(), {"--error-limit", "5", "-Wno-TIMESCALEMOD", "-Wno-INITIALDLY",
                                     "-Wno-UNOPTFLAT"});
  }
  // A vector with mutants of two of its bits seems to depend on itself.
  if (!top.mutants.empty()) verilate.emplace_back("-Wno-UNOPTFLAT");
  if (top.own.any()) verilate.push_back("-I" + fs::absolute(top.own.folder).string());
  for (const auto& folder : rtl_folders(root, modules.folder)) {
    verilate.push_back("-I" + folder.string());
  }
  for (const auto& source : sources_of(top, root)) verilate.push_back(source.string());
  run_tool(verilate, folder);
  std::string all;
  if (counts) all = "#include <verilated_cov.cpp>\n";
  all += "#include \"" + (root / "tb" / "abi" / "verilated.cpp").string() + "\"\n";
  for (const auto& entry : fs::directory_iterator(folder / "verilated")) {
    if (entry.path().extension() == ".cpp") {
      all += "#include \"" + entry.path().filename().string() + "\"\n";
    }
  }
  write_file(folder / "all.cpp", all);
  const auto objects = runtime(tools, "runtime", {"verilated", "verilated_threads"});
  std::vector<std::string> more = {"-include",    parsed(tools).string(), "-shared", "-s",
                                   "-Iverilated", "-I" + root.string(),   "all.cpp"};
  // At -O2 a large fabric runs a tenth faster and takes twice as long to compile.
  if (whole) more.insert(more.end(), {"-DISOBAR_FABRIC", "-O1"});
  if (modules.design == RtlDesign::stealing) {
    more.emplace_back("-DISOBAR_STEALING");
    if (!whole && !modules.neighbours) more.emplace_back("-DISOBAR_ROUTED");
  } else if (modules.design != RtlDesign::liquid) {
    more.emplace_back("-DISOBAR_PHASES");
  }
  if (modules.design == RtlDesign::hhc) more.emplace_back("-DISOBAR_TRIANGLES");
  if (!top.mutants.empty()) more.emplace_back("-DISOBAR_MUTANTS");
  if (counts) more.insert(more.end(), {"-DISOBAR_COVERAGE", "-DVM_COVERAGE=1", "-O0"});
  for (const std::string part : {"verilated.o", "verilated_threads.o"}) {
    more.push_back((objects / part).string());
  }
  if (top.inside) {
    const auto writer = runtime(tools, "runtime_vcd", {"verilated_vcd_c"});
    more.insert(more.end(), {"-DISOBAR_INSIDE", (writer / "verilated_vcd_c.o").string()});
  }
  more.insert(more.end(), {"-o", "module.so"});
  run_tool(tools.compile(more), folder);
  fs::remove_all(folder / "verilated");
  fs::remove(folder / "all.cpp");
}

}  // namespace

VerilatedModule::VerilatedModule(const IsobarVerilated& made, std::uint32_t wake_up)
    : made_(&made), eval_(made.eval), module_(made.create(wake_up), made.destroy) {}

const IsobarPort* VerilatedModule::find(const std::string& name) const {
  const IsobarPort* first = nullptr;
  const auto count = made_->ports(module_.get(), &first);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (name == first[i].name) return first + i;
  }
  return nullptr;
}

RtlPort VerilatedModule::port(const std::string& name) const {
  if (const auto* found = find(name)) return RtlPort(*found);
  throw ModelError(fmt::format("the RTL has no port {}", name));
}

void VerilatedModule::watch(VcdText& reader) {
  if (made_->watch == nullptr) throw ModelError("this RTL was not built to be looked into");
  made_->watch(
      module_.get(),
      [](void* into, const char* text, std::uint64_t size) {
        static_cast<VcdText*>(into)->take({text, static_cast<std::size_t>(size)});
      },
      &reader);
}

VerilatedLibrary::VerilatedLibrary(const RtlTop& top, void (*said)(const std::string& what)) {
  const Tools tools;
  const auto root = data_root();
  std::string key = tools.key() + module_of(top) + "\n";
  if (!coverage_folder(top).empty()) key += "coverage\n";
  for (const auto& macro : top.own.defines) key += "-D" + macro + "\n";
  for (const auto& option : top.options) key += option + "\n";
  if (top.inside) {
    for (const auto& option : inside_options()) key += option + "\n";
  }
  auto sources = sources_of(top, root);
  for (const auto& header : rtl_headers(root, folder_of(top))) sources.push_back(header);
  if (top.own.any()) {
    for (const auto& header : own_headers(top.own.folder)) sources.push_back(header);
  }
  for (const char* more :
       {"tb/abi/verilated.cpp", "tb/abi/verilated.h", "tb/abi/phase_part.h",
        "models/experiment/queue_memory.h", "models/schemes/contract/condition.h"}) {
    sources.push_back(root / more);
  }
  for (const auto& source : sources) key += file_contents(source);
  const auto built = [&]() -> fs::path {
    try {
      return cached(top.module, key, [&](const fs::path& workshop) {
        if (said != nullptr) said("verilating " + top.module);
        build(top, tools, root, workshop);
      });
    } catch (const ModelError& error) {
      if (!top.own.any()) throw;
      throw ToolRefusal(fmt::format("--rtl {}: this RTL cannot be built", top.own.folder),
                        error.what());
    }
  };
  auto object = built() / "module.so";
  void* library = dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) {  // damaged, or built on another machine: it is built again
    forget(object.parent_path());
    object = built() / "module.so";
    library = dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL);
  }
  if (library == nullptr) {
    throw ModelError(fmt::format("{} cannot be loaded: {}", object.string(), dlerror()));
  }
  const auto offered =
      reinterpret_cast<const IsobarVerilated* (*)()>(dlsym(library, "isobar_verilated"));
  if (offered == nullptr) throw ModelError(fmt::format("{} offers no module", object.string()));
  made_ = offered();
}

void VerilatedLibrary::write_coverage() const {
  const char* folder = std::getenv("ISOBAR_COVERAGE_DIR");
  if (folder == nullptr || made_->write_coverage == nullptr) return;
  static int written = 0;
  const auto file = fs::path(folder) / fmt::format("{}-{}.dat", getpid(), written++);
  made_->write_coverage(file.c_str());
  if (!fs::exists(file)) throw ValueError(fmt::format("{} cannot be written", file.string()));
}

}  // namespace isobar
