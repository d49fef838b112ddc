// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/hetero/iterated_transfers.h"

#include "models/schemes/hetero/check_start.h"
#include "models/schemes/hetero/utilization.h"

namespace isobar {

std::vector<TransferCalculation::Kind> IteratedTransfers::common_kinds() {
  return {{"utilization", 2}, {"efficiency", 2}, {"opening", 2}};
}

IteratedTransfers::IteratedTransfers(Node pes, const TreePlace& place, const IterationEnd& end)
    : pes_(pes), end_(end), utilization_(place, utilization_up, utilization_down, sum_and_max) {}

void IteratedTransfers::start(double load, double capacity, Messages& out) {
  check_start(load, capacity, done_);
  load_ = load;
  capacity_ = capacity;
  transfers_.clear();
  sweeps_ = 0;
  done_ = false;
  test(out);
}

void IteratedTransfers::hear(Node from, std::size_t kind, double first, double second,
                             Messages& out) {
  if (utilization_.hear(from, kind, {first, second}, out)) {
    judge(out);
  } else {
    listen(from, kind, first, second, out);
  }
}

void IteratedTransfers::test(Messages& out) {
  const double utilization = load_ / capacity_;
  utilization_.contribute({utilization, utilization}, out);
  judge(out);
}

void IteratedTransfers::judge(Messages& out) {
  const auto all = utilization_.take();
  if (!all) return;
  done_ = sweeps_ >= end_.max_sweeps || is_balanced(all->first / pes_, all->second, end_.eff_min);
  if (!done_) iterate(out);
}

void IteratedTransfers::give(Node to, double amount) {
  transfers_[to] += amount;
  load_ -= amount;
}

}  // namespace isobar
