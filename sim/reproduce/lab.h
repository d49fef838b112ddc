// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/link/observer.h"
#include "models/measure/phase_log.h"
#include "models/measure/result.h"
#include "sim/config/config_json.h"
#include "sim/terminal/say.h"

namespace isobar {

/// A run as the command line would ask for it, but with ends of phases that are free, as the papers
/// have it (docs/time.md, "The end of a phase").
struct Setup {
  std::string fabric;
  std::string scheme;
  std::string load;                              ///< empty with an application
  std::map<std::string, std::string> more = {};  ///< other keys: until, seed, max_steps, …
};

/// Thrown after Ctrl-C.
struct Interrupted : std::exception {
  const char* what() const noexcept override { return "interrupted"; }
};

/// Runs the papers' experiments: at the level `steps`, whose numbers are exactly
/// those of `cycles`. Everything throws Interrupted as soon as Ctrl-C came.
class Lab {
 public:
  /// Progress lines name `id`.
  explicit Lab(std::string id, Say how = Say::all) : id_(std::move(id)), how_(how) {}

  /// Results in the order of the setups, from runs on all processors.
  std::vector<RunResult> run(const std::vector<Setup>& setups) const;
  /// Runs one setup on one processor.
  RunResult run(const Setup& setup) const;
  RunResult run(const Experiment& experiment) const;
  /// What `isobar run --json -` writes, with `--summary` or whole, at level `cycles`, in the order
  /// of the setups; in processes of their own, as many at once as there are processors. Throws
  /// ValueError for what went wrong in one.
  std::vector<Json> results(const std::vector<Setup>& setups, bool summary = true) const;
  /// The member `application` of results at level `cycles`, in the order of the experiments; in
  /// processes of their own. Throws ValueError for what went wrong in one.
  std::vector<Json> applications(const std::vector<Experiment>& experiments) const;
  /// Runs with an observer, which sees what it would see at level `cycles`.
  RunResult watch(const Experiment& experiment, Observer& observer) const;
  /// Runs and calls `tell` with each phase.
  RunResult phases(const Experiment& experiment, const PhaseLog::Tell& tell) const;

  /// Calls `body` with 0 … `count` − 1, on as many processors as there are, in no order.
  void each(std::size_t count, const std::function<void(std::size_t)>& body) const;

 private:
  std::vector<Json> in_children(std::size_t count,
                                const std::function<std::string(std::size_t)>& job) const;

  std::string id_;
  Say how_;
};

/// The experiment that the command line would make of a setup.
Experiment experiment_of(const Setup& setup);
/// The experiment of a setup with other loads, whose total is at most that of the setup's own.
Experiment experiment_of(const Setup& setup, std::vector<Load> loads);

/// The command line that makes the run: `isobar run --fabric …`.
std::string command_of(const Setup& setup);

}  // namespace isobar
