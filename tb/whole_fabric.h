// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/experiment/rtl_parameters.h"
#include "models/link/task.h"
#include "models/measure/meter.h"
#include "models/measure/result.h"
#include "tb/verilated_library.h"

namespace isobar {

/// The first difference between a fabric of RTL and the level `steps`.
struct FabricMismatch {
  std::int64_t step = 0;
  Cycle cycle = 0;               ///< from 0 at the run's start; at a step end the cycle after it
  std::optional<Node> node;      ///< the PE; none if the whole fabric differs
  std::optional<unsigned> port;  ///< the fabric's port that a differing link leaves
  std::string quantity;
  std::string rtl;
  std::string model;
};

/// The module that is the whole fabric of these parameters, `own` in the place of sources of the
/// same names. Throws what rtl_fabric_options throws.
RtlTop rtl_fabric(const RtlParameters& parameters, const OwnRtl& own = {});

struct WholeResult {
  std::optional<FabricMismatch> mismatch;
  std::optional<RunResult> run;           ///< if nothing differed: the result of both
  std::vector<std::vector<Task>> queues;  ///< if nothing differed: the RTL's queues, oldest first
  std::int64_t pe_cycles = 0;             ///< those of the run, without filling and emptying queues
  std::int64_t compared = 0;              ///< how many numbers and tasks were compared
  std::int64_t events = 0;  ///< of work stealing: messages, and tasks fetched and offered
  double seconds = 0;       ///< the time that the RTL took for the cycles of the run
};

/// What a whole fabric of RTL shows in a cycle.
class FabricOutputs {
 public:
  /// Counters of a link: its busy cycles.
  enum class Counter : std::uint8_t { transfers, words, setups };
  static constexpr unsigned error_bits = 3;  ///< of a PE

  virtual std::uint64_t load(Node node) const = 0;
  virtual std::uint64_t errors(Node node) const = 0;
  /// `port` counts the RTL's ports of all PEs.
  virtual std::uint64_t counter(Counter kind, std::size_t port) const = 0;

 protected:
  FabricOutputs() = default;
  FabricOutputs(const FabricOutputs&) = default;
  FabricOutputs& operator=(const FabricOutputs&) = default;
  ~FabricOutputs() = default;
};

/// Watches a whole fabric of RTL.
class FabricWatcher {
 public:
  virtual ~FabricWatcher() = default;
  /// Called in every cycle of the run, before which `steps` steps have ended in the model.
  virtual void cycle(Cycle now, std::int64_t steps, const FabricOutputs& outputs) = 0;

 protected:
  FabricWatcher() = default;
  FabricWatcher(const FabricWatcher&) = default;
  FabricWatcher& operator=(const FabricWatcher&) = default;
};

/// Runs an experiment in a whole fabric of RTL, without SystemC, beside the level `steps`.
/// `library` is isobar_fabric with the rtl_fabric_options() of `parameters`. It compares every load
/// at the start, which is the first cycle after the reset if there is no task and no application;
/// the cycle and every load at every step end; and at the end the transfer, word and set-up cycles
/// of every link, and whether every task is still there, once and unaltered. Where an application
/// runs, its executors do at the RTL's streams what they do in the model, and in every cycle it is
/// compared which tasks are accepted and which are handed out; at the end the queues must be the
/// model's. The first difference ends the run. `watch` is called at every step end at which nothing
/// differs; the run ends there if it returns false. Memory does not grow with the length of the
/// run. `watcher` may be null. `mutant` is switched on in a library that has some; 0 is none.
/// Throws ValueError for tasks of 32 bits or less, whose bits do not contain their identity;
/// ModelError if the library has another number of PEs; and what run_steps throws.
WholeResult run_whole_fabric(const Experiment& experiment, const RtlParameters& parameters,
                             const VerilatedLibrary& library, const Watch& watch = {},
                             FabricWatcher* watcher = nullptr, std::uint64_t mutant = 0);

}  // namespace isobar
