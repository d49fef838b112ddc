// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "tb/rtl_port.h"

struct IsobarVerilated;

namespace isobar {

/// An instance of a verilated module.
class VerilatedModule {
 public:
  explicit VerilatedModule(const IsobarVerilated& made);

  /// Throws ModelError if there is no such port.
  RtlPort port(const std::string& name) const;
  /// Lets all signals follow the ports as they are.
  void eval() { eval_(module_.get()); }

 private:
  const IsobarVerilated* made_;
  void (*eval_)(void*);
  std::unique_ptr<void, void (*)(void*)> module_;
};

/// What is to be verilated.
struct RtlTop {
  std::string module;                ///< isobar_pe, isobar_fabric
  std::vector<std::string> options;  ///< of Verilator: the parameters
  /// Instead of the RTL's own sources: a netlist of the same ports and `mutant_i`.
  std::filesystem::path mutants = {};
};

/// A verilated module, built if it is not in the cache (host/cache.h) and loaded for the rest of
/// the process. `said` is called before it is built, which takes seconds. Throws ValueError without
/// Verilator or a C++ compiler on the machine, ModelError where they fail.
class VerilatedLibrary {
 public:
  explicit VerilatedLibrary(const RtlTop& top, void (*said)(const std::string& what) = nullptr);

  VerilatedModule instantiate() const { return VerilatedModule(*made_); }

 private:
  const IsobarVerilated* made_;
};

}  // namespace isobar
