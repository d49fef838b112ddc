// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/parts/decision_time.h"

namespace isobar {

ParameterOf<Cycle> decision_parameter() {
  return parameter("decision",
                   "from the last word to the first task's departure; 0: as long as arithmetic "
                   "takes that does a bit a cycle")
      .range(0, 1e6, "cycles")
      .whole(0);
}

Cycle decision_cycles(const SchemeSetting& setting, Cycle bit_serial) {
  const auto given = setting.parameters.get(decision_parameter());
  return given > 0 ? given : bit_serial;
}

}  // namespace isobar
