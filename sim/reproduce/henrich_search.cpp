// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "models/workloads/application.h"
#include "sim/reproduce/henrich.h"
#include "sim/reproduce/lab.h"

namespace isobar {
namespace {

/// An unbalanced tree that is searched, and how many nodes it has.
struct Tree {
  std::string text;
  std::int64_t nodes;
};

const std::vector<Tree> two_trees = {
    {"t=1,a=3,d=9,b=4,r=19", 1'031'269},
    {"t=0,b=2000,q=0.124875,m=8,r=44", 2'056'817},
};
/// The trees by size.
const std::vector<Tree> twenty_trees = {
    {"t=1,a=3,d=12,b=4,r=5", 1'009'332},
    {"t=1,a=3,d=9,b=4,r=19", 1'031'269},
    {"t=0,b=2000,q=0.12496,m=8,r=0", 1'123'553},
    {"t=1,a=3,d=10,b=4,r=1", 1'771'742},
    {"t=1,a=3,d=10,b=4,r=15", 1'915'185},
    {"t=0,b=2000,q=0.124875,m=8,r=44", 2'056'817},
    {"t=1,a=3,d=10,b=4,r=9", 2'633'347},
    {"t=1,a=3,d=11,b=4,r=13", 3'097'850},
    {"t=0,b=2000,q=0.124875,m=8,r=42", 4'112'897},
    {"t=1,a=3,d=10,b=4,r=19", 4'130'071},
    {"t=1,a=0,d=20,b=4,r=34", 4'147'582},
    {"t=1,a=3,d=11,b=4,r=11", 5'283'758},
    {"t=1,a=0,d=20,b=4,r=36", 6'678'348},
    {"t=1,a=0,d=20,b=4,r=31", 7'110'374},
    {"t=0,b=2000,q=0.124875,m=8,r=45", 8'509'785},
    {"t=1,a=3,d=11,b=4,r=9", 10'540'419},
    {"t=0,b=2000,q=0.124875,m=8,r=43", 19'798'673},
    {"t=1,a=3,d=11,b=4,r=0", 26'779'961},
    {"t=1,a=3,d=11,b=4,r=7", 30'659'653},
    {"t=1,a=3,d=13,b=4,r=29", 102'181'082},
};

/// Three conditions that only share, three that also balance, and the schemes they are compared
/// with.
const std::vector<std::string> schemes_compared = {"lm-c0", "lm-c1", "lm-c2", "lm-c3",
                                                   "lm-c4", "lm-c5", "nna"};
constexpr std::size_t c0 = 0;
constexpr std::size_t c3 = 3;
constexpr std::size_t c5 = 5;
constexpr std::size_t nna = 6;

constexpr const char* fabric = "torus:128x128";
constexpr Cycle node_cycles = 100;  ///< its work, a cycle to fetch and one to put it
constexpr Load depth = 1 << 15;
constexpr std::int64_t c0_steps = 1'000;  ///< under it no search ends

struct Search {
  const Tree* tree;
  std::int64_t per_shift;  ///< nodes that a PE can work on in one slot
  std::size_t scheme;
};

struct Outcome {
  bool finished = false;
  std::int64_t steps = 0;
  Cycle cycles = 0;
  double done = 0;        ///< part of the tree
  double efficiency = 0;  ///< work / (PEs · cycles)
};

/// Links on which a slot, word and task, lasts as long as `per_shift` nodes.
LinkTiming links_of(const Search& search, const Experiment& e) {
  const bool hears = search.scheme >= 2;
  const std::int64_t bits = e.task_bits + (hears ? e.load_bits : 0);
  const Cycle rest = hears ? 3 : 2;  // the decision, and a register for each message
  const Rational cycles_per_bit(node_cycles * search.per_shift - rest, bits);
  return {{e.clock / cycles_per_bit, 1, 0}, e.clock};
}

Outcome measure(const Lab& lab, const Search& search, std::int64_t most_steps) {
  auto e = experiment_of(
      {fabric,
       schemes_compared[search.scheme],
       "point:1@0",
       {{"queue_depth", fmt::format("{}", depth)}, {"max_steps", fmt::format("{}", most_steps)}}});
  for (auto& link : e.links) link = links_of(search, e);
  e.goal = {Goal::Kind::finished, 0};
  e.fetch = QueueEnd::newest;
  const auto choice =
      ApplicationChoice::parse(fmt::format("uts:{},work={}", search.tree->text, node_cycles - 2));
  e.application = [&] {
    return choice.entry->make({e.fabric.pes(), 1, e.clock, choice.parameters});
  };
  const auto run = lab.run(e);
  const auto& app = *run.application;
  Cycle work = 0;
  for (const auto& account : app.executor_counters) work += account.work;
  Outcome outcome;
  outcome.finished = app.finished.has_value();
  outcome.steps = run.run.steps;
  outcome.cycles = app.finished.value_or(run.run.cycles);
  outcome.done = static_cast<double>(app.executed) / static_cast<double>(search.tree->nodes);
  outcome.efficiency = static_cast<double>(work) / static_cast<double>(e.fabric.pes()) /
                       static_cast<double>(outcome.cycles);
  return outcome;
}

/// The results of one tree at one work per shift, by scheme.
using Row = std::array<Outcome, nna + 1>;

/// Nodes that a PE can work on in one shift.
constexpr std::array<std::int64_t, 3> per_shift = {1, 10, 100};

struct Study {
  const std::vector<Tree>& trees;
  std::vector<Row> rows;  ///< by tree, then work per shift

  const Row& at(std::size_t tree, std::size_t w) const { return rows[tree * per_shift.size() + w]; }
};

Study conduct(const Lab& lab, const std::vector<Tree>& trees) {
  Study study{trees, {}};
  study.rows.resize(trees.size() * per_shift.size());
  const auto run = [&](std::size_t row, std::size_t scheme, std::int64_t most_steps) {
    const Search search{&trees[row / per_shift.size()], per_shift[row % per_shift.size()], scheme};
    study.rows[row][scheme] = measure(lab, search, most_steps);
  };
  constexpr std::int64_t ample = 10'000'000;
  // The largest run first: the last ones are short, so no processor waits long for another.
  const auto last = study.rows.size() * schemes_compared.size() - 1;
  lab.each(last + 1, [&](std::size_t i) {
    const auto row = (last - i) / schemes_compared.size();
    const auto scheme = (last - i) % schemes_compared.size();
    run(row, scheme, scheme == c0 ? c0_steps : ample);
  });
  return study;
}

/// Cycles of a search; one that does not end counts as longer than all others.
Cycle time_of(const Outcome& outcome) {
  return outcome.finished ? outcome.cycles : std::numeric_limits<Cycle>::max();
}

/// In how many cases a statement holds.
struct Count {
  std::size_t holds = 0;
  std::size_t cases = 0;

  void add(bool held) {
    ++cases;
    if (held) ++holds;
  }
};

std::string text(const Count& count) { return fmt::format("{} of {}", count.holds, count.cases); }

bool is_binomial(const Tree& tree) { return tree.text.substr(0, 3) == "t=0"; }

template <class Statement>
Comparison held(const Study& study, const std::string& what, const std::string& published,
                const Statement& statement, const std::string& why) {
  Count whole;
  std::string parts;
  for (const bool binomial : {false, true}) {
    for (std::size_t w = 0; w < per_shift.size(); ++w) {
      Count part;
      for (std::size_t tree = 0; tree < study.trees.size(); ++tree) {
        if (is_binomial(study.trees[tree]) != binomial) continue;
        part.add(statement(study.at(tree, w)));
        whole.add(statement(study.at(tree, w)));
      }
      parts +=
          fmt::format("{}{} at {} a shift", parts.empty() ? "" : ", ", text(part), per_shift[w]);
    }
    parts += binomial ? " in binomial trees" : " in geometric trees";
  }
  const bool agrees = whole.holds == whole.cases;
  return claim(what, published, fmt::format("in {} cases: {}", text(whole), parts), agrees, why);
}

bool balancing_beats_sharing(const Row& row) {
  const auto worst = std::max({time_of(row[3]), time_of(row[4]), time_of(row[5])});
  return worst < std::min({time_of(row[0]), time_of(row[1]), time_of(row[2])});
}

bool balancing_beats_nna(const Row& row) {
  return std::max({time_of(row[3]), time_of(row[4]), time_of(row[5])}) < time_of(row[nna]);
}

bool c5_is_best_of_liquid(const Row& row) {
  return std::all_of(row.begin(), row.begin() + nna,
                     [&](const Outcome& o) { return time_of(row[c5]) <= time_of(o); });
}

/// By how much of the quickest Liquid condition's time C5 takes longer, at most.
double c5_behind(const Study& study) {
  double most = 0;
  for (const auto& row : study.rows) {
    for (std::size_t scheme = c0; scheme < nna; ++scheme) {
      if (!row[scheme].finished) continue;
      most = std::max(
          most, static_cast<double>(row[c5].cycles) / static_cast<double>(row[scheme].cycles) - 1);
    }
  }
  return most;
}

/// The efficiency, a geometric mean over the trees.
Series curve(const Study& study, std::size_t scheme) {
  Series series{schemes_compared[scheme], {}};
  for (std::size_t w = 0; w < per_shift.size(); ++w) {
    double logs = 0;
    for (std::size_t tree = 0; tree < study.trees.size(); ++tree) {
      logs += std::log(study.at(tree, w)[scheme].efficiency);
    }
    series.points.emplace_back(per_shift[w],
                               std::exp(logs / static_cast<double>(study.trees.size())));
  }
  return series;
}

Reproduction searches(const Lab& lab, const std::vector<Tree>& trees) {
  const auto study = conduct(lab, trees);
  Reproduction r;
  r.table.columns = {"tree (uts)", "nodes",  "work per shift (nodes)", "scheme",
                     "steps",      "cycles", "tree searched (%)",      "efficiency"};
  for (std::size_t tree = 0; tree < study.trees.size(); ++tree) {
    for (std::size_t w = 0; w < per_shift.size(); ++w) {
      for (std::size_t scheme = 0; scheme <= nna; ++scheme) {
        const auto& o = study.at(tree, w)[scheme];
        r.table.rows.push_back({study.trees[tree].text, study.trees[tree].nodes, per_shift[w],
                                schemes_compared[scheme], o.steps, o.cycles, 100 * o.done,
                                o.efficiency});
      }
    }
  }
  r.plot = {"Tree search on a 128 × 128 torus", "work per shift (nodes)",
            "efficiency: work / (PEs · cycles)", true, true};
  for (std::size_t scheme = c0 + 1; scheme <= nna; ++scheme) {
    r.plot.series.push_back(curve(study, scheme));
  }
  const std::string one_a_shift =
      "a PE hands on one task a shift and works on many nodes meanwhile, but below a node of a "
      "tree lie on the average no more than as many as it is deep";
  r.comparisons = {
      held(study, "each of C3, C4, C5 quicker than each of C0, C1, C2",
           "C0 through C2 are average, C3 through C5 very efficient", balancing_beats_sharing,
           "in a binomial tree PE 0 hands on the root's 2,000 children one a shift under every "
           "condition, which leaves less between them"),
      held(study, "each of C3, C4, C5 quicker than NNA", "all of them outperform the NNA method",
           balancing_beats_nna,
           one_a_shift + "; NNA moves as many as it needs in one transfer, and pays for each"),
      held(study, "C5 the quickest of the Liquid conditions", "the best overall run time",
           c5_is_best_of_liquid,
           fmt::format("elsewhere it takes up to {:.0f} % longer than the quickest of them",
                       100 * c5_behind(study))),
  };
  r.remarks = {
      "The paper's instances are scheduling problems, on 16,384 PEs of a MasPar MP-1, and it gives "
      "no numbers. Here unbalanced trees (UTS, geometric and binomial) are searched; the root "
      "starts on PE 0, every PE works depth-first and hands on its oldest task.",
      fmt::format(
          "A node takes {} cycles, one to fetch and one to put it among them. The links are "
          "such that a slot lasts as long as the given number of nodes; NNA has those of C5, "
          "and takes longer the more it moves.",
          node_cycles),
      fmt::format(
          "Under C0 a search does not even begin: the root, alone on its PE, is sent on before it "
          "can be worked on (docs/executor.md). It got {} steps.",
          c0_steps)};
  return r;
}

}  // namespace

Reproduction henrich_section5(Lab& lab) { return searches(lab, twenty_trees); }

Reproduction henrich_section5_two(Lab& lab) { return searches(lab, two_trees); }

}  // namespace isobar
