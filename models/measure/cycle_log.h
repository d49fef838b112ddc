// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include "models/experiment/executor_places.h"
#include "models/experiment/experiment.h"
#include "models/link/observer.h"

namespace isobar {

/// One thing that happens in a run.
struct RunEvent {
  enum class Kind : std::uint8_t {
    load,      ///< from this cycle on, PE `place` holds `value` tasks
    activity,  ///< from this cycle on, the executor at `place` (ExecutorPlaces) does `value`
    transfer,  ///< `value` tasks begin to go over link slot `place`
    use        ///< from this cycle on, `value` more messages keep link slot `place` busy: 1 or −1
  };

  Cycle cycle = 0;
  Kind kind = Kind::load;
  std::uint64_t place = 0;
  std::int64_t value = 0;
};

/// Tells the events of any run in order of cycles, in one cycle loads first; the same at every
/// level. Of several loads or activities of a PE in one cycle the last holds. A transfer over a
/// circuit, which is known once it is set up, happens then; its links are busy from when they are
/// taken on.
class CycleLog final : public Observer {
 public:
  using Tell = std::function<void(const RunEvent&)>;

  CycleLog(const Experiment& experiment, Tell tell);

  void phase_begins(Cycle start, std::int64_t step, std::size_t phase) override;
  void load_changes(Cycle from, Node node, std::int64_t load) override;
  void activity_changes(Cycle from, ExecutorId executor, Activity activity,
                        std::uint64_t task) override;
  void word_sent(std::uint64_t link, Cycle from, Cycle to, std::int64_t value) override;
  void transfer_sent(std::uint64_t link, Cycle from, Cycle to, std::int64_t tasks) override;
  void link_taken(std::uint64_t link, Cycle from) override;

  /// The run has ended before cycle `end`: tells the rest, and the loads that hold in `end`.
  void finish(Cycle end);

 private:
  void add(const RunEvent& event) { waiting_[event.cycle].push_back(event); }
  void occupy(std::uint64_t link, Cycle from, Cycle to);
  void tell_before(Cycle cycle);

  Tell tell_;
  bool in_order_;  ///< but for circuits: message-driven PEs tell what they do when they do it
  ExecutorPlaces executors_;
  std::map<Cycle, std::vector<RunEvent>> waiting_;  ///< by the cycle in which they happen
  std::set<std::uint64_t> taken_;  ///< links of circuits whose end is not known yet
  Cycle told_ = 0;                 ///< all before this cycle is
};

}  // namespace isobar
