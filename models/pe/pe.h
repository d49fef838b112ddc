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
#include "models/pe/pe_interface.h"
#include "models/pe/pe_reports.h"
#include "models/pe/pe_states.h"

namespace isobar {

/// What the PEs of a fabric share: constants, and wires between a scheme and its ports, which hold
/// nothing from one activation to the next.
struct PeSetting {
  const SynchronousScheme& scheme;  ///< the scheme in whose hardware the PEs balance
  Load queue_depth;                 ///< Q: tasks that the queue can hold
  QueueEnd fetch;                   ///< which end of the queue the executor takes tasks from
  bool names;                       ///< ports are objects of the hierarchy
  PeReports reports;                ///< what PEs report, and to whom
  PeBank& bank;                     ///< in which PEs at its slot counter act
  Words words{};                    ///< what a PE announces, while it does
  Orders orders{};                  ///< what a PE decides, while it does
};

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
  /// Both must outlive it. Its ports have names where the setting says so; three named ports cost
  /// more than all else of a PE.
  Pe(const sc_core::sc_module_name& name, PeState& state, PeSetting& setting);

  void bind_port(LinkSendInterface& leaves, LinkReceiveInterface& comes) override;
  /// Binds the slot counter, which must outlive the PE.
  void bind_slot(SlotInterface& counter) override;
  bool can_reset() const override { return true; }
  void reset() override;
  void attach(LandingListener& executor) override { executor_ = &executor; }
  void fill(Task task) override {
    self_.queue.push(task);
    ++self_.view.load;
  }
  Load load() const override { return self_.view.load; }
  const TaskQueue& queue() const override { return self_.queue; }
  SchemeStatistics statistics() const override { return setting_.scheme.statistics(self_.view); }

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

  /// Does what the slot counter's wires say; called at each tick, by the bank where the PE is bound
  /// to the bank's counter.
  void act();

 private:
  void end_of_elaboration() override;
  void connect(LinkSendInterface& leaves, LinkReceiveInterface& comes);
  // By the link itself where it may be used directly, else by the interface of the port.
  Message receive(unsigned port, Cycle now);
  Cycle send_word(const Word& word, Cycle start);
  Cycle send_credit(unsigned port, Load tasks, Cycle start);
  Cycle send_tasks(unsigned port, Load tasks, Cycle departure);
  void take_in();
  void announce();
  void grant();
  /// The most of `tasks` that can leave by a port, for want of room behind it.
  Load bounded(unsigned port, Load tasks);
  void decide();
  void load_changed(Cycle from);
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
  PeSetting& setting_;
  std::unique_ptr<PePorts> ports_;  ///< null without names
  SlotInterface* slot_ = nullptr;
  SlotWires* wires_ = nullptr;
  unsigned connected_ = 0;                   ///< ports
  std::vector<LinkSendInterface*> senders_;  ///< by port; null where a link is used directly
  std::vector<LinkReceiveInterface*> receivers_;
  LandingListener* executor_ = nullptr;
  Use use_;
};

}  // namespace isobar
