// SPDX-License-Identifier: Apache-2.0
// Which changes of an experiment change its result in the same manner and in no other: what the
// table of symmetries claims, and what it denies.
#include <algorithm>
#include <iostream>
#include <utility>

#include "models/schemes/contract/registry.h"
#include "models/steps/run_steps.h"
#include "tests/catch.h"
#include "tests/support/property_of_cases.h"
#include "tests/support/refusal.h"
#include "tests/support/scratch.h"
#include "tests/symmetry/symmetries.h"
#include "tests/symmetry/symmetry_tables.h"
#include "tests/symmetry/transformations.h"
#include "tests/symmetry/trial.h"

using namespace isobar;
using test::symmetries;
using test::transformations;

namespace {

std::vector<std::string> schemes_of_the_program() {
  std::vector<std::string> names;
  for (const auto& [name, entry] : schemes()) {
    if (name.rfind("test-", 0) != 0) names.push_back(name);
  }
  return names;
}

bool is_message_driven(const std::string& scheme) {
  return schemes().at(scheme).is_message_driven();
}

std::size_t claims(const test::Symmetries& row, const std::string& transformation) {
  const auto denied = std::count_if(
      row.absent.begin(), row.absent.end(),
      [&](const test::Counterexample& one) { return one.transformation == transformation; });
  const auto held = std::count(row.holds.begin(), row.holds.end(), transformation);
  return static_cast<std::size_t>(held + denied);
}

/// A trial of a transformation in a property, on a fabric that the scheme takes.
test::Trial any_trial(const test::Transformation& transformation, const std::string& scheme) {
  const auto change = transformation.draw();
  RC_PRE(test::runs_on(scheme, change.map.from()));
  return test::random_trial(scheme, change);
}

/// Calls `check(scheme, transformation)` for all that the schemes in lockstep, or the
/// message-driven ones, are claimed to be symmetric under.
template <class Check>
void for_each_claim(bool message_driven, const Check& check) {
  for (const auto& scheme : schemes_of_the_program()) {
    if (is_message_driven(scheme) != message_driven) continue;
    const auto& holds = test::symmetries_of(scheme).holds;
    for (const auto& transformation : transformations()) {
      if (std::count(holds.begin(), holds.end(), transformation.name) == 0) continue;
      INFO(scheme << ", " << transformation.name);
      check(scheme, transformation);
    }
  }
}

/// What is claimed holds in `cases` times `together` random cases of each claim, in more than an
/// eighth of which tasks move.
void require_claims(bool message_driven, int cases, int together) {
  for_each_claim(message_driven, [&](const auto& scheme, const auto& transformation) {
    int moved = 0;
    test::property_of_cases(cases, [&] {
      std::vector<test::Trial> trials;
      for (int i = 0; i < together; ++i) trials.push_back(any_trial(transformation, scheme));
      for (const auto& outcome : test::outcomes(trials)) {
        moved += outcome.moved ? 1 : 0;
        RC_LOG() << outcome.difference;
        RC_ASSERT(outcome.difference.empty());
      }
    });
    CHECK((8 * moved > cases * together || !schemes().at(scheme).balances));
  });
}

const test::Transformation& transformation(const std::string& name) {
  return *std::find_if(transformations().begin(), transformations().end(),
                       [&](const auto& one) { return one.name == name; });
}

/// The simplest form of a transformation on a fabric, with PEs that are empty but for the first.
test::Trial simplest_trial(const std::string& scheme, const std::string& name,
                           const std::string& fabric, std::vector<Load> loads) {
  const auto change = transformation(name).simplest(test::fabric_of(fabric));
  loads.resize(change.map.from().pes(), 0);
  return test::plain_trial(scheme, change, std::move(loads));
}

}  // namespace

TEST_CASE(
    "every scheme says of each transformation of its fabrics whether it is symmetric under it",
    "[symmetry]") {
  for (const auto& scheme : schemes_of_the_program()) {
    const auto rows = std::count_if(symmetries().begin(), symmetries().end(), [&](const auto& row) {
      return std::count(row.schemes.begin(), row.schemes.end(), scheme) > 0;
    });
    INFO(scheme);
    REQUIRE(rows == 1);
    const auto& row = test::symmetries_of(scheme);
    std::size_t known = 0;
    for (const auto& transformation : transformations()) {
      INFO(transformation.name);
      const bool has_say =
          row.needs.empty() && test::runs_on(scheme, Fabric::parse(transformation.sample));
      CHECK(claims(row, transformation.name) == (has_say ? 1U : 0U));
      known += claims(row, transformation.name);
    }
    CHECK(row.holds.size() + row.absent.size() == known);
  }
  for (const auto& row : symmetries()) {
    for (const auto& scheme : row.schemes) CHECK(schemes().count(scheme) == 1);
  }
}

TEST_CASE("the symmetries of schemes in lockstep hold", "[symmetry][volume]") {
  require_claims(false, 200, 1);
}

TEST_CASE("the symmetries of message-driven schemes hold", "[symmetry][systemc][volume]") {
  require_claims(true, 20, 10);
}

TEST_CASE("the symmetries of schemes in lockstep hold at level cycles",
          "[symmetry][systemc][volume]") {
  for_each_claim(false, [](const auto& scheme, const auto& transformation) {
    test::property_of_cases(5, [&] {
      const auto outcome = test::outcome_at_cycles(any_trial(transformation, scheme));
      RC_LOG() << outcome.difference;
      RC_ASSERT(outcome.difference.empty());
    });
  });
}

TEST_CASE("each symmetry that a scheme lacks is seen to fail", "[symmetry][systemc]") {
  for (const auto& row : symmetries()) {
    for (const auto& scheme : row.schemes) {
      for (const auto& one : row.absent) {
        INFO(scheme << ", " << one.transformation);
        const auto trial = simplest_trial(scheme, one.transformation, one.fabric, one.loads);
        CHECK_FALSE(test::outcome(trial).difference.empty());
      }
    }
  }
}

TEST_CASE("without an application schemes that need one move nothing", "[symmetry][systemc]") {
  for (const auto& row : symmetries()) {
    if (row.needs.empty()) continue;
    for (const auto& scheme : row.schemes) {
      INFO(scheme);
      const bool moves = !schemes().at(scheme).conducts &&
                         test::outcome(simplest_trial(scheme, "flip", "hypercube:3", {60})).moved;
      CHECK_FALSE(moves);
    }
  }
}

TEST_CASE("where ends of phases go over a spanning tree, all but cycles moves along",
          "[symmetry]") {
  auto trial = simplest_trial("diffusion", "translate", "ring:8", {20});
  trial.before.phase_end = GENERATE(PhaseEnd::words, PhaseEnd::tree);
  const auto one = run_steps(trial.before);
  const auto other = run_steps(trial.change.of(trial.before, trial.scheme));
  CHECK(other.loads == trial.change.map.moved(one.loads));
  CHECK(other.run.steps == one.run.steps);
  CHECK(other.run.shifts == one.run.shifts);
  CHECK(other.run.cycles != one.run.cycles);
}

TEST_CASE("the tables of symmetries in docs are the tests'", "[symmetry]") {
  const auto page = test::contents(ISOBAR_SOURCE_DIR "/docs/symmetries.md");
  CHECK(test::contains(page, test::table_of_transformations()));
  CHECK(test::contains(page, test::table_of_symmetries()));
  CHECK(test::contains(page, test::table_of_reasons()));
}

TEST_CASE("prints the tables of symmetries for docs", "[.symmetry-tables]") {
  std::cout << test::table_of_transformations() << '\n'
            << test::table_of_symmetries() << '\n'
            << test::table_of_reasons();
}
