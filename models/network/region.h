// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <systemc>
#include <vector>

#include "models/calendar.h"

namespace isobar {

/// Who acts when its time has come: a PE or a router.
/// What it touches whenever it acts is best placed where its lines of cache begin, before all else.
class alignas(64) Actor {
 public:
  /// Does all that there is to be done now.
  virtual void act() = 0;
  /// It acts soon: asks the processor for memory that it will use, the nearer, the later the stage.
  virtual void prepare(unsigned /*stage*/) {}

 protected:
  Actor() = default;
  ~Actor() = default;
  Actor(const Actor&) = default;
  Actor& operator=(const Actor&) = default;
};

class Region;

/// By what one PE or one router is woken. One wake is pending at most, the earliest.
class Alarm {
 public:
  /// Makes an alarm that wakes nobody, until one that a sequencer made is assigned to it.
  Alarm() = default;
  bool is_set() const { return region_ != nullptr; }
  /// Whom it wakes.
  Node node() const { return node_; }
  /// The cycle of now.
  Cycle now() const;
  /// It is woken in this cycle; in one that is not after now's, in a later delta of now's.
  void set(Cycle cycle);
  void set_now();

 private:
  friend Region;
  enum class Rank : std::uint8_t { router, pe };
  Alarm(Region& region, Rank rank, Node node) : region_(&region), node_(node), rank_(rank) {}

  Region* region_ = nullptr;
  Node node_ = 0;
  Rank rank_ = Rank::router;
};

/// What happens outside of a region that concerns it.
class RegionSurroundings {
 public:
  virtual Cycle now() const = 0;
  /// The number of the kernel's present delta.
  virtual std::uint64_t delta() const = 0;
  /// The region is to go on in this cycle, in its next delta.
  virtual void go_on_soon() = 0;
  /// Somebody of it is woken in `cycle`, by who is no actor.
  virtual void awaits(Cycle cycle) = 0;

 protected:
  RegionSurroundings() = default;
  ~RegionSurroundings() = default;
  RegionSurroundings(const RegionSurroundings&) = default;
  RegionSurroundings& operator=(const RegionSurroundings&) = default;
};

/// A part of a message-driven fabric, or all of it: who of its routers and PEs acts next, in a
/// calendar of cycles, and in which order in a cycle (Sequencer). What it does reaches other
/// regions by links alone.
class alignas(64) Region {
 public:
  /// Whom a node's alarm wakes, and when.
  struct Seat {
    Actor* actor = nullptr;
    Cycle at = never;
  };

  /// `done` says that nothing happens any more. All must outlive it.
  Region(RegionSurroundings& outside, const bool& done) : outside_(&outside), done_(&done) {}

  /// The seats of all of a fabric, by node, lie here from now on.
  void seats(std::vector<Seat>& routers, std::vector<Seat>& pes) {
    routers_.seats = routers.data();
    pes_.seats = pes.data();
  }
  Alarm router(Node node) { return {*this, Alarm::Rank::router, node}; }
  Alarm pe(Node node) { return {*this, Alarm::Rank::pe, node}; }
  /// PE `node` acts in cycle 0.
  void begin(Node node);
  /// Nobody is woken.
  void reset();

  /// The cycle of now.
  Cycle now() const { return is_acting_ ? now_ : outside_->now(); }
  /// Something happens now, or in a later cycle.
  void note() { note(now()); }
  void note(Cycle cycle) { active_ = std::max(active_, cycle); }
  /// The latest cycle in which anything happened; 0 if nothing did.
  Cycle active() const { return active_; }
  /// The first cycle in which anybody acts; never: nobody does.
  Cycle next() const { return std::min(routers_.calendar.next(), pes_.calendar.next()); }

  // The parts of a cycle, between start() and stop().

  void start(Cycle now, std::uint64_t delta);
  /// The first delta: routers act, in order of nodes.
  void begin_cycle();
  /// A later one: PEs act in order of nodes, then routers that they gave messages to.
  void go_on();
  /// Whether it is to go on in the next delta.
  bool goes_on() const { return !turns_.empty() || !woken_.empty(); }
  void stop() { is_acting_ = false; }

  /// All of its cycles up to the one before `end`, without the kernel.
  void act_until(Cycle end);
  /// PE `node` acts by `turn`, which is notified at once, in the next delta.
  void take_turn(Node node, sc_core::sc_event& turn);

 private:
  friend Alarm;

  /// Those of a rank, and when they act.
  struct Row {
    Seat* seats = nullptr;  ///< by node
    Calendar calendar{};
  };
  struct Turn {
    std::uint64_t delta;  ///< in which it is given
    Node node;
    sc_core::sc_event* event;  ///< null: of a seat
  };

  // What is seldom needed is a call of its own, so that the rest can be inlined.
  [[gnu::always_inline]] void wake(Alarm::Rank rank, Node node, Cycle cycle) {
    auto& row = rank == Alarm::Rank::router ? routers_ : pes_;
    auto& seat = row.seats[node];
    if (cycle >= seat.at) return;
    if (cycle <= now()) {
      wake_now(rank, node);
      return;
    }
    seat.at = cycle;
    row.calendar.put(cycle, node);
    if (!is_acting_) outside_->awaits(cycle);
  }
  /// It acts in a later delta of this cycle.
  void wake_now(Alarm::Rank rank, Node node);
  void give_turns();
  void act(Seat& seat);

  RegionSurroundings* outside_;
  const bool* done_;
  Row routers_;
  Row pes_;
  std::vector<Node> woken_;  ///< routers that act in this cycle's next delta
  std::vector<Turn> turns_;
  std::vector<Turn> given_;
  bool is_acting_ = false;
  Cycle now_ = 0;            ///< while anybody acts
  std::uint64_t delta_ = 0;  ///< the same
  Cycle active_ = 0;
};

inline Cycle Alarm::now() const { return region_->now(); }
[[gnu::always_inline]] inline void Alarm::set(Cycle cycle) { region_->wake(rank_, node_, cycle); }

}  // namespace isobar
