// SPDX-License-Identifier: Apache-2.0
// Compiled at run time, once for each set of parameters, with what Verilator made of isobar_pe or,
// with ISOBAR_FABRIC, of isobar_fabric; with ISOBAR_PHASES of those of another scheme, of which
// with ISOBAR_TRIANGLES each PE has a place in a triangle; with ISOBAR_STEALING of work stealing,
// which has no steps, and with ISOBAR_ROUTED of a PE with a router. With ISOBAR_INSIDE all signals
// in it can be seen.
#include "tb/abi/verilated.h"

#include <verilated.h>
#ifdef ISOBAR_INSIDE
#include <verilated_vcd_c.h>
#endif

#include <cstring>
#include <memory>
#include <vector>

#include "Vtop.h"
#include "Vtop_isobar_pkg.h"
#include "models/experiment/queue_memory.h"
#include "models/schemes/contract/condition.h"
#include "tb/abi/phase_part.h"
#ifdef ISOBAR_COVERAGE
#include <verilated_cov.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <map>
#include <string>
#endif

namespace {

// The model and the package have the same encodings.
using Package = Vtop_isobar_pkg;
using isobar::Condition;
using isobar::PhasePart;
using isobar::QueueMemory;
static_assert(Package::CondC0 == static_cast<int>(Condition::c0));
static_assert(Package::CondC1 == static_cast<int>(Condition::c1));
static_assert(Package::CondC2 == static_cast<int>(Condition::c2));
static_assert(Package::CondC3 == static_cast<int>(Condition::c3));
static_assert(Package::CondC4 == static_cast<int>(Condition::c4));
static_assert(Package::CondC5 == static_cast<int>(Condition::c5));
static_assert(Package::PartWords == static_cast<int>(PhasePart::words));
static_assert(Package::PartDecision == static_cast<int>(PhasePart::decision));
static_assert(Package::PartTransfer == static_cast<int>(PhasePart::transfer));
static_assert(Package::PartLanding == static_cast<int>(PhasePart::landing));
static_assert(Package::MemoryRegisters == static_cast<int>(QueueMemory::registers));
static_assert(Package::MemoryLut == static_cast<int>(QueueMemory::lut_ram));
static_assert(Package::MemoryBlock == static_cast<int>(QueueMemory::block_ram));

/// Gives registers random initial values, so that nothing can rely on values before the reset.
class AnyState : public VerilatedContext {
 public:
  explicit AnyState(std::uint32_t wake_up) {
#ifndef ISOBAR_COVERAGE  // there a random value that the reset clears would be a toggle
    randReset(2);
#endif
#ifdef ISOBAR_INSIDE
    traceEverOn(true);
#endif
    // Verilator's generator begins alike from seeds that are near each other; 0 would be the clock.
    const std::uint32_t spread = (wake_up + 1) * 0x9e3779b9U;
    randSeed(static_cast<int>(spread >> 1 | 1));
  }
};

#ifdef ISOBAR_INSIDE
/// Hands what Verilator would write into a file to a reader.
class Pipe final : public VerilatedVcdFile {
 public:
  Pipe(IsobarWrite write, void* reader) : write_(write), reader_(reader) {}

  bool open(const std::string& /*name*/) override { return true; }
  void close() override {}
  ssize_t write(const char* text, ssize_t size) override {
    write_(reader_, text, static_cast<std::uint64_t>(size));
    return size;
  }

 private:
  IsobarWrite write_;
  void* reader_;
};

struct Inside {
  Inside(Vtop& top, IsobarWrite write, void* reader) : pipe(write, reader) {
    top.trace(&vcd, 99);
    vcd.open("");
    vcd.flush();
  }
  void sample() {
    vcd.dump(time++);
    vcd.flush();
  }

  Pipe pipe;
  VerilatedVcdC vcd{&pipe};
  std::uint64_t time = 0;
};
#endif

struct Module {
  explicit Module(std::uint32_t wake_up) : context(wake_up) {}

  AnyState context;
  Vtop top{&context};
#define PORT(name) \
  { #name, &top.name, sizeof(top.name) }
  const std::vector<IsobarPort> ports = {
      PORT(clk_i),
      PORT(rst_ni),
      PORT(run_i),
      PORT(sink_tvalid_i),
      PORT(sink_tready_o),
      PORT(sink_tdata_i),
      PORT(fetch_i),
      PORT(source_tvalid_o),
      PORT(source_tready_i),
      PORT(source_tdata_o),
      PORT(transfer_cycles_o),
      PORT(word_cycles_o),
      PORT(setup_cycles_o),
      PORT(error_o),
#ifdef ISOBAR_FABRIC
      PORT(load_o),
#ifdef ISOBAR_STEALING
      PORT(seed_i),
      PORT(works_i),
      PORT(valid_o),
      PORT(line_o),
#else
      PORT(step_o),
#endif
#else
      PORT(valid_o),
      PORT(line_o),
      PORT(valid_i),
      PORT(line_i),
      PORT(obs_load_o),
#ifdef ISOBAR_STEALING
      PORT(works_i),
      PORT(own_i),
#ifdef ISOBAR_ROUTED
      PORT(seed_i),
      PORT(release_o),
      PORT(release_i),
#else
      PORT(there_i),
#endif
#else
      PORT(obs_dimension_o),
      PORT(obs_cycle_o),
      PORT(obs_part_o),
      PORT(obs_shift_o),
      PORT(obs_head_o),
      PORT(obs_transfer_start_o),
      PORT(obs_transfer_end_o),
      PORT(obs_landing_o),
      PORT(obs_landed_o),
#endif
#ifdef ISOBAR_PHASES
      PORT(obs_ends_o),
      PORT(parent_i),
      PORT(children_i),
      PORT(wait_i),
#endif
#ifdef ISOBAR_TRIANGLES
      PORT(role_i),
#endif
#endif
#ifdef ISOBAR_MUTANTS
      PORT(mutant_i),
#endif
  };
#undef PORT
#ifdef ISOBAR_INSIDE
  std::unique_ptr<Inside> inside;
#endif
};

#ifdef ISOBAR_COVERAGE
std::vector<Module*> made;  // with coverage they live as long as the process
std::map<std::string, std::uint64_t> covered;

/// Adds the points of a file, lines of `C 'point' count`, to those that are covered. Of toggles the
/// most in one module counts: one of each could be that of a constant from the 0 before it.
void add(const std::string& file) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    const auto end = line.rfind("' ");
    if (line.rfind("C '", 0) != 0 || end == std::string::npos) continue;
    const std::uint64_t count = std::stoull(line.substr(end + 2));
    auto& sum = covered[line.substr(0, end + 1)];
    const bool toggle = line.find("v_toggle") != std::string::npos;
    sum = toggle ? std::max(sum, count) : sum + count;
  }
}

void write_coverage(const char* file) {
  covered.clear();
  const auto one = std::string(file) + ".one";
  for (auto* module : made) {
    module->context.coveragep()->forcePerInstance(true);
    module->context.coveragep()->write(one.c_str());
    add(one);
  }
  std::remove(one.c_str());
  std::ofstream out(file);
  out << "# SystemC::Coverage-3\n";
  for (const auto& [point, count] : covered) out << point << ' ' << count << '\n';
}
#endif

void* create(std::uint32_t wake_up) {
  auto* module = new Module(wake_up);
#ifdef ISOBAR_COVERAGE
  made.push_back(module);
#endif
  for (const auto& port : module->ports) std::memset(port.data, 0, port.bytes);
  return module;
}
void destroy(void* old) {
  auto* module = static_cast<Module*>(old);
#ifdef ISOBAR_COVERAGE
  static_cast<void>(module);
#else
  // Verilator takes leave of the thread's context, which is that of the module made last.
  Verilated::threadContextp(&module->context);
  delete module;
#endif
}
void eval(void* module) { static_cast<Module*>(module)->top.eval(); }
std::uint32_t ports(void* module, const IsobarPort** first) {
  const auto& list = static_cast<Module*>(module)->ports;
  *first = list.data();
  return static_cast<std::uint32_t>(list.size());
}

#ifdef ISOBAR_INSIDE
void watch(void* made, IsobarWrite write, void* reader) {
  auto* module = static_cast<Module*>(made);
  module->inside = std::make_unique<Inside>(module->top, write, reader);
}
void sample(void* made) { static_cast<Module*>(made)->inside->sample(); }
#else
constexpr void (*watch)(void*, IsobarWrite, void*) = nullptr;
constexpr void (*sample)(void*) = nullptr;
#endif

#ifndef ISOBAR_COVERAGE
constexpr void (*write_coverage)(const char*) = nullptr;
#endif

const IsobarVerilated offered = {create, destroy, eval, ports, watch, sample, write_coverage};

}  // namespace

const IsobarVerilated* isobar_verilated() { return &offered; }
