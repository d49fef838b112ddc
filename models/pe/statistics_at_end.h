// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <systemc>

#include "models/link/reported.h"
#include "models/measure/result.h"
#include "models/statistics/print_statistics.h"

namespace isobar {

/// Prints a fabric's statistics when the simulation ends, which is after sc_stop(), each behind the
/// fabric's name. `Fabric` is a FabricModel or a MessageDrivenFabric; it takes the fabric's result.
/// A FabricModel that has not come to its end has none, which a warning says.
template <class Fabric>
class StatisticsAtEnd final : public sc_core::sc_module {
 public:
  /// All must outlive it.
  StatisticsAtEnd(const sc_core::sc_module_name& name, Fabric& fabric, std::ostream& out)
      : sc_module(name), fabric_(fabric), out_(out) {}

  /// None before the simulation has ended.
  const std::optional<RunResult>& result() const { return result_; }

 private:
  void end_of_simulation() override {
    try {
      result_ = fabric_.finish();
    } catch (const ValueError& error) {
      SC_REPORT_WARNING(report_value, error.what());
      return;
    }
    MeasuredRun run(fabric_.experiment(), *result_);
    run.level = "cycles";
    print_statistics(out_, run, std::string(fabric_.name()) + '.');
  }

  Fabric& fabric_;
  std::ostream& out_;
  std::optional<RunResult> result_;
};

}  // namespace isobar
