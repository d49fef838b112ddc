// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/link/observer.h"
#include "tb/abi/phase_part.h"
#include "tb/row.h"

namespace isobar {

/// The first difference between RTL and model.
struct Mismatch {
  Node node = 0;
  Cycle cycle = 0;
  std::string signal;
  std::string rtl;
  std::string model;
  bool in_row = true;               ///< in a cycle's row, and not before cycle 0 or at the end
  std::vector<std::string> events;  ///< the last events of the PE, oldest first
};

/// Called with the rows that are compared, if they have changed, and with the pair that differs.
class RowWatcher {
 public:
  virtual ~RowWatcher() = default;
  virtual void row(Cycle cycle, Node node, const std::uint64_t* model,
                   const std::uint64_t* rtl) = 0;

 protected:
  RowWatcher() = default;
  RowWatcher(const RowWatcher&) = default;
  RowWatcher& operator=(const RowWatcher&) = default;
};

/// Compares the rows of RTL PEs with those of the model PEs beside them. As an observer of the
/// model it follows the phases.
class Scoreboard final : public Observer {
 public:
  /// `nodes` are the PEs that are RTL. `watcher` may be null.
  Scoreboard(const Experiment& experiment, const RtlParameters& parameters,
             const std::vector<Node>& nodes, RowWatcher* watcher);

  const RowLayout& layout() const { return layout_; }
  void phase_begins(Cycle start, std::int64_t step, std::size_t phase) override;

  /// The index of the ring whose phase it is, and the part of its slot that `cycle` belongs to.
  std::uint64_t ring() const { return ring_; }
  PhasePart part(Cycle cycle) const {
    if (cycle < decision_) return PhasePart::words;
    if (cycle < departure_) return PhasePart::decision;
    return cycle == landing_ ? PhasePart::landing : PhasePart::transfer;
  }

  /// The cycle in which the phase began.
  Cycle begin() const { return start_; }
  /// Whether a phase begins in this cycle.
  bool begins(Cycle cycle) const { return cycle == start_; }

  /// Compares the rows of the PE with this index among the nodes. Returns whether they agree.
  bool compare(Cycle cycle, std::size_t index, const std::uint64_t* model,
               const std::uint64_t* rtl);
  /// Compares a number that both have before cycle 0 or at the end.
  void compare_number(Cycle cycle, Node node, const std::string& signal, std::uint64_t model,
                      std::uint64_t rtl);
  /// Whether somebody is to see all rows that change.
  bool is_watched() const { return watcher_ != nullptr; }
  /// Counts cycles of PEs, and the events in them, that were compared elsewhere and agree.
  void agree(std::int64_t pe_cycles, std::int64_t events) {
    pe_cycles_ += pe_cycles;
    events_ += events;
  }
  /// Takes such a row of the PE for its history.
  void recall(Cycle cycle, std::size_t index, const std::uint64_t* row);
  /// Counts further events that were compared.
  void count(std::int64_t events) { events_ += events; }

  std::int64_t pe_cycles() const { return pe_cycles_; }
  std::int64_t events() const { return events_; }
  const std::optional<Mismatch>& mismatch() const { return mismatch_; }
  /// Calls a watcher with the last changed rows of the PE that differs.
  void replay(RowWatcher& watcher) const;

 private:
  /// The last rows of a PE that differ from the row before.
  struct History {
    std::vector<Cycle> cycles;
    std::vector<std::uint64_t> rows;
    std::size_t next = 0;  ///< the number of rows so far; modulo the size, the next position
  };

  const std::uint64_t* row(const History& history, std::size_t number) const;
  /// Whether the row is that of the cycle before.
  bool repeats(const History& history, const std::uint64_t* model) const;
  void remember(History& history, Cycle cycle, const std::uint64_t* model);
  void fail(Cycle cycle, std::size_t index, const std::uint64_t* model, const std::uint64_t* rtl);
  const History& history_of(Node node) const;
  std::vector<std::string> last_events(const History& history) const;

  const Experiment& experiment_;
  std::vector<Node> nodes_;
  RowLayout layout_;
  RowWatcher* watcher_;
  std::vector<History> histories_;
  std::uint64_t ring_ = 0;
  Cycle start_ = 0;
  Cycle decision_ = 0;
  Cycle departure_ = 0;
  Cycle landing_ = 0;
  std::int64_t pe_cycles_ = 0;
  std::int64_t events_ = 0;
  std::optional<Mismatch> mismatch_;
  std::vector<std::uint64_t> failed_row_;  ///< the RTL's row, if a row differs
};

}  // namespace isobar
