// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "models/experiment/cosim_setting.h"
#include "tb/abi/verilated.h"
#include "tb/rtl_port.h"

namespace isobar {

class VcdText;

/// An instance of a verilated module.
class VerilatedModule {
 public:
  /// Registers wake up with values that follow from `wake_up`.
  VerilatedModule(const IsobarVerilated& made, std::uint32_t wake_up);

  /// Throws ModelError if there is no such port.
  RtlPort port(const std::string& name) const;
  bool has_port(const std::string& name) const { return find(name) != nullptr; }
  /// Evaluates the module with the present values of its ports.
  void eval() { eval_(module_.get()); }

  /// Begins to write what is in the module into `reader`, which must outlive the module: at once
  /// the names of its signals. Throws ModelError unless the library was built for that
  /// (RtlTop::inside).
  void watch(VcdText& reader);
  /// Hands the reader the signals that have changed since the last sample.
  void sample() { made_->sample(module_.get()); }

 private:
  const IsobarPort* find(const std::string& name) const;

  const IsobarVerilated* made_;
  void (*eval_)(void*);
  std::unique_ptr<void, void (*)(void*)> module_;
};

/// A module that is verilated, with its parameters.
struct RtlTop {
  std::string module;                ///< a PE or a fabric of tb/rtl_modules.h
  std::vector<std::string> options;  ///< the parameters as options of Verilator
  /// If not empty, a netlist with the same ports and `mutant_i`, used instead of the RTL's sources.
  std::filesystem::path mutants = {};
  OwnRtl own = {};
  bool inside = false;  ///< whether all signals in it can be seen, which makes it slower
};

/// A verilated module, which is built if it is not in the cache (host/cache.h) and loaded for the
/// rest of the process. Where $ISOBAR_COVERAGE_DIR is set, it counts what it covers. `said` is
/// called before it is built, which takes seconds. Throws ValueError if Verilator or a C++ compiler
/// is not installed, and with what one of them says of RTL of a user's own; ModelError if one of
/// them fails.
class VerilatedLibrary {
 public:
  explicit VerilatedLibrary(const RtlTop& top, void (*said)(const std::string& what) = nullptr);

  VerilatedModule instantiate(std::uint32_t wake_up) const {
    return VerilatedModule(*made_, wake_up);
  }
  /// Writes what its modules have covered so far to a file of its own in $ISOBAR_COVERAGE_DIR;
  /// nothing where that is not set. To be called at the end of a run.
  void write_coverage() const;

 private:
  const IsobarVerilated* made_;
};

}  // namespace isobar
