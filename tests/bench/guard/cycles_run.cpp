// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/guard/cycles_run.h"

#include <numeric>
#include <systemc>
#include <vector>

#include "models/pe/fabric_model.h"
#include "models/pe/message_driven_fabric.h"
#include "sim/config/config.h"
#include "sim/config/config_text.h"
#include "sim/config/resolve.h"
#include "tests/bench/guard/memory_at_hand.h"
#include "tests/bench/guard/processor_time.h"
#include "tests/support/forked_run.h"

namespace isobar::bench {
namespace {

Experiment experiment(const Keys& keys) {
  ConfigText text;
  for (const auto& [key, value] : keys) text.set(key, value, "bench");
  return resolve(text).experiment;
}

/// Runs a fabric that was made with `parts`, as the program makes it: without names.
template <class Fabric, class Parts>
std::vector<std::int64_t> measured(const Experiment& e, Parts parts) {
  have_memory_at_hand();
  parts.names = false;
  // Kept, for the kernel takes long to forget many modules.
  auto& fabric = *new Fabric("fabric", e, {}, nullptr, parts);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);  // elaborates, and runs the first instant
  const auto start = processor_nanoseconds();
  sc_core::sc_start();
  const auto time = processor_nanoseconds() - start;
  const auto result = fabric.finish();
  std::int64_t hops = 0;
  for (const auto& link : result.links) hops += link.words + link.transfers;
  std::int64_t handled = 0;
  if (result.routed) {
    const auto& received = result.routed->received;
    handled = std::accumulate(received.begin(), received.end(), std::int64_t{0});
  }
  const auto executed = result.application ? result.application->executed : 0;
  return {time, result.run.shifts, hops, hops + handled + executed};
}

}  // namespace

CyclesRun run_at_cycles(const Keys& keys) {
  const auto e = experiment(keys);
  const auto numbers = test::in_child([&] {
    return e.agents ? measured<MessageDrivenFabric>(e, MessageDrivenParts{})
                    : measured<FabricModel>(e, FabricParts{});
  });
  CyclesRun run;
  run.nanoseconds = static_cast<double>(numbers[0]);
  run.pe_phases = numbers[1] * e.fabric.pes();
  run.hops = numbers[2];
  run.model_events = numbers[3];
  return run;
}

}  // namespace isobar::bench
