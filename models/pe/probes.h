// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <systemc>
#include <unordered_map>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/link/cycle_clock.h"
#include "models/link/observer.h"
#include "models/schemes/contract/outbox.h"

namespace isobar {

/// Loads and decisions of a fabric as values of the simulation, to be traced (models/pe/trace.h),
/// read, or waited for. It is the fabric's observer, and its values change in their cycles, in the
/// first deltas. What nobody asked for costs nothing but a look. Messages are at the links
/// (LinkAccess::arrival).
class Probes final : public sc_core::sc_module, public Observer {
 public:
  /// `experiment` must outlive it; cycle 0 begins at time `begin`, as the fabric's.
  Probes(const sc_core::sc_module_name& name, const Experiment& experiment,
         const sc_core::sc_time& begin = sc_core::SC_ZERO_TIME);

  /// To be asked for before the fabric begins; valid as long as the probes are.
  const std::int64_t& load(Node node);
  /// The tasks that a PE decided last to send, in the cycle in which it decided.
  const Order& decision(Node node);
  /// Notified whenever one of these has changed.
  const sc_core::sc_event& changed() const { return changed_; }

  void load_changes(Cycle from, Node node, std::int64_t load) override;
  void decides(Cycle cycle, Node node, unsigned port, std::int64_t tasks) override;
  bool can_restart() const override { return true; }
  void restarts() override;

 private:
  struct Change {
    Cycle cycle;
    std::uint64_t number;  ///< in order of calls
    std::int64_t* load;    ///< null: it is a decision
    Order* decision;
    Order value;

    bool operator>(const Change& other) const {
      return cycle != other.cycle ? cycle > other.cycle : number > other.number;
    }
  };

  void note(Change change);
  void act();

  const Experiment& experiment_;
  CycleClock clock_;
  std::unordered_map<Node, std::int64_t> loads_;
  std::unordered_map<Node, Order> decisions_;
  std::priority_queue<Change, std::vector<Change>, std::greater<>> changes_;
  std::uint64_t calls_ = 0;
  sc_core::sc_event next_{"next"};
  sc_core::sc_event changed_{"changed"};
};

}  // namespace isobar
