// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "models/experiment/rtl_parameters.h"

namespace isobar {

/// The modules of a PE that exists as RTL, and where they lie.
struct RtlModules {
  RtlDesign design;
  const char* folder;          ///< below rtl/, beside `shared`
  const char* pe;              ///< the PE
  const char* fabric;          ///< a whole fabric of it
  const char* clocked_fabric;  ///< that behind registers, in tb/abi
  const char* harness;         ///< the PE behind four pins, in tb/synth
  bool neighbours = true;      ///< the PE has messages for neighbours alone, and passes none on
};

/// Those of a design; of work stealing without `neighbours` those of the PE with a router.
const RtlModules& rtl_modules(RtlDesign design, bool neighbours = true);
const RtlModules& rtl_modules(const RtlParameters& parameters);
/// Those of which `module` is the PE or the fabric. Throws ModelError if there is no such module.
const RtlModules& rtl_modules_with(const std::string& module);

}  // namespace isobar
