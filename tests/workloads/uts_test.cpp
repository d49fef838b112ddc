// SPDX-License-Identifier: Apache-2.0
#include "models/workloads/applications/uts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "models/errors.h"
#include "tests/catch.h"
#include "tests/support/refusal.h"
#include "tests/support/run_application.h"

using namespace isobar;
using test::any;
using test::application_refusal;
using test::contains;
using test::make_application;
using test::newest;
using test::oldest;
using test::run_application;

namespace {

std::string hex(const UtsState& state) {
  std::string text;
  for (const auto byte : state) text += fmt::format("{:02x}", byte);
  return text;
}

UtsState root_state(std::uint32_t seed) {
  UtsTree::Setting setting;
  setting.seed = seed;
  return UtsTree(setting).root().state;
}

struct Known {
  std::string text;
  std::int64_t nodes;
  std::int64_t depth;
  std::int64_t leaves;
};

void check_counts(const Known& known) {
  const auto run = run_application(*make_application(known.text), newest());
  INFO(known.text);
  CHECK(run.figure("nodes") == known.nodes);
  CHECK(run.figure("depth") == known.depth);
  CHECK(run.figure("leaves") == known.leaves);
  CHECK(run.work.size() == static_cast<std::size_t>(known.nodes));
}

}  // namespace

TEST_CASE("uts: states of roots", "[workloads][uts]") {
  CHECK(hex(root_state(19)) == "c6988ab70cc9559ae4d6cba254e29a845a85f86b");
  CHECK(hex(root_state(42)) == "a11dabbcec7aab309c890ab3dbc256eaeb582782");
}

TEST_CASE("uts: the default tree", "[workloads][uts]") { check_counts({"uts", 1732, 6, 1050}); }

TEST_CASE("uts: the published tree T1", "[workloads][uts]") {
  check_counts({"uts:t=1,a=3,d=10,b=4,r=19", 4'130'071, 10, 3'305'118});
}

TEST_CASE("uts: the published tree T3", "[workloads][uts]") {
  check_counts({"uts:t=0,b=2000,q=0.124875,m=8,r=42", 4'112'897, 1572, 3'599'034});
}

TEST_CASE("uts: the published tree T5", "[workloads][uts]") {
  check_counts({"uts:t=1,a=0,d=20,b=4,r=34", 4'147'582, 20, 2'181'318});
}

TEST_CASE("uts: a balanced tree is counted by arithmetic", "[workloads][uts]") {
  check_counts({"uts:t=3,b=3,d=5", 364, 5, 243});
  check_counts({"uts:t=3,b=3.9,d=5", 364, 5, 243});
  check_counts({"uts:t=3,b=150,d=2", 22'651, 2, 22'500});  // no limit of 100 here
  check_counts({"uts:t=3,b=1,d=9", 10, 9, 1});
  check_counts({"uts:t=3,b=0", 1, 0, 1});
}

TEST_CASE("uts: a binomial tree's nodes have none or m children, its root b", "[workloads][uts]") {
  const auto run = run_application(*make_application("uts:t=0,b=250.7,q=0.24,m=4,r=5"), oldest());
  CHECK(run.children.front() == 250);
  const auto& children = run.children;
  CHECK(std::all_of(children.begin() + 1, children.end(),
                    [](auto count) { return count == 0 || count == 4; }));
  // As many nodes with children as q says, within 4 standard deviations.
  const auto nodes = static_cast<double>(children.size() - 1);
  const auto fathers = static_cast<double>(std::count(children.begin() + 1, children.end(), 4));
  CHECK(std::abs(fathers - 0.24 * nodes) < 4 * std::sqrt(0.24 * 0.76 * nodes));
}

TEST_CASE("uts: geometric shapes by depth", "[workloads][uts]") {
  // Mean number of children at each depth, over many trees: the target b_i, less a little for
  // rounding towards u and the limit.
  const auto mean_at = [](UtsTree::Shape shape, std::int32_t depth) {
    UtsTree::Setting setting;
    setting.shape = shape;
    setting.depth = 8;
    setting.breadth = 3;
    UtsTree tree(setting);
    const auto root = tree.root();
    double sum = 0;
    constexpr int count = 20'000;
    for (std::uint32_t i = 0; i < count; ++i) {
      auto node = tree.child(root, i);
      node.depth = depth;
      sum += static_cast<double>(tree.children(node));
    }
    return sum / count;
  };
  const auto near = [](double mean, double target) {
    // A geometric distribution's standard deviation is sqrt(b(1 + b)).
    return std::abs(mean - target) <= 4 * std::sqrt(target * (1 + target) / 20'000);
  };
  using Shape = UtsTree::Shape;
  for (const auto shape : {Shape::linear, Shape::expdec, Shape::cyclic, Shape::fixed}) {
    CHECK(near(mean_at(shape, 0), 3));
  }
  CHECK(near(mean_at(Shape::linear, 2), 2.25));
  CHECK(near(mean_at(Shape::linear, 6), 0.75));
  CHECK(mean_at(Shape::linear, 8) == 0);
  CHECK(near(mean_at(Shape::expdec, 1), 3));
  CHECK(near(mean_at(Shape::expdec, 8), 1));
  CHECK(near(mean_at(Shape::expdec, 64), 1.0 / 3));
  CHECK(near(mean_at(Shape::cyclic, 2), 3));
  CHECK(near(mean_at(Shape::cyclic, 4), 1));
  CHECK(near(mean_at(Shape::cyclic, 6), 1.0 / 3));
  CHECK(near(mean_at(Shape::cyclic, 40), 1));
  CHECK(mean_at(Shape::cyclic, 41) == 0);
  CHECK(near(mean_at(Shape::fixed, 7), 3));
  CHECK(mean_at(Shape::fixed, 8) == 0);
}

TEST_CASE("uts: a hybrid tree is geometric above, binomial below", "[workloads][uts]") {
  UtsTree::Setting setting;
  setting.type = UtsTree::Type::hybrid;
  setting.depth = 10;
  setting.m = 5;
  setting.q = 0.15;
  setting.shift = 0.35;
  UtsTree hybrid(setting);
  setting.type = UtsTree::Type::geometric;
  UtsTree geometric(setting);
  setting.type = UtsTree::Type::binomial;
  UtsTree binomial(setting);
  const auto root = hybrid.root();
  for (std::uint32_t i = 0; i < 200; ++i) {
    auto node = hybrid.child(root, i);
    for (node.depth = 1; node.depth < 8; ++node.depth) {
      const auto& as = node.depth < 3.5 ? geometric : binomial;
      CHECK(hybrid.children(node) == as.children(node));
    }
  }
}

TEST_CASE("uts: at most a hundred children", "[workloads][uts]") {
  const auto wide = run_application(*make_application("uts:t=1,a=3,b=1000,d=1"), oldest());
  CHECK(wide.figure("nodes") == 101);
  const auto binomial = run_application(*make_application("uts:t=0,b=1000,q=0"), oldest());
  CHECK(binomial.figure("nodes") == 1001);
}

TEST_CASE("uts: the same tree in any order", "[workloads][uts]") {
  const std::string text = "uts:t=2,d=9,b=3,q=0.2,r=7,work=17";
  const auto first = run_application(*make_application(text), oldest());
  REQUIRE(first.work.size() > 1000);
  CHECK(first.total() == 17 * first.figure("nodes"));
  CHECK(std::count(first.children.begin(), first.children.end(), 0) == first.figure("leaves"));
  auto sorted = first.children;
  std::sort(sorted.begin(), sorted.end());
  for (const auto& pick : {newest(), any(1), any(2)}) {
    auto other = run_application(*make_application(text), pick);
    CHECK(other.statistics == first.statistics);
    std::sort(other.children.begin(), other.children.end());
    CHECK(other.children == sorted);
  }
}

TEST_CASE("uts: a node that has been worked on is forgotten", "[workloads][uts]") {
  const auto application = make_application("uts");
  application->finish(0);
  CHECK_THROWS_AS(application->finish(0), ModelError);
}

TEST_CASE("uts: the root starts on PE 0", "[workloads][uts]") {
  CHECK(make_application("uts", 3)->initial_loads() == std::vector<Load>{1, 0, 0});
  CHECK(applications().at("uts").creates_tasks);
}

TEST_CASE("uts: a tree that need not end, and other bad parameters", "[workloads][uts]") {
  const std::vector<std::pair<std::string, std::string>> table = {
      {"uts:t=4", "t must be a whole number from 0 to 3"},
      {"uts:a=-1", "a must be"},
      {"uts:d=0", "d must be"},
      {"uts:b=-1", "b must be"},
      {"uts:r=2147483648", "r must be"},
      {"uts:q=1.1", "q must be"},
      {"uts:m=101", "m must be"},
      {"uts:work=0", "work must be"},
      {"uts:t=0,q=0.25,m=4", "q*m must be below 1"},
      {"uts:t=2,q=0.5,m=2", "q*m must be below 1"},
      {"uts:a=1,b=1", "b must be above 1"},
      {"uts:t=2,a=1,d=1,q=0", "d at least 2"},
  };
  for (const auto& [text, expected] : table) {
    const auto said = application_refusal(text);
    INFO(text << "\nsaid: " << said);
    CHECK(contains(said, expected));
  }
  CHECK(application_refusal("uts:t=1,q=1,m=100").empty());  // no binomial node in it
}
