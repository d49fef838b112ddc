// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <systemc>
#include <vector>

#include "models/experiment/credits.h"
#include "models/experiment/experiment.h"
#include "models/link/link_interfaces.h"
#include "models/link/task.h"
#include "models/pe/pe_bank.h"
#include "models/pe/pe_hardware.h"
#include "models/pe/pe_interface.h"
#include "models/pe/pe_states.h"

namespace isobar {

/// The ports of a PE as objects of the hierarchy: the links that leave and that come in, each bound
/// in the order of the fabric's ports, and the slot counter.
struct PePorts {
  /// The links that leave, in the order of the fabric's ports.
  sc_core::sc_port<LinkSendInterface, 0, sc_core::SC_ZERO_OR_MORE_BOUND> out{"out"};
  /// The links that come in, in the same order.
  sc_core::sc_port<LinkReceiveInterface, 0, sc_core::SC_ZERO_OR_MORE_BOUND> in{"in"};
  sc_core::sc_port<SlotInterface> slot{"slot"};  ///< the slot counter
};

/// A processing element: a task queue, ports, the hardware of one balancing scheme, and a side of
/// the queue for an executor. It knows what its ports heard, and nothing else of the fabric.
class Pe final : public sc_core::sc_module, public PeInterface {
 public:
  /// A PE with this state, in a bank; both must outlive it. Its ports have names where the bank's
  /// setting says so; three named ports cost more than all else of a PE.
  Pe(const sc_core::sc_module_name& name, PeState& state, PeBank& bank);

  void bind_port(LinkSendInterface& leaves, LinkReceiveInterface& comes) override;
  /// Binds the slot counter, which must outlive the PE.
  void bind_slot(SlotInterface& counter) override;
  bool can_reset() const override { return true; }
  void reset() override;
  void attach(LandingListener& executor) override;
  void fill(Task task) override { self_.queue.push(task); }
  Load load() const override { return self_.queue.size(); }
  const TaskQueue& queue() const override { return self_.queue; }
  SchemeStatistics statistics() const override {
    return setting_.scheme.statistics(setting_.shape.view(self_));
  }

  // For the executor: at most one fetch and one accept a cycle, in a delta after the cycle's first,
  // when what landed has been written and the load has been latched. All of it goes by the load
  // with which the cycle began, as registered hardware does; in whatever order the calls come, the
  // result is one. Throws ModelError where an executor does not keep to this.
  /// Whether the queue was empty when the cycle began.
  bool empty() override { return use().load == 0; }
  /// Whether the queue was full when the cycle began.
  bool full() override { return is_full(use().load); }
  /// Takes a task; none if there was none when the cycle began.
  std::optional<Task> fetch() override;
  /// Puts a task; false if there was no room when the cycle began.
  bool accept(Task task) override;

 private:
  void end_of_elaboration() override;
  void connect(LinkSendInterface& leaves, LinkReceiveInterface& comes);
  void act();
  void changed_by_executor(Cycle cycle, Load by);

  /// What the executor did in a cycle, and the load with which the cycle began.
  struct Use {
    Cycle cycle = -1;
    Load load = 0;
    bool fetched = false;
    bool accepted = false;
  };
  Use& use();
  bool is_full(Load load) const {
    return is_full_for_executor(setting_.queue_depth, load, self_.granted);
  }

  PeState& self_;
  PeBank& bank_;
  PeSetting& setting_;
  PeHardware* hardware_ = nullptr;     ///< the bank's, or its own
  std::unique_ptr<PeHardware> alone_;  ///< null where it acts with the bank
  std::unique_ptr<PePorts> ports_;     ///< null without names
  PeBindings bindings_;
  SlotInterface* slot_ = nullptr;
  unsigned connected_ = 0;  ///< ports
  Use use_;
};

}  // namespace isobar
