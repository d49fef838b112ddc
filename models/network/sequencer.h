// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <exception>
#include <memory>
#include <systemc>
#include <vector>

#include "models/link/cycle_clock.h"
#include "models/network/region.h"
#include "models/team.h"

namespace isobar {

/// Who looks at a run from outside the fabric, between its cycles.
class Onlooker {
 public:
  /// Looks at what happened before this cycle.
  virtual void look(Cycle cycle) = 0;
  /// Where regions act side by side: whatever they do from cycle `begin` on, the run does not end
  /// before this cycle; if that is not after `begin`, it ends now.
  virtual Cycle unending(Cycle begin) const { return begin + 1; }
  /// They have acted, up to the end of cycle `end` − 1.
  virtual void regions_acted(Cycle /*end*/) {}

 protected:
  Onlooker() = default;
  ~Onlooker() = default;
  Onlooker(const Onlooker&) = default;
  Onlooker& operator=(const Onlooker&) = default;
};

/// What regions send each other over the links between them.
class Exchange {
 public:
  /// What has been sent so far can be taken in from now on. Returns the first cycle in which it has
  /// an effect; never: there is nothing.
  virtual Cycle turn_over() = 0;
  /// Region `to` takes it in, by a thread of its own.
  virtual void take_in(unsigned to) = 0;

 protected:
  Exchange() = default;
  ~Exchange() = default;
  Exchange(const Exchange&) = default;
  Exchange& operator=(const Exchange&) = default;
};

/// How a fabric is cut into regions that act side by side, each on a thread of its own. What is
/// not there is of use only if there are several.
struct Partition {
  unsigned regions = 1;
  Node nodes = 0;       ///< of the fabric
  Cycle lookahead = 1;  ///< what a region does in a cycle reaches others so much later, or more
  Exchange* between = nullptr;

  /// The region of a node: each has as many that follow each other.
  unsigned region_of(Node node) const {
    return regions == 1 ? 0 : static_cast<unsigned>(std::uint64_t{node} * regions / nodes);
  }
};

/// The order of what happens in a message-driven fabric, kept in a calendar of cycles: the kernel
/// has one event for the next cycle in which anything happens. In each cycle
///
/// 1. in the first delta the run is looked at, up to the end of the cycle before; then routers act,
///    in order of nodes: they take up and deliver what can be used, and send;
/// 2. in the second delta PEs act whose own time has come, in order of nodes, then the routers that
///    they gave messages to;
/// 3. in the third delta PEs do so to which only a message has come.
///
/// A PE of the user's own has its turn among the others by an event.
///
/// Several regions act side by side in windows of cycles, which are so short that nothing that one
/// does in a window reaches another in the same one; the kernel has an event a window. What comes
/// of it is the same.
class Sequencer final : public sc_core::sc_module, public RegionSurroundings {
 public:
  /// `run` looks at what happened before this cycle; `done` says that nothing happens any more. All
  /// must outlive it.
  Sequencer(const sc_core::sc_module_name& name, const CycleClock& clock, const bool& done,
            Onlooker& run, const Partition& partition = {});

  /// The alarms of a node's router and of its PE, which act when they are woken; each PE is so in
  /// cycle 0.
  Alarm router(Node node, Actor& router);
  Alarm pe(Node node, Actor& pe);
  /// The region in which a node lies, and the number of regions.
  Region& region_of(Node node) { return regions_[partition_.region_of(node)]; }
  Region& region(unsigned number) { return regions_[number]; }
  const Partition& partition() const { return partition_; }
  /// The run is looked at in cycle `cycle` or earlier.
  void look_at(Cycle cycle);
  /// PE `node` acts by `turn`, which is notified at once, in the next delta.
  void take_turn(Node node, sc_core::sc_event& turn) { region_of(node).take_turn(node, turn); }
  /// The run was looked at in this cycle because something happened.
  void note(Cycle cycle) { active_ = std::max(active_, cycle); }
  /// The latest cycle in which anything happened; 0 if nothing did.
  Cycle active() const;
  /// Whether the run is to be looked at in `cycle` or before.
  bool looks_by(Cycle cycle) const { return look_at_ <= cycle; }
  /// The clock has been set back: nothing has happened, and nobody is woken but PEs in cycle 0.
  void reset();

 private:
  Cycle now() const override { return clock_.now(); }
  std::uint64_t delta() const override { return sc_core::sc_delta_count(); }
  void go_on_soon() override { again_.notify(sc_core::SC_ZERO_TIME); }
  void awaits(Cycle cycle) override { set_alarm(cycle); }

  void seat(std::vector<Region::Seat>& seats, Node node, Actor& actor);
  void begin_cycle();
  void go_on();
  void stop();
  void begin_window();
  /// What was thrown first, in order of cycles and then of nodes, if anything was.
  void rethrow_first();
  void look_if_due(Cycle now);
  /// The first cycle in which anything is to happen; never: nothing is.
  Cycle next() const;
  void set_alarm();
  void set_alarm(Cycle cycle);

  const CycleClock& clock_;
  const bool& done_;
  Onlooker& run_;
  Partition partition_;
  std::vector<Region::Seat> routers_;  ///< by node
  std::vector<Region::Seat> pes_;
  std::deque<Region> regions_;
  std::vector<std::exception_ptr> errors_;  ///< by region, in a window
  std::unique_ptr<Team> team_;              ///< null: there is one region
  Cycle exchanged_ = never;                 ///< the first cycle in which what was exchanged counts
  Cycle look_at_ = 0;
  Cycle active_ = 0;
  bool is_acting_ = false;
  Cycle alarm_at_ = never;
  sc_core::sc_event alarm_{"alarm"};
  sc_core::sc_event again_{"again"};
};

}  // namespace isobar
