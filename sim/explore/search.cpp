// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <boost/random/uniform_int_distribution.hpp>
#include <cmath>
#include <pagmo/utils/multi_objective.hpp>
#include <string>
#include <unordered_set>
#include <utility>

#include "sim/explore/design.h"
#include "sim/explore/genes.h"
#include "sim/explore/places.h"
#include "sim/explore/screening.h"

namespace isobar {
namespace {

constexpr std::size_t children_per_place = 10;  // one of them is chosen
constexpr std::size_t mutations_until_new = 5;
constexpr std::size_t tries_per_point = 100;

/// The square root of the budget: about as many generations as points in each.
std::size_t population_of(const DesignPlan& design) {
  if (design.population > 0) return static_cast<std::size_t>(design.population);
  const double root = std::sqrt(static_cast<double>(design.points));
  return 4 * static_cast<std::size_t>(std::clamp(std::round(root / 4), 2.0, 50.0));
}

/// A point, and the genes that gave it.
struct Individual {
  Genes genes;
  Assignment point;
  std::vector<double> coordinates;
  std::vector<double> objectives;  ///< empty: not known yet, or it failed
};

class Search {
 public:
  Search(const Space& space, const Evaluate& evaluate)
      : space_(space),
        evaluate_(evaluate),
        left_(static_cast<std::size_t>(space.plan().design.points)),
        population_(population_of(space.plan().design)),
        breeding_(space.axes(), space.plan().design.seed),
        screening_(space.axes()),
        random_(random_stream(space.plan().design.seed, "search")) {}

  void run() {
    bool goes_on = ask(first_generation());
    while (goes_on && left_ > 0) {
      auto children = breed();
      if (children.empty()) break;
      goes_on = ask(choose(std::move(children)));
    }
    if (goes_on && left_ > 0) goes_on = ask(the_rest());
    if (goes_on && asked_.empty()) throw no_point_left(space_);
  }

 private:
  using Individuals = std::vector<Individual>;
  using Rows = Screening::Rows;

  /// The size of the next generation: the population's, or what the budget leaves.
  std::size_t wanted() const { return std::min(population_, left_); }

  /// Adds the point of these genes, unless there is none or it has been met before.
  bool add(const Genes& genes, std::unordered_set<std::string>& met, Individuals& to) {
    const auto places = breeding_.places(genes);
    auto point = space_.at(places);
    if (!point) return false;
    auto name = identity(*point);
    if (asked_.count(name) > 0 || !met.insert(std::move(name)).second) return false;
    auto coordinates = screening_.coordinates(*point, places);
    to.push_back({genes, *std::move(point), std::move(coordinates), {}});
    return true;
  }

  void add_random(std::unordered_set<std::string>& met, Individuals& to) {
    for (std::size_t i = 0; i < tries_per_point * wanted() && to.size() < wanted(); ++i) {
      add(breeding_.genes(random_places(space_.axes().size(), random_)), met, to);
    }
  }

  Individuals first_generation() {
    Individuals first;
    std::unordered_set<std::string> met;
    for (const auto& places : latin_hypercube(wanted(), space_.axes().size(), random_)) {
      add(breeding_.genes(places), met, first);
    }
    add_random(met, first);
    return first;
  }

  /// Children of the population, all new, from whom a generation is chosen.
  Individuals breed() {
    Individuals children;
    std::unordered_set<std::string> met;
    const auto enough = children_per_place * wanted();
    for (std::size_t i = 0; i < enough && !parents_.empty(); ++i) {
      auto genes = breeding_.child(parent(), parent());
      for (std::size_t k = 0; !add(genes, met, children) && k < mutations_until_new; ++k) {
        breeding_.mutate(genes);
      }
    }
    add_random(met, children);
    return children;
  }

  /// By a tournament of two; the better stand first.
  const Genes& parent() {
    boost::random::uniform_int_distribution<std::size_t> draw(0, parents_.size() - 1);
    const auto one = draw(random_);
    const auto other = draw(random_);
    return parents_[std::min(one, other)].genes;
  }

  Individuals choose(Individuals children) {
    if (children.size() <= wanted() || parents_.empty()) {
      children.resize(std::min(children.size(), wanted()));
      return children;
    }
    Rows coordinates;
    for (const auto& child : children) coordinates.push_back(child.coordinates);
    // One place in four is filled without the surrogate, so that what it misjudges gets a chance.
    const auto best = screening_.best(coordinates, wanted() - wanted() / 4);
    std::vector<bool> taken(children.size());
    Individuals chosen;
    const auto take = [&](std::size_t i) {
      taken[i] = true;
      chosen.push_back(std::move(children[i]));
    };
    for (const auto i : best) take(i);
    for (std::size_t i = 0; chosen.size() < wanted(); ++i) {
      if (!taken[i]) take(i);
    }
    return chosen;
  }

  /// All points that were not evaluated, as far as the budget goes; none if an axis is a range.
  Individuals the_rest() const {
    Individuals rest;
    for (const auto& axis : space_.axes()) {
      if (axis.range) return rest;
    }
    std::unordered_set<std::string> met;
    space_.each([&](const Assignment& point) {
      auto name = identity(point);
      if (rest.size() == left_ || asked_.count(name) > 0) return;
      if (met.insert(std::move(name)).second) rest.push_back({{}, point, {}, {}});
    });
    return rest;
  }

  /// Evaluates a generation. Returns false if the search is to end.
  bool ask(Individuals generation) {
    if (generation.empty()) return true;
    std::vector<Assignment> points;
    for (const auto& one : generation) points.push_back(one.point);
    const auto answers = evaluate_(points);
    if (answers.empty()) return false;
    left_ -= generation.size();
    for (std::size_t i = 0; i < generation.size(); ++i) {
      auto& one = generation[i];
      one.objectives = answers[i];
      asked_.insert(identity(one.point));
      screening_.learn(one.coordinates, one.objectives);
      if (!one.objectives.empty()) parents_.push_back(std::move(one));
    }
    keep_the_best();
    return true;
  }

  void keep_the_best() {
    if (parents_.empty()) return;
    Rows objectives;
    for (const auto& one : parents_) objectives.push_back(one.objectives);
    auto order = pagmo::sort_population_mo(objectives);
    order.resize(std::min(order.size(), population_));
    Individuals kept;
    for (const auto i : order) kept.push_back(std::move(parents_[i]));
    parents_ = std::move(kept);
  }

  const Space& space_;
  const Evaluate& evaluate_;
  std::size_t left_;  ///< of the budget
  std::size_t population_;
  Breeding breeding_;
  Screening screening_;
  Random random_;
  Individuals parents_;  ///< the population, best first, without failed points
  std::unordered_set<std::string> asked_;
};

}  // namespace

void search(const Space& space, const Evaluate& evaluate) { Search(space, evaluate).run(); }

}  // namespace isobar
