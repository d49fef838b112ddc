// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace isobar::bench {

/// Keys of a configuration and their values.
using Keys = std::map<std::string, std::string>;

/// What a run at level `cycles` took, in a process of its own.
struct CyclesRun {
  double nanoseconds = 0;      ///< of the processor, elaboration left out
  std::int64_t pe_phases = 0;  ///< of a synchronous scheme: PEs times phases
  /// Of a message-driven scheme: each message once for each link that it went over.
  std::int64_t hops = 0;
  /// Hops, messages that a PE handled, and tasks that an executor worked on.
  std::int64_t model_events = 0;

  double per_phase() const { return nanoseconds / static_cast<double>(pe_phases); }
  double per_hop() const { return nanoseconds / static_cast<double>(hops); }
  double per_event() const { return nanoseconds / static_cast<double>(model_events); }
};

CyclesRun run_at_cycles(const Keys& keys);

}  // namespace isobar::bench
