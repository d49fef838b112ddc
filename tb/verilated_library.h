// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

struct IsobarPort;
struct IsobarVerilated;

namespace isobar {

/// A port of a verilated module, as bits in memory, the lowest first.
class RtlPort {
 public:
  explicit RtlPort(const IsobarPort& port);

  /// Up to 64 bits from bit `offset` on.
  std::uint64_t read(std::size_t offset, unsigned width) const;
  void write(std::size_t offset, unsigned width, std::uint64_t value);
  /// The same of a port of at most 64 bits, as a whole; quicker.
  std::uint64_t value() const;
  void set(std::uint64_t value);
  /// Copies a port of any width from or to 64-bit words.
  void read_all(std::uint64_t* words) const;
  void write_all(const std::uint64_t* words);

 private:
  unsigned char* bytes_;
  std::uint32_t size_;
};

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

/// A verilated module, built if it is not in the cache ($ISOBAR_CACHE_DIR, else
/// $XDG_CACHE_HOME/isobar, else ~/.cache/isobar) and loaded for the rest of the process. `said` is
/// called before it is built, which takes seconds. Throws ValueError without Verilator or a C++
/// compiler on the machine, ModelError where they fail.
class VerilatedLibrary {
 public:
  explicit VerilatedLibrary(const RtlTop& top, void (*said)(const std::string& what) = nullptr);

  VerilatedModule instantiate() const { return VerilatedModule(*made_); }

 private:
  const IsobarVerilated* made_;
};

/// Where what is built at run time is kept.
std::filesystem::path cache_folder();

}  // namespace isobar
