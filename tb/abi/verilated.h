// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// What a shared object that is made of a verilated module offers, in plain C.
extern "C" {

/// A port: its bits, the lowest first, in whole bytes.
struct IsobarPort {
  const char* name;
  void* data;
  std::uint32_t bytes;
};

/// Takes some text; `reader` is the reader's own.
typedef void (*IsobarWrite)(void* reader, const char* text, std::uint64_t size);

struct IsobarVerilated {
  /// Registers wake up with values that follow from `wake_up`.
  void* (*create)(std::uint32_t wake_up);
  void (*destroy)(void* module);
  void (*eval)(void* module);
  /// Points `first` to the module's ports and returns how many there are.
  std::uint32_t (*ports)(void* module, const IsobarPort** first);
  /// Begins to write what is in the module, as VCD: at once the names of its signals. Null, as the
  /// next one, if the library was not built for that.
  void (*watch)(void* module, IsobarWrite write, void* reader);
  /// Writes the signals that have changed since the last sample; the first time, all.
  void (*sample)(void* module);
  /// Writes what all modules that were made so far have covered, summed, in Verilator's form; null
  /// in a library without coverage.
  void (*write_coverage)(const char* file);
};

/// The one function of the library that is looked up by name.
const struct IsobarVerilated* isobar_verilated();
}
