// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/link/observer.h"

namespace isobar {

/// One thing that happens in a run.
struct RunEvent {
  enum class Kind : std::uint8_t {
    load,      ///< from this cycle on, PE `place` holds `value` tasks
    activity,  ///< from this cycle on, the executor of PE `place` does `value`, an Activity
    transfer   ///< `value` tasks begin to go over link slot `place`
  };

  Cycle cycle = 0;
  Kind kind = Kind::load;
  std::uint64_t place = 0;
  std::int64_t value = 0;
};

/// Tells the events of any run in order of cycles, in one cycle loads first; the same at every
/// level. Of several loads or activities of a PE in one cycle the last holds. A transfer over a
/// circuit, which is known once it is set up, happens then.
class CycleLog final : public Observer {
 public:
  using Tell = std::function<void(const RunEvent&)>;

  CycleLog(const Experiment& experiment, Tell tell);

  void phase_begins(Cycle start, std::int64_t step, std::size_t phase) override;
  void load_changes(Cycle from, Node node, std::int64_t load) override;
  void activity_changes(Cycle from, Node node, Activity activity, std::uint64_t task) override;
  void transfer_sent(std::uint64_t link, Cycle from, Cycle to, std::int64_t tasks) override;

  /// The run has ended before cycle `end`: tells the rest, and the loads that hold in `end`.
  void finish(Cycle end);

 private:
  void add(const RunEvent& event);
  void tell_before(Cycle cycle);

  Tell tell_;
  bool in_order_;  ///< but for circuits: message-driven PEs tell what they do when they do it
  std::vector<RunEvent> waiting_;
  Cycle told_ = 0;  ///< all before this cycle is
};

}  // namespace isobar
