// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/workloads/applications/iterations.h"

namespace isobar::test {

/// The schemes of the six phases.
extern const std::vector<std::string> six_phases_methods;

/// Persistent tasks on the PEs of a fabric, for the six phases of Watts, Rieffel and Taylor.
struct World {
  Fabric fabric;
  TaskSet tasks;
  std::int64_t iterations = 6;
  std::vector<Rational> speeds;
  std::vector<std::int64_t> memories;
  std::vector<std::int64_t> besides{};  ///< bytes that PEs need besides their tasks
  WorkInTurn work{};
};

/// The world under a scheme, `hetero-hbm:balance=both` say.
Experiment experiment(const World& world, const std::string& scheme);

/// What a run came to.
struct Outcome {
  bool finished = false;
  std::int64_t executed = 0;
  Cycle alone = 0;
  std::vector<double> efficiencies;  ///< by iteration
  std::vector<Cycle> longest;        ///< by iteration
  std::vector<Load> moved;           ///< by iteration, until its end
  std::vector<Load> tasks;           ///< by iteration
  std::vector<Cycle> total;          ///< by iteration: work, on PEs that are all of speed 1
  std::vector<std::int64_t> off_pe;  ///< by iteration: bytes
  std::map<std::string, std::int64_t> statistics;
  std::vector<std::int64_t> last_bytes;  ///< by PE: that its tasks took in the last iteration
  std::vector<Cycle> last_cycles;        ///< by PE: that it worked in the last iteration
  std::vector<std::int64_t> words;       ///< by kind
};

/// Runs in a child process.
Outcome run(const Experiment& e);

/// A ring product, mesh or random graph, as rapidcheck draws it.
Fabric any_fabric();
/// Speeds spread over 1:40, tasks of unequal work anywhere, tied at random.
World any_world();
std::int64_t count_of(const TaskSet& tasks);

}  // namespace isobar::test
