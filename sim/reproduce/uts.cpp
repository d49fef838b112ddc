// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "sim/reproduce/counted.h"
#include "sim/reproduce/lab.h"
#include "sim/reproduce/papers.h"

namespace isobar {
namespace {

struct SampleTree {
  std::string name;
  std::string parameters;
  std::int64_t nodes;
  std::int64_t depth;
  std::int64_t leaves;
};

/// Sample trees of the benchmark, with their published sizes.
const std::vector<SampleTree> trees = {
    {"T1", "t=1,a=3,d=10,b=4,r=19", 4'130'071, 10, 3'305'118},
    {"T3", "t=0,b=2000,q=0.124875,m=8,r=42", 4'112'897, 1'572, 3'599'034},
    {"T5", "t=1,a=0,d=20,b=4,r=34", 4'147'582, 20, 2'181'318},
};

Reproduction sample_trees(Lab& lab) {
  const std::vector<std::string> fabrics = {"torus:8x8", "hypercube:6", "hhc:5"};
  const std::vector<std::string> schemes = {"lm-c5", "rid", "steal"};
  Reproduction r;
  r.table.columns = {"tree",  "fabric", "scheme",  "nodes",
                     "depth", "leaves", "speedup", "time (cycles)"};
  std::vector<Setup> setups;
  for (const auto& tree : trees) {
    for (const auto& fabric : fabrics) {
      for (const auto& scheme : schemes) {
        setups.push_back({fabric, scheme, "", {{"app", "uts:" + tree.parameters}}});
      }
    }
  }
  const auto results = lab.results(setups);
  auto result = results.begin();
  for (const auto& tree : trees) {
    Count equal;
    for (const auto& fabric : fabrics) {
      for (const auto& scheme : schemes) {
        const auto& application = (result++)->at("application");
        const auto& figures = application.at("statistics");
        const std::int64_t nodes = figures.at("nodes");
        const std::int64_t depth = figures.at("depth");
        const std::int64_t leaves = figures.at("leaves");
        equal.add(nodes == tree.nodes && depth == tree.depth && leaves == tree.leaves);
        r.table.rows.push_back({tree.name, fabric, scheme, nodes, depth, leaves,
                                application.at("speedup").get<double>(),
                                application.at("finished").get<std::int64_t>()});
      }
    }
    r.comparisons.push_back(
        claim_always(tree.name + ": nodes, depth and leaves, by schemes and fabrics",
                     fmt::format("{}, {}, {}", tree.nodes, tree.depth, tree.leaves), equal));
  }
  r.remarks = {"A node is 100 cycles of work, and a task that creates its children."};
  return r;
}

}  // namespace

std::vector<ReproductionEntry> uts_reproductions() {
  return {{"uts-trees", "S. Olivier et al., UTS: An Unbalanced Tree Search Benchmark",
           "sample trees T1, T3 and T5", "Tree search finds every node, whatever balances it",
           sample_trees, true}};
}

}  // namespace isobar
