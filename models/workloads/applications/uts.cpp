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

const auto t_parameter =
    parameter("t", "type: 0 binomial, 1 geometric, 2 hybrid, 3 balanced").range(0, 3).whole(1);
const auto a_parameter =
    parameter("a", "shape of a geometric tree: 0 linear, 1 expdec, 2 cyclic, 3 fixed")
        .range(0, 3)
        .whole(0);
const auto d_parameter =
    parameter("d", "depth of a geometric, hybrid or balanced tree").range(1, 1e6).whole(6);
const auto b_parameter =
    parameter("b", "children: mean of a geometric node, of a binomial root").range(0, 1e6).real(4);
const auto r_parameter = parameter("r", "seed of the tree").range(0, 2147483647).whole(0);
const auto q_parameter =
    parameter("q", "probability that a binomial node has children").range(0, 1).real(15.0 / 64);
const auto m_parameter =
    parameter("m", "children of a binomial node that has any").range(0, 100).whole(4);
const auto f_parameter =
    parameter("f", "part of d down to which a hybrid tree is geometric").range(0, 1).real(0.5);
const auto work_parameter = parameter("work", "work of a node").range(1, 1e15, "cycles").whole(100);

std::unique_ptr<Application> make_uts(const ApplicationSetting& setting) {
  const auto& values = setting.parameters;
  UtsTree::Setting tree;
  tree.type = static_cast<UtsTree::Type>(values.get(t_parameter));
  tree.shape = static_cast<UtsTree::Shape>(values.get(a_parameter));
  tree.depth = static_cast<std::int32_t>(values.get(d_parameter));
  tree.breadth = values.get(b_parameter);
  tree.seed = static_cast<std::uint32_t>(values.get(r_parameter));
  tree.q = values.get(q_parameter);
  tree.m = values.get(m_parameter);
  tree.shift = values.get(f_parameter);
  return std::make_unique<Uts>(tree, values.get(work_parameter), setting.nodes);
}

const RegisterApplication registered(
    {"uts",
     "unbalanced tree search: a task is a node of a random tree and creates its children",
     "Olivier et al., UTS: An Unbalanced Tree Search Benchmark, LCPC 2006",
     {t_parameter, a_parameter, d_parameter, b_parameter, r_parameter, q_parameter, m_parameter,
      f_parameter, work_parameter},
     true,
     make_uts,
     {{"nodes", "", "nodes of the tree"},
      {"leaves", "", "nodes without children"},
      {"depth", "", "depth of the tree"}}});

}  // namespace
}  // namespace isobar
