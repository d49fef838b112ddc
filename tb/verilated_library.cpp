// SPDX-License-Identifier: Apache-2.0
#include "tb/verilated_library.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <system_error>

#include "models/errors.h"
#include "models/text.h"
#include "tb/abi/verilated.h"
#include "tb/data_root.h"
#include "tb/tool.h"

namespace isobar {
namespace {

namespace fs = std::filesystem;

const char* const purpose = "level rtl";

std::string contents(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) throw ValueError(fmt::format("{} cannot be read", file.string()));
  return text.str();
}

/// What tells one version of a program from another without starting it.
std::string stamp(const fs::path& file) {
  const auto target = fs::canonical(file);
  return fmt::format("{} {} {}\n", target.string(), fs::file_size(target),
                     fs::last_write_time(target).time_since_epoch().count());
}

/// FNV-1a; the cache compares the whole key besides.
std::string digest(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return fmt::format("{:016x}", hash);
}

void write_file(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  if (!out.flush()) throw ValueError(fmt::format("{} cannot be written", file.string()));
}

/// A folder under construction; removed unless it is kept.
class Workshop {
 public:
  explicit Workshop(const fs::path& beside) : path_(beside.string() + ".XXXXXX") {
    if (mkdtemp(path_.data()) == nullptr) {
      throw ValueError(fmt::format("{} cannot be written; $ISOBAR_CACHE_DIR names another folder",
                                   beside.parent_path().string()));
    }
  }
  ~Workshop() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;

  fs::path path() const { return path_; }
  /// If another process was quicker, its folder stays.
  void keep_as(const fs::path& name) const {
    std::error_code taken;
    fs::rename(path_, name, taken);
    if (taken && !fs::exists(name)) throw fs::filesystem_error("rename", path_, name, taken);
  }

 private:
  std::string path_;
};

/// A folder of the cache that `make` fills if there is none of this key.
template <class Make>
fs::path cached(const std::string& kind, const std::string& key, Make make) {
  const auto cache = cache_folder();
  std::error_code error;
  fs::create_directories(cache, error);
  if (error) {
    throw ValueError(
        fmt::format("the folder {} cannot be made ({}); $ISOBAR_CACHE_DIR names "
                    "another",
                    cache.string(), error.message()));
  }
  const auto folder = cache / (kind + "-" + digest(key));
  if (fs::exists(folder / "key")) {
    if (contents(folder / "key") == key) return folder;
    fs::remove_all(folder);
  }
  const Workshop workshop(folder);
  make(workshop.path());
  write_file(workshop.path() / "key", key);
  workshop.keep_as(folder);
  return folder;
}

struct Tools {
  fs::path verilator = find_tool("verilator", "verilator", purpose);
  fs::path compiler = find_tool("g++", "g++", purpose);

  fs::path root() const {
    return trim(run_tool({verilator.string(), "--getenv", "VERILATOR_ROOT"}, "/"));
  }
  std::string key() const {
    return stamp(verilator.parent_path() / "verilator_bin") + stamp(compiler);
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

/// Verilator's own part, which is the same for all.
fs::path runtime(const Tools& tools) {
  return cached("runtime", tools.key(), [&](const fs::path& folder) {
    for (const std::string part : {"verilated", "verilated_threads"}) {
      const auto source = tools.root() / "include" / (part + ".cpp");
      run_tool(tools.compile({"-c", source.string(), "-o", part + ".o"}), folder);
    }
  });
}

std::vector<fs::path> sources_of(const RtlTop& top, const fs::path& root) {
  if (!top.mutants.empty()) return {root / "rtl" / "isobar_pkg.sv", top.mutants};
  std::vector<fs::path> sources;
  for (const auto& entry : fs::directory_iterator(root / "rtl")) {
    if (entry.path().extension() == ".sv") sources.push_back(entry.path());
  }
  // The package first; it sorts by name alone behind the PE.
  std::sort(sources.begin(), sources.end(), [](const fs::path& a, const fs::path& b) {
    const auto later = [](const fs::path& p) { return p.filename() != "isobar_pkg.sv"; };
    return std::make_pair(later(a), a) < std::make_pair(later(b), b);
  });
  return sources;
}

void build(const RtlTop& top, const Tools& tools, const fs::path& root, const fs::path& folder) {
  std::vector<std::string> verilate = {
      tools.verilator.string(), "--cc",     "-O3",   "-Wno-lint", "--prefix", "Vtop",
      "--top-module",           top.module, "-Mdir", "verilated"};
  verilate.insert(verilate.end(), top.options.begin(), top.options.end());
  for (const auto& source : sources_of(top, root)) verilate.push_back(source.string());
  run_tool(verilate, folder);
  std::string all = "#include \"" + (root / "tb" / "abi" / "verilated.cpp").string() + "\"\n";
  for (const auto& entry : fs::directory_iterator(folder / "verilated")) {
    if (entry.path().extension() == ".cpp") {
      all += "#include \"" + entry.path().filename().string() + "\"\n";
    }
  }
  write_file(folder / "all.cpp", all);
  const auto objects = runtime(tools);
  std::vector<std::string> more = {"-shared", "-s", "-Iverilated", "-I" + root.string(), "all.cpp"};
  if (top.module == "isobar_fabric") more.emplace_back("-DISOBAR_FABRIC");
  if (!top.mutants.empty()) more.emplace_back("-DISOBAR_MUTANTS");
  for (const std::string part : {"verilated.o", "verilated_threads.o"}) {
    more.push_back((objects / part).string());
  }
  more.insert(more.end(), {"-o", "module.so"});
  run_tool(tools.compile(more), folder);
  fs::remove_all(folder / "verilated");
  fs::remove(folder / "all.cpp");
}

}  // namespace

RtlPort::RtlPort(const IsobarPort& port)
    : bytes_(static_cast<unsigned char*>(port.data)), size_(port.bytes) {}

std::uint64_t RtlPort::value() const {
  std::uint64_t value = 0;
  std::memcpy(&value, bytes_, std::min<std::size_t>(size_, sizeof value));
  return value;
}

void RtlPort::set(std::uint64_t value) {
  std::memcpy(bytes_, &value, std::min<std::size_t>(size_, sizeof value));
}

std::uint64_t RtlPort::read(std::size_t offset, unsigned width) const {
  std::uint64_t value = 0;
  for (unsigned bit = 0; bit < width; ++bit) {
    const auto at = offset + bit;
    value |= static_cast<std::uint64_t>((bytes_[at / 8] >> (at % 8)) & 1U) << bit;
  }
  return value;
}

void RtlPort::write(std::size_t offset, unsigned width, std::uint64_t value) {
  for (unsigned bit = 0; bit < width; ++bit) {
    const auto at = offset + bit;
    const auto mask = static_cast<unsigned char>(1U << (at % 8));
    const bool on = ((value >> bit) & 1U) != 0;
    bytes_[at / 8] =
        static_cast<unsigned char>(on ? bytes_[at / 8] | mask : bytes_[at / 8] & ~mask);
  }
}

void RtlPort::read_all(std::uint64_t* words) const {
  words[(size_ - 1) / 8] = 0;
  std::memcpy(words, bytes_, size_);
}

void RtlPort::write_all(const std::uint64_t* words) { std::memcpy(bytes_, words, size_); }

VerilatedModule::VerilatedModule(const IsobarVerilated& made)
    : made_(&made), eval_(made.eval), module_(made.create(), made.destroy) {}

RtlPort VerilatedModule::port(const std::string& name) const {
  const IsobarPort* first = nullptr;
  const auto count = made_->ports(module_.get(), &first);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (name == first[i].name) return RtlPort(first[i]);
  }
  throw ModelError(fmt::format("the RTL has no port {}", name));
}

VerilatedLibrary::VerilatedLibrary(const RtlTop& top, void (*said)(const std::string& what)) {
  const Tools tools;
  const auto root = data_root();
  std::string key = tools.key() + top.module + "\n";
  for (const auto& option : top.options) key += option + "\n";
  auto sources = sources_of(top, root);
  for (const char* more : {"tb/abi/verilated.cpp", "tb/abi/verilated.h", "tb/abi/slot_part.h",
                           "models/schemes/condition.h"}) {
    sources.push_back(root / more);
  }
  for (const auto& source : sources) key += contents(source);
  const auto folder = cached(top.module, key, [&](const fs::path& workshop) {
    if (said != nullptr) said("verilating " + top.module);
    build(top, tools, root, workshop);
  });
  const auto object = (folder / "module.so").string();
  void* library = dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    throw ModelError(fmt::format("{} cannot be loaded: {}", object, dlerror()));
  const auto offered =
      reinterpret_cast<const IsobarVerilated* (*)()>(dlsym(library, "isobar_verilated"));
  if (offered == nullptr) throw ModelError(fmt::format("{} offers no module", object));
  made_ = offered();
}

fs::path cache_folder() {
  const auto set = [](const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr && *value != '\0' ? fs::path(value) : fs::path();
  };
  if (const auto own = set("ISOBAR_CACHE_DIR"); !own.empty()) return own;
  if (const auto user = set("XDG_CACHE_HOME"); !user.empty()) return user / "isobar";
  if (const auto home = set("HOME"); !home.empty()) return home / ".cache" / "isobar";
  return fs::temp_directory_path() / fmt::format("isobar-{}", getuid());
}

}  // namespace isobar
