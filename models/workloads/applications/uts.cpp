// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/applications/uts.h"

#include <algorithm>
#include <memory>

namespace isobar {

Uts::Uts(const UtsTree::Setting& setting, Cycle work, Node nodes)
    : tree_(setting), work_(work), pes_(nodes) {
  waiting_.add(tree_.root());
}

std::vector<Load> Uts::initial_loads() const {
  std::vector<Load> loads(pes_, 0);
  loads.front() = 1;
  return loads;
}

Cycle Uts::work(TaskId /*task*/) { return work_; }

std::int64_t Uts::finish(TaskId task) {
  const auto node = waiting_.take(task);
  const auto children = tree_.children(node);
  for (std::int64_t child = 0; child < children; ++child) {
    waiting_.add(tree_.child(node, static_cast<std::uint32_t>(child)));
  }
  ++nodes_;
  if (children == 0) ++leaves_;
  depth_ = std::max(depth_, node.depth);
  return children;
}

ApplicationStatistics Uts::statistics() const {
  return {{"nodes", nodes_}, {"leaves", leaves_}, {"depth", depth_}};
}

namespace {

std::unique_ptr<Application> make_uts(const ApplicationSetting& setting) {
  const auto given = [&](const char* name) -> double { return setting.parameters.at(name); };
  UtsTree::Setting tree;
  tree.type = static_cast<UtsTree::Type>(given("t"));
  tree.shape = static_cast<UtsTree::Shape>(given("a"));
  tree.depth = static_cast<std::int32_t>(given("d"));
  tree.breadth = given("b");
  tree.seed = static_cast<std::uint32_t>(given("r"));
  tree.q = given("q");
  tree.m = static_cast<std::int64_t>(given("m"));
  tree.shift = given("f");
  return std::make_unique<Uts>(tree, static_cast<Cycle>(given("work")), setting.nodes);
}

const RegisterApplication registered(
    {"uts",
     "unbalanced tree search: a task is a node of a random tree and creates its children",
     "Olivier et al., UTS: An Unbalanced Tree Search Benchmark, LCPC 2006",
     {{"t", "", 1, 0, 3, true, "type: 0 binomial, 1 geometric, 2 hybrid, 3 balanced"},
      {"a", "", 0, 0, 3, true, "shape of a geometric tree: 0 linear, 1 expdec, 2 cyclic, 3 fixed"},
      {"d", "", 6, 1, 1e6, true, "depth of a geometric, hybrid or balanced tree"},
      {"b", "", 4, 0, 1e6, false, "children: mean of a geometric node, of a binomial root"},
      {"r", "", 0, 0, 2147483647, true, "seed of the tree"},
      {"q", "", 15.0 / 64, 0, 1, false, "probability that a binomial node has children"},
      {"m", "", 4, 0, 100, true, "children of a binomial node that has any"},
      {"f", "", 0.5, 0, 1, false, "part of d down to which a hybrid tree is geometric"},
      {"work", "cycles", 100, 1, 1e15, true, "work of a node"}},
     true,
     make_uts,
     {{"nodes", "", "nodes of the tree"},
      {"leaves", "", "nodes without children"},
      {"depth", "", "depth of the tree"}}});

}  // namespace
}  // namespace isobar
