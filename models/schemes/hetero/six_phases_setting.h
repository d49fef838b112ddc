// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "models/schemes/hetero/load_measurement.h"
#include "models/schemes/hetero/resources.h"
#include "models/schemes/hetero/selection.h"
#include "models/schemes/hetero/transfer_calculation.h"
#include "models/types.h"

namespace isobar {

struct GranularitySetting {
  Cycle least = 0;             ///< work of a part of a divided task, at least; 0: none is divided
  double divide_factor = 0.5;  ///< of the threshold while the balance is inadequate
  double merge = 0;  ///< part of U_avg that merged tasks may be together; 0: none are merged
};

/// How the six phases of Watts, Rieffel and Taylor (1998) are carried out, the same in all PEs.
struct SixPhasesSetting {
  Node pes = 1;
  std::vector<Resource> resources = {Resource::time};  ///< that are balanced together
  bool as_vector = false;  ///< several: both ends of a link agree on tasks for the whole of ΔL
  Capacities capacities = Capacities::measured;
  double eff_min = 0.9;
  std::int64_t interval = 1;        ///< iterations from one look at the balance to the next
  std::int64_t max_balancings = 0;  ///< 0: any number
  std::int64_t selections = 8;      ///< repetitions of the task selection in a balancing, at most
  bool cost_benefit = false;        ///< what a balancing costs against what it gains
  Selection (*select)(const std::vector<MovableTask>&, double,
                      const SelectionSetting&) = select_greedy;
  SelectionSetting selection;
  bool one_more = true;   ///< a task more than ΔL, where that is nearer
  bool exchange = false;  ///< tasks for tasks, where no task alone fits
  GranularitySetting granularity;
  Cycle convert = 0;  ///< work of converting a byte between formats of data
  std::function<std::unique_ptr<TransferCalculation>(Node)> calculation;
  std::function<double(Node)> rating_error;  ///< factor by which the rated capacity is off
};

}  // namespace isobar
