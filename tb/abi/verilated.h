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

struct IsobarVerilated {
  /// Registers wake up with values that follow from `wake_up`.
  void* (*create)(std::uint32_t wake_up);
  void (*destroy)(void* module);
  void (*eval)(void* module);
  /// Points `first` to the module's ports and returns how many there are.
  std::uint32_t (*ports)(void* module, const IsobarPort** first);
};

/// The one function of the library that is looked up by name.
const struct IsobarVerilated* isobar_verilated();
}
