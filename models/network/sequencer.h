// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <systemc>
#include <vector>

#include "models/calendar.h"
#include "models/link/cycle_clock.h"

namespace isobar {

/// Who acts when its time has come: a PE, a router, or the run.
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

class Sequencer;

/// By what one PE or one router is woken. One wake is pending at most, the earliest.
class Alarm {
 public:
  /// Makes an alarm that wakes nobody, until one that a sequencer made is assigned to it.
  Alarm() = default;
  bool is_set() const { return sequencer_ != nullptr; }
  /// Whom it wakes.
  Node node() const { return node_; }
  /// The cycle of now.
  Cycle now() const;
  /// It is woken in this cycle; in one that is not after now's, in a later delta of now's.
  void set(Cycle cycle);
  void set_now();

 private:
  friend Sequencer;
  enum class Rank : std::uint8_t { router, pe };
  Alarm(Sequencer& sequencer, Rank rank, Node node)
      : sequencer_(&sequencer), node_(node), rank_(rank) {}

  Sequencer* sequencer_ = nullptr;
  Node node_ = 0;
  Rank rank_ = Rank::router;
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
class Sequencer final : public sc_core::sc_module {
 public:
  /// `run` looks at what happened before this cycle; `done` says that nothing happens any more. All
  /// must outlive it.
  Sequencer(const sc_core::sc_module_name& name, const CycleClock& clock, const bool& done,
            Actor& run);

  /// The alarms of a node's router and of its PE, which act when they are woken; each PE is so in
  /// cycle 0.
  Alarm router(Node node, Actor& router) { return seat(Alarm::Rank::router, node, router); }
  Alarm pe(Node node, Actor& pe);
  /// The run is looked at in cycle `cycle` or earlier.
  void look_at(Cycle cycle);
  /// PE `node` acts by `turn`, which is notified at once, in the next delta.
  void take_turn(Node node, sc_core::sc_event& turn);
  /// The cycle of now.
  Cycle now() const { return is_acting_ ? now_ : clock_now(); }
  /// Something happens now, or in a later cycle.
  void note() { note(now()); }
  void note(Cycle cycle) { active_ = std::max(active_, cycle); }
  /// The latest cycle in which anything happened; 0 if nothing did.
  Cycle active() const { return active_; }
  /// Whether the run is to be looked at in `cycle` or before.
  bool looks_by(Cycle cycle) const { return look_at_ <= cycle; }
  /// The clock has been set back: nothing has happened, and nobody is woken but PEs in cycle 0.
  void reset();

 private:
  friend Alarm;

  struct Seat {
    Actor* actor = nullptr;
    Cycle at = never;  ///< when it is woken next
  };
  /// Those of a rank, and when they act.
  struct Row {
    std::vector<Seat> seats;  ///< by node
    Calendar calendar{};
  };
  struct Turn {
    sc_dt::uint64 delta;  ///< in which it is given
    Node node;
    sc_core::sc_event* event;  ///< null: of a seat
  };

  Alarm seat(Alarm::Rank rank, Node node, Actor& actor);
  void begin(Node node);
  // What is seldom needed is a call of its own, so that the rest can be inlined.
  Cycle clock_now() const;
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
    if (!is_acting_) set_alarm(cycle);
  }
  /// It acts in a later delta of this cycle.
  void wake_now(Alarm::Rank rank, Node node);
  void begin_cycle();
  void go_on();
  void give_turns();
  void act(Seat& seat);
  void start_acting();
  void stop_acting();
  void go_on_soon() { again_.notify(sc_core::SC_ZERO_TIME); }
  void set_alarm();
  void set_alarm(Cycle cycle);

  const CycleClock& clock_;
  const bool& done_;
  Actor& run_;
  Row routers_;
  Row pes_;
  Cycle look_at_ = 0;
  std::vector<Node> woken_;  ///< routers that act in this cycle's next delta
  std::vector<Turn> turns_;
  std::vector<Turn> given_;
  bool is_acting_ = false;
  Cycle now_ = 0;  ///< while anybody acts
  Cycle active_ = 0;
  Cycle alarm_at_ = never;
  sc_core::sc_event alarm_{"alarm"};
  sc_core::sc_event again_{"again"};
};

inline Cycle Alarm::now() const { return sequencer_->now(); }
[[gnu::always_inline]] inline void Alarm::set(Cycle cycle) {
  sequencer_->wake(rank_, node_, cycle);
}

}  // namespace isobar
