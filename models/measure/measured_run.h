// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <any>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <typeindex>
#include <unordered_map>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/measure/result.h"
#include "models/measure/statistic.h"
#include "models/measure/utilization.h"

namespace isobar {

/// Seconds that `cycles` of the PE clock take.
double seconds(const Rational& clock, Cycle cycles);

/// How much of the RTL was compared with the model in a run at level `rtl`.
struct ComparedRtl {
  std::int64_t pes = 0;  ///< that are RTL
  std::int64_t pe_cycles = 0;
  std::int64_t events = 0;
};

/// What all links did together.
struct LinkTotals {
  LinkCounters sum;
  Cycle busiest = 0;               ///< the cycles in which the busiest link was busy
  std::uint64_t busiest_slot = 0;  ///< the first of these links, if any was busy
};

/// A run as its statistics see it: the experiment, the result, and what several statistics are
/// computed from, worked out when it is first asked for. Both must outlive it.
class MeasuredRun {
 public:
  MeasuredRun(const Experiment& experiment, const RunResult& result)
      : experiment_(experiment), result_(result) {}
  /// Before the run: for the groups that are known then.
  explicit MeasuredRun(const Experiment& experiment);

  const Experiment& experiment() const { return experiment_; }
  const RunResult& result() const { return result_; }
  /// Throws std::bad_optional_access if no application runs.
  const ApplicationResult& application() const { return result_.application.value(); }

  const Utilization& initial_utilization() const;
  const Utilization& final_utilization() const;
  const MessageCounters& messages() const;
  const LinkTotals& links() const;
  /// By link slot, whether the fixed slot of a phase waits for the link (slot_links()).
  const std::vector<bool>& sets_slot() const;
  /// The executors' cycles of all PEs together.
  const ExecutorCounters& executors() const;
  /// What `work_out(run)` returns for the folders above this one, a type of its own each.
  template <class WorkOut>
  const auto& kept(WorkOut work_out) const {
    using Value = decltype(work_out(*this));
    auto& value = kept_[typeid(Value)];
    if (!value.has_value()) value = work_out(*this);
    return *std::any_cast<Value>(&value);
  }

  /// Rows of a scope, some of which may be missing: a link is a slot of the fabric.
  std::size_t rows(Scope scope) const;
  bool has_row(Scope scope, std::size_t row) const;
  /// The name of a row in a scope whose rows have names: the kind of a word.
  std::string row_name(Scope scope, std::size_t row) const;

  // What is not the model's to know:
  std::string level = "steps";
  std::optional<ComparedRtl> rtl;

 private:
  const Experiment& experiment_;
  const RunResult& result_;
  mutable std::optional<Utilization> initial_;
  mutable std::optional<Utilization> final_;
  mutable std::optional<MessageCounters> messages_;
  mutable std::optional<LinkTotals> links_;
  mutable std::optional<std::vector<bool>> sets_slot_;
  mutable std::optional<ExecutorCounters> executors_;
  mutable std::unordered_map<std::type_index, std::any> kept_;
};

}  // namespace isobar
