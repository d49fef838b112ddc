// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "models/schemes/hetero/transfer_methods.h"
#include "models/workloads/random.h"

namespace isobar::test {

/// The PEs of a fabric calculating transfers: messages of one PE to another arrive in order, those
/// of different pairs in any, and PEs start in any.
class TransferPump {
 public:
  TransferPump(const Fabric& fabric, const TransferSetting& setting, std::uint64_t seed);

  /// Until all are done and nothing is under way; false if it rests before, or after more than
  /// `most` messages.
  bool run(const std::vector<double>& loads, const std::vector<double>& capacities,
           std::uint64_t most = 400'000'000);

  const TransferCalculations& wired() const { return wired_; }
  const TransferCalculation& at(Node pe) const { return *parts_[pe]; }
  /// Messages of the last run.
  std::uint64_t messages() const { return messages_; }
  std::uint64_t messages(std::size_t kind) const { return by_kind_[kind]; }
  /// What PEs hold once all transfers were made.
  std::vector<double> after(std::vector<double> loads) const;

 private:
  using Pair = std::pair<Node, Node>;

  void send(Node from, const TransferCalculation::Messages& out);

  TransferCalculations wired_;
  std::vector<std::unique_ptr<TransferCalculation>> parts_;
  Random random_;
  std::map<Pair, std::deque<TransferCalculation::Message>> ways_;
  std::vector<Pair> busy_;  ///< ways on which something is
  std::uint64_t messages_ = 0;
  std::vector<std::uint64_t> by_kind_;
};

/// mean(U)/max(U); 1 if all are 0.
double efficiency(const std::vector<double>& loads, const std::vector<double>& capacities);

}  // namespace isobar::test
