// SPDX-License-Identifier: Apache-2.0
#include "sim/result/rtl_text.h"

#include <fmt/format.h>

#include "tb/cosim.h"

namespace isobar {

std::string agreement_text(const Config& config, const CosimResult& result) {
  return fmt::format(
      "RTL and model agree: {} of {} PEs are RTL, {} PE-cycles and {} events compared.\n",
      config.rtl->nodes.size(), config.experiment.fabric.pes(), result.pe_cycles, result.events);
}

std::string mismatch_text(const Config& config, const CosimResult& result) {
  const auto& at = *result.mismatch;
  auto text = fmt::format(
      "isobar: RTL and model differ: PE {}, cycle {}, {}: RTL {}, model {} (after {} PE-cycles and "
      "{} events that agree)\n",
      config.experiment.fabric.address(at.node), at.cycle, at.signal, at.rtl, at.model,
      result.pe_cycles - (at.in_row ? 1 : 0), result.events);
  for (const auto& event : at.events) text += "  " + event + "\n";
  return text;
}

}  // namespace isobar
