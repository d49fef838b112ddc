// SPDX-License-Identifier: Apache-2.0
// De Bruijn graphs: against words of digits that are shifted, and as fabrics to run on.
#include "models/fabric/de_bruijn.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "models/steps/run_steps.h"
#include "models/workloads/initial_load.h"
#include "tests/catch.h"
#include "tests/support/equal.h"
#include "tests/support/experiments.h"
#include "tests/support/forked_run.h"
#include "tests/support/graphs.h"
#include "tests/support/program.h"
#include "tests/support/refusal.h"

using namespace isobar;
using test::contains;
using test::refusal;
using test::run_program;

namespace {

struct Size {
  unsigned digits;
  unsigned length;
};

std::string name_of(Size size) {
  return "debruijn:" + std::to_string(size.digits) + "," + std::to_string(size.length);
}

/// All words of so many digits, in ascending order.
std::vector<std::string> words_of(Size size) {
  std::vector<std::string> words = {""};
  for (unsigned i = 0; i < size.length; ++i) {
    std::vector<std::string> longer;
    for (const auto& word : words) {
      for (unsigned d = 0; d < size.digits; ++d) {
        longer.push_back(word + static_cast<char>('0' + d));
      }
    }
    words = std::move(longer);
  }
  return words;
}

/// The words that a word becomes by a shift in either direction, itself left out.
std::set<std::string> shifted(const std::string& word, unsigned digits) {
  std::set<std::string> found;
  for (unsigned d = 0; d < digits; ++d) {
    const std::string digit(1, static_cast<char>('0' + d));
    found.insert(word.substr(1) + digit);
    found.insert(digit + word.substr(0, word.size() - 1));
  }
  found.erase(word);
  return found;
}

}  // namespace

TEST_CASE("a de Bruijn graph's neighbours are the words shifted by a digit", "[debruijn]") {
  const auto size = GENERATE(Size{2, 1}, Size{2, 2}, Size{2, 3}, Size{2, 6}, Size{2, 9}, Size{3, 1},
                             Size{3, 2}, Size{3, 4}, Size{5, 3}, Size{7, 1});
  const auto fabric = Fabric::parse(name_of(size));
  INFO(fabric.name());
  const auto words = words_of(size);
  REQUIRE(fabric.pes() == words.size());
  CHECK(fabric.switches() == 0);
  CHECK(fabric.family() == Family::graph);
  CHECK(fabric.diameter() == size.length);
  for (Node pe = 0; pe < fabric.pes(); ++pe) {
    std::set<std::string> found;
    for (unsigned port = 0; port < fabric.degree(); ++port) {
      const auto there = fabric.neighbour(pe, port);
      if (there) REQUIRE(found.insert(words[*there]).second);  // one link pair a neighbour
    }
    REQUIRE(found == shifted(words[pe], size.digits));
  }
}

TEST_CASE("degrees of a de Bruijn graph: loops dropped, double links single", "[debruijn]") {
  // For k ≥ 3 a PE has 2d neighbours, but d words of one digit have a loop (2d − 2), and d(d − 1)
  // words that alternate between two digits are joined twice in pairs (2d − 1).
  const auto size = GENERATE(Size{2, 3}, Size{2, 6}, Size{3, 4}, Size{4, 3}, Size{5, 3});
  const auto fabric = Fabric::parse(name_of(size));
  INFO(fabric.name());
  std::map<unsigned, Node> degrees;
  for (Node pe = 0; pe < fabric.pes(); ++pe) {
    unsigned degree = 0;
    for (unsigned port = 0; port < fabric.degree(); ++port) {
      degree += fabric.neighbour(pe, port).has_value() ? 1 : 0;
    }
    ++degrees[degree];
  }
  const auto d = size.digits;
  CHECK(degrees[2 * d - 2] == d);
  CHECK(degrees[2 * d - 1] == d * (d - 1));
  CHECK(degrees[2 * d] == fabric.pes() - d * d);
  CHECK(fabric.link_count() == 2 * (std::uint64_t{fabric.pes()} * d - d - d * (d - 1) / 2));
}

TEST_CASE("what is no de Bruijn graph is refused with what is allowed", "[debruijn]") {
  const auto complaint = [](const char* name) { return refusal([&] { Fabric::parse(name); }); };
  CHECK(contains(complaint("debruijn:2"), "two numbers D,K"));
  CHECK(contains(complaint("debruijn:2,3,4"), "two numbers D,K"));
  CHECK(contains(complaint("debruijn"), "two numbers D,K"));
  CHECK(contains(complaint("debruijn:1,3"), "2"));
  CHECK(contains(complaint("debruijn:2,0"), "1"));
  CHECK(contains(complaint("debruijn:2,13"), "12"));
  CHECK(contains(complaint("debruijn:4,7"), "at most 4096"));
  CHECK(contains(complaint("debruijn:two,3"), "two"));
  CHECK(complaint("debruijn:2,12").empty());
}

TEST_CASE("averaging on a de Bruijn graph is the same at both levels", "[debruijn][systemc]") {
  for (const auto* scheme : {"nna", "diffusion", "diffusion2"}) {
    const auto fabric = Fabric::parse("debruijn:2,5");
    auto e = test::experiment_on(fabric, scheme, initial_load("uniform:0..90", fabric.pes(), 3));
    e.max_steps = 20;
    const auto steps = run_steps(e);
    INFO(scheme);
    CHECK(steps.run.steps > 0);
    CHECK(test::same(e, test::run_forked(e).result, steps));
  }
}

TEST_CASE("de Bruijn graphs in runs, lists, waves and campaigns", "[debruijn][systemc]") {
  const test::Scratch folder;
  const auto run = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments = {"run", "--fabric", "debruijn:2,4"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto ran = run_program(arguments, folder.path());
    INFO(ran.err);
    REQUIRE(ran.status == 0);
    return ran.out;
  };
  // Schemes of messages run at level cycles alone, lockstep ones at both.
  const auto total = [&](std::vector<std::string> more) {
    for (const auto* each : {"--json", "-"}) more.emplace_back(each);
    const auto values = nlohmann::json::parse(run(more))["load"]["final"]["values"];
    CHECK(values.size() == 16);
    Load sum = 0;
    for (const auto& value : values) sum += value.get<Load>();
    return sum;
  };
  CHECK(total({"--scheme", "nna", "--load", "spike:9", "--until", "steps:9"}) == 144);
  CHECK(total({"--scheme", "nna", "--load", "spike:9", "--until", "steps:9", "--level", "steps"}) ==
        144);
  CHECK(total({"--scheme", "sid", "--load", "spike:9", "--until", "cycles:90000"}) == 144);
  CHECK(contains(run({"--scheme", "lueling-monien", "--app", "phases:steps=50"}), "debruijn:2,4"));
  run({"--scheme", "nna", "--load", "spike:9", "--until", "steps:3", "--wave", "w.fst"});
  CHECK(std::filesystem::file_size(folder / "w.fst") > 0);

  CHECK(contains(run_program({"list", "fabrics"}).out, "debruijn:D,K"));
  const auto wrong = run_program(
      {"run", "--fabric", "debruin:2,4", "--scheme", "nna", "--load", "spike:9"}, folder.path());
  CHECK(wrong.status == 2);
  CHECK(contains(wrong.err, "did you mean debruijn?"));

  folder.write("plan.toml",
               "[base]\nload = \"spike:9\"\nuntil = \"steps:9\"\n[[axis]]\nkey = \"fabric\"\n"
               "values = [\"debruijn:2,4\", \"debruijn:3,2\"]\n[[axis]]\nkey = \"scheme\"\n"
               "values = [\"nna\", {value = \"diffusion\", when = {fabric = \"debruijn:2*\"}}]\n");
  const auto explored = run_program({"explore", "plan.toml"}, folder.path());
  INFO(explored.err);
  CHECK(explored.status == 0);
  CHECK(contains(explored.out, "3 points: 3 done, 0 failed"));
}
