// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "models/schemes/contract/agent.h"
#include "models/schemes/hetero/load_measurement.h"
#include "models/schemes/hetero/transfer_calculation.h"
#include "models/schemes/hetero/tree_reduction.h"
#include "models/workloads/task_card.h"

namespace isobar {

/// What PEs have more or less of, and tasks need.
enum class Resource : std::uint8_t { time, memory };

/// The resources that are balanced, as one PE has them: its load and capacity of each, how all PEs
/// use it (a reduction), and what is to be moved (a calculation). Each takes the same kinds
/// of message, one resource after the other.
class Resources {
 public:
  using Messages = TransferCalculation::Messages;
  using Loads = std::vector<double>;  ///< by resource

  Resources(const std::vector<Resource>& which, const TreePlace& place, Node pes,
            const std::function<std::unique_ptr<TransferCalculation>()>& calculation);
  /// The kinds of all messages, `bits` a number. `calculation`: what one calculation says.
  static std::vector<WordKind> kinds(const std::vector<Resource>& which,
                                     const std::vector<TransferCalculation::Kind>& calculation,
                                     std::int64_t bits);

  std::size_t size() const { return all_.size(); }
  Resource kind(std::size_t i) const { return all_[i].kind; }

  /// What an iteration has shown; tasks of so many bytes in so much memory.
  void measure(const LoadMeasurement& time, std::int64_t bytes, std::int64_t memory);
  /// L_i less `given`, which is below 0 if it was got.
  void give(const Loads& given);

  /// This PE's utilizations, once a reduction. Its time counts as `longest` in max U if that is
  /// more: that of one executor by one task.
  void contribute(Messages& out, double longest);
  /// The utilization of an executor, one of so many of this PE, by a task.
  double of_executor(const TaskCard& card, unsigned executors) const;
  /// Takes a message of one of all kinds. Returns whether it belonged to a reduction.
  bool hear(Node from, std::size_t kind, const TreeReduction::Pair& said, Messages& out);
  /// Whether the reductions are over. What they brought then holds until the next ones are over:
  bool are_told();
  Loads told() const;  ///< ΣU and max U of each
  double mean(std::size_t i) const { return all_[i].told.first / pes_; }
  double max(std::size_t i) const { return all_[i].told.second; }
  bool is_adequate(std::size_t i, double eff_min) const;
  /// The resource that limits: U_avg/U_max is the least.
  std::size_t least_even() const;
  /// The largest U_max/U_avg that is too much; 0: none is.
  double worst(double eff_min) const;

  void calculate(Messages& out);
  bool are_calculated() const;
  /// ΔL by partner, where it is not 0.
  std::map<Node, Loads> transfers() const;

  /// What a task needs.
  double load_of(std::size_t i, const TaskCard& card) const;
  Loads loads_of(const TaskCard& card) const;
  /// In a unit that makes resources comparable: U_avg of this PE.
  Loads comparable(Loads loads) const;
  /// The load of the resource that the task needs most of, in that unit.
  double most_of(const TaskCard& card) const;
  /// The most that a transfer moves of any resource, in that unit.
  double weight(const Loads& transfer) const;

 private:
  struct One {
    Resource kind;
    TreeReduction reduction;
    std::unique_ptr<TransferCalculation> calculation;
    double load = 0;      ///< L_i
    double capacity = 1;  ///< C_i
    TreeReduction::Pair told = {};
    bool is_told = false;
  };

  void number(Messages& messages, std::size_t first, std::size_t i, std::size_t of_calculation);

  std::vector<One> all_;
  std::size_t kinds_;  ///< of message that each resource takes
  double pes_;
  double per_work_ = 1;  ///< load of time
};

}  // namespace isobar
