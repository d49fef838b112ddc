// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/message_driven/hbm.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "models/bits.h"
#include "models/errors.h"
#include "models/schemes/contract/needs.h"
#include "models/schemes/contract/registry.h"
#include "models/schemes/parts/agents.h"
#include "models/schemes/parts/apportion.h"

namespace isobar {

unsigned Hierarchy::levels() const { return static_cast<unsigned>(log2_up(nodes)); }

unsigned Hierarchy::managed(Node node) const {
  unsigned level = 0;
  while (level < levels() && node % (std::uint64_t{2} << level) == 0) ++level;
  return level;
}

Load Hierarchy::left(Node manager, unsigned level) const {
  const auto half = std::uint64_t{1} << (level - 1);
  return static_cast<Load>(std::min(half, nodes - manager));
}

Load Hierarchy::right(Node manager, unsigned level) const {
  const auto half = std::uint64_t{1} << (level - 1);
  return nodes - manager <= half ? 0 : static_cast<Load>(std::min(half, nodes - manager - half));
}

std::optional<Node> Hierarchy::match(Node node, unsigned level) const {
  const Node other = node ^ (Node{1} << (level - 1));
  return other < nodes ? std::optional(other) : std::nullopt;
}

HbmAgent::HbmAgent(const HbmSetting& setting, Node node) : setting_(setting) {
  const auto& tree = setting_.tree;
  domains_.push_back({{}, {}, 1, 0, LoadNews(setting_.update)});
  for (unsigned level = 1; level <= tree.managed(node); ++level) {
    domains_.push_back(
        {{}, {}, tree.left(node, level), tree.right(node, level), LoadNews(setting_.update)});
  }
}

void HbmAgent::start(AgentPe& pe) { load_changed(pe); }

void HbmAgent::word(AgentPe& pe, Node from, const AgentWord& word) {
  if (word.kind == load_word) {
    told(pe, setting_.tree.managed(from) + 1, &Domain::right, word.value);
  } else {
    pe.decides_by(from, imbalance_word);
    give(pe, static_cast<unsigned>(word.detail), word.value);
  }
}

void HbmAgent::tasks(AgentPe& pe, Node from, Load tasks, std::int64_t note) {
  auto& incoming = incoming_[from];
  if (incoming == 0) incoming = note;
  incoming -= tasks;
  load_changed(pe);
}

Load HbmAgent::own(const AgentPe& pe) const {
  Load load = pe.load();
  for (const auto& [from, tasks] : incoming_) load += tasks;
  return load;
}

void HbmAgent::load_changed(AgentPe& pe) {
  const Load load = own(pe);
  if (domains_[0].news.due(pe, load)) pass_up(pe, 0, load);
}

void HbmAgent::timer(AgentPe& pe) {
  for (unsigned level = 0; level < domains_.size(); ++level) {
    auto& domain = domains_[level];
    const Load load = level == 0 ? own(pe) : domain.left.value_or(0) + domain.right.value_or(0);
    if (domain.news.tick(load)) pass_up(pe, level, load);
  }
}

void HbmAgent::pass_up(AgentPe& pe, unsigned level, Load load) {
  if (level + 1 < domains_.size()) {
    told(pe, level + 1, &Domain::left, load);
  } else if (level < setting_.tree.levels()) {
    pe.send_word(setting_.tree.superior(pe.node()), {load_word, load});
  }
}

void HbmAgent::told(AgentPe& pe, unsigned level, std::optional<Load> Domain::*side, Load load) {
  auto& domain = domains_[level];
  domain.*side = load;
  if (domain.right_size == 0) domain.right = 0;
  if (!domain.left || !domain.right) return;
  // Lower levels first.
  if (domain.right_size > 0) balance(pe, level);
  const Load sum = *domain.left + *domain.right;
  if (domain.news.due(pe, sum)) pass_up(pe, level, sum);
}

void HbmAgent::balance(AgentPe& pe, unsigned level) {
  auto& domain = domains_[level];
  // Twice what has to move; of two equal halves their difference.
  const Load sizes = domain.left_size + domain.right_size;
  const auto twice = [&](Load load, Load size, Load other, Load other_size) {
    return scaled(2 * load, other_size, sizes) - scaled(2 * other, size, sizes);
  };
  const bool from_left = *domain.left * domain.right_size > *domain.right * domain.left_size;
  const Load imbalance =
      from_left ? twice(*domain.left, domain.left_size, *domain.right, domain.right_size)
                : twice(*domain.right, domain.right_size, *domain.left, domain.left_size);
  const auto mean = [](Load load, Load size) {
    return static_cast<double>(load) / static_cast<double>(size);
  };
  const double phi =
      std::max(mean(*domain.left, domain.left_size), mean(*domain.right, domain.right_size)) -
      mean(*domain.left + *domain.right, sizes);
  if (!setting_.levels[level - 1].pays(static_cast<double>(imbalance), phi)) return;
  const Load each = share(pe.node(), level, imbalance);
  if (each < setting_.delta_min) return;

  const Node first = pe.node() + (from_left ? 0 : static_cast<Node>(domain.left_size));
  if (setting_.estimates) {
    const Load moved = each * domain.right_size;
    *domain.left += from_left ? -moved : moved;
    *domain.right += from_left ? moved : -moved;
  }
  pe.decides_by(pe.node() + static_cast<Node>(domain.left_size), load_word);
  // As many PEs of the left half have a match as there are in the right one, the lowest.
  pe.send_words(first, static_cast<Node>(domain.right_size),
                {imbalance_word, imbalance, static_cast<std::int64_t>(level)});
  if (from_left) give(pe, level, imbalance);
}

Load HbmAgent::share(Node manager, unsigned level, Load imbalance) const {
  // Every PE of the right half has a match, so its size is the number of pairs.
  return imbalance / (2 * setting_.tree.right(manager, level));
}

void HbmAgent::give(AgentPe& pe, unsigned level, Load imbalance) {
  const Node manager = pe.node() >> level << level;
  const Load given = std::min(pe.load(), share(manager, level, imbalance));
  pe.send_tasks(*setting_.tree.match(pe.node(), level), given, given);
  load_changed(pe);
}

namespace {

const UpdateRule standard_update{Rational(1, 2), 0, 0};

const auto threshold_by_level =
    parameter("threshold",
              "L_threshold: balance if two halves differ by more: t for t*2^i at level i, or one "
              "for each level")
        .range(0, std::numeric_limits<double>::infinity(), "tasks")
        .reals_or_auto("1 unless overhead is given");
const auto estimate_parameter =
    parameter("estimate",
              "1: a manager estimates loads by what it had moved, until they are announced again")
        .formerly("reckon")
        .zero_or_one(true);

std::vector<Profitability> levels_of(const SchemeSetting& setting, unsigned levels) {
  const auto& values = setting.parameters;
  const auto& list = values.get(threshold_by_level);
  const auto given = list.value_or(std::vector<double>());
  const auto common = profitability(list ? std::optional(given.front()) : std::nullopt,
                                    values.get(overhead_parameter()), 1);
  if (given.size() > 1 && given.size() != levels) {
    throw ValueError(fmt::format(
        "threshold must be one number t, for t*2^i at level i, or one for each of the {} levels "
        "of {}, not {} numbers",
        levels, setting.fabric.name(), given.size()));
  }
  std::vector<Profitability> all(levels, common);
  for (unsigned level = 1; level <= levels; ++level) {
    all[level - 1].threshold =
        given.size() > 1 ? given[level - 1] : std::ldexp(common.threshold, static_cast<int>(level));
  }
  return all;
}

std::unique_ptr<MessageDrivenScheme> make(const SchemeSetting& setting) {
  const auto& values = setting.parameters;
  const Hierarchy tree{setting.fabric.pes()};
  const HbmSetting hbm{tree, levels_of(setting, tree.levels()), values.get(delta_min_parameter()),
                       update_rule(values, standard_update), values.get(estimate_parameter)};
  // A domain holds the load of up to N PEs.
  const auto bits = std::min<std::int64_t>(62, setting.load_bits + tree.levels());
  return std::make_unique<Agents>(
      std::vector<WordKind>{{"load", bits},
                            {"imbalance", bits + bits_for(tree.levels() + 1), true, true}},
      [=](Node node) { return std::make_unique<HbmAgent>(hbm, node); }, setting.load_bits);
}

std::vector<Parameter> parameters() {
  return together({{threshold_by_level, overhead_parameter("threshold"), delta_min_parameter()},
                   update_parameters(standard_update),
                   {estimate_parameter}});
}

const RegisterScheme registered({"hbm",
                                 "hierarchical balancing: managers of domains of 2^i PEs balance "
                                 "their two halves",
                                 "Willebeek-LeMair and Reeves 1993, Section III.D, eq. 22-29",
                                 parameters(),
                                 needs_nothing,
                                 {},
                                 make},
                                "HBM",
                                "the halves of a domain must differ by more than `threshold`; a "
                                "smaller one balances smaller differences");

}  // namespace
}  // namespace isobar
