// SPDX-License-Identifier: Apache-2.0
// Faults of links and between PEs are seen by the co-simulation of the whole fabric. All of them
// are tried in tests/tb/mutants_test.cpp.
#include <algorithm>
#include <set>

#include "tb/mutants/netlist.h"
#include "tb/whole_fabric.h"
#include "tests/catch.h"
#include "tests/support/experiments.h"

using namespace isobar;

namespace {

/// A ring of three PEs with links of two registers, and its mutants.
class MutatedRing {
 public:
  const std::vector<Mutant>& mutants() const { return netlist_.mutants; }

  /// What differs first with the mutant of this name; empty: nothing.
  std::string differs(const std::string& key) const {
    const auto found = std::find_if(mutants().begin(), mutants().end(),
                                    [&](const Mutant& mutant) { return mutant.key() == key; });
    return found == mutants().end() ? "there is no such mutant" : differs(found->number);
  }
  std::string differs(std::uint64_t mutant) const {
    const auto result = run_whole_fabric(experiment_, parameters_, library_, {}, nullptr, mutant);
    return result.mismatch ? result.mismatch->quantity : "";
  }

 private:
  static Experiment experiment() {
    auto e = test::experiment("ring:3", "lm-c5", std::vector<Load>{6, 1, 0});
    e.links[0] = LinkTiming({e.clock, 2, 0}, e.clock);
    e.task_bits = 34;
    e.queue_depth = 8;
    e.goal = {Goal::Kind::steps, 12};
    e.max_steps = 12;
    return e;
  }

  Experiment experiment_ = experiment();
  RtlParameters parameters_ = RtlParameters::of(experiment_);
  MutantNetlist netlist_ = make_fabric_mutant_netlist(parameters_);
  VerilatedLibrary library_{RtlTop{"isobar_fabric", {}, netlist_.file}};
};

}  // namespace

TEST_CASE("a mutant of a link or of the fabric is seen by the whole fabric",
          "[rtl][mutants][long]") {
  const MutatedRing ring;
  CHECK(ring.differs(0).empty());

  std::set<std::string> parts;
  std::set<std::string> keys;
  for (const auto& mutant : ring.mutants()) {
    parts.insert(mutant.part);
    CHECK(keys.insert(mutant.key()).second);
    CHECK(mutant.line > 0);
  }
  CHECK(parts == std::set<std::string>{"isobar_fabric", "isobar_link"});

  const std::string link = "isobar_link: u_fabric.g_node[1].g_dimension[0].u_from_successor";
  CHECK(ring.differs(link + ": a cycle less") == "errors");
  CHECK(ring.differs(link + ": a cycle more") == "errors");
  CHECK(ring.differs(link + ": valid after the reset").empty());  // which the run waits for
  CHECK(ring.differs("isobar_fabric: PE 1 port 1: hears its dimension's other port") == "load");
  CHECK(ring.differs("isobar_fabric: PE 1 port 1: hears nothing") == "load");
  CHECK(ring.differs("isobar_fabric: PE 2 obs_load_o: the next PE's") == "load");
  CHECK(ring.differs("isobar_fabric: PE 0 sink: the next PE's") == "load");
}
