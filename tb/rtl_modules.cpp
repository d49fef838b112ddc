// SPDX-License-Identifier: Apache-2.0
#include "tb/rtl_modules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "models/errors.h"

namespace isobar {
namespace {

constexpr std::array<RtlModules, 6> all = {{
    {RtlDesign::liquid, "liquid", "isobar_pe", "isobar_fabric", "isobar_clocked_fabric",
     "isobar_pe_harness"},
    {RtlDesign::exchange, "exchange", "isobar_exchange_pe", "isobar_exchange_fabric",
     "isobar_clocked_exchange_fabric", "isobar_exchange_pe_harness"},
    {RtlDesign::averaging, "averaging", "isobar_averaging_pe", "isobar_averaging_fabric",
     "isobar_clocked_averaging_fabric", "isobar_averaging_pe_harness"},
    {RtlDesign::hhc, "hhc", "isobar_hhc_pe", "isobar_hhc_fabric", "isobar_clocked_hhc_fabric",
     "isobar_hhc_pe_harness"},
    {RtlDesign::stealing, "stealing", "isobar_stealing_pe", "isobar_stealing_fabric",
     "isobar_clocked_stealing_fabric", "isobar_stealing_pe_harness"},
    {RtlDesign::stealing, "stealing", "isobar_stealing_routed_pe", "isobar_stealing_fabric",
     "isobar_clocked_stealing_fabric", "isobar_stealing_routed_pe_harness", false},
}};

template <class Is>
const RtlModules& find(Is is, const std::string& what) {
  const auto found = std::find_if(all.begin(), all.end(), is);
  if (found == all.end()) throw ModelError(fmt::format("there is no RTL of {}", what));
  return *found;
}

}  // namespace

const RtlModules& rtl_modules(RtlDesign design, bool neighbours) {
  return find([&](const RtlModules& m) { return m.design == design && m.neighbours == neighbours; },
              "this design");
}

const RtlModules& rtl_modules(const RtlParameters& parameters) {
  return rtl_modules(parameters.design, parameters.asks_neighbours());
}

const RtlModules& rtl_modules_with(const std::string& module) {
  return find([&](const RtlModules& m) { return module == m.pe || module == m.fabric; }, module);
}

}  // namespace isobar
