// SPDX-License-Identifier: Apache-2.0
// The guided search keeps its budget, asks nothing twice, and finds the Pareto front.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <pagmo/utils/hypervolume.hpp>
#include <pagmo/utils/multi_objective.hpp>
#include <set>

#include "sim/explore/design.h"
#include "sim/explore/run_point.h"
#include "tests/catch.h"
#include "tests/support/refusal.h"
#include "tests/support/scratch.h"

using namespace isobar;
using test::contains;
using test::Scratch;

namespace {

using Rows = std::vector<std::vector<double>>;

Plan plan_of(const std::string& text) {
  const Scratch scratch;
  scratch.write("plan.toml", text);
  return read_plan(scratch / "plan.toml");
}

std::string design(std::size_t points, int seed = 1) {
  return fmt::format("[design]\nkind = \"search\"\npoints = {}\nseed = {}\n", points, seed);
}

/// 5 × 6 × 8 points.
const std::string small =
    "[base]\nload = \"spike:5\"\n"
    "[[axis]]\nkey = \"fabric\"\n"
    "values = [\"ring:64\", \"torus:8x8\", \"torus:4x4x4\", \"ring:8\", \"hypercube:3\"]\n"
    "[[axis]]\nkey = \"scheme\"\n"
    "values = [\"lm-c1\", \"lm-c2\", \"lm-c3\", \"lm-c4\", \"lm-c5\", \"nna\"]\n"
    "[[axis]]\nkey = \"tolerance\"\nfrom = 1\nto = 8\nstep = 1\n";

/// Two objectives that mean nothing, but pull apart.
std::vector<double> made_up(const Assignment& point) {
  double sum = 0;
  double product = 1;
  for (const auto& [key, value] : point) {
    const double part = static_cast<double>(value.size() * 7 % 5) + (value.back() - '0');
    sum += part;
    product *= 1 + 1 / (1 + std::abs(part));
  }
  return {sum, product};
}

struct Asked {
  std::vector<std::vector<std::string>> batches;

  std::vector<std::string> all() const {
    std::vector<std::string> names;
    for (const auto& batch : batches) names.insert(names.end(), batch.begin(), batch.end());
    return names;
  }
};

/// What a search asks where `answer` gives a point's objectives.
template <class Answer>
Asked asked(const std::string& text, Answer answer) {
  const auto plan = plan_of(text);
  Asked asked;
  search(Space(plan), [&](const std::vector<Assignment>& points) {
    Rows answers;
    asked.batches.emplace_back();
    for (const auto& point : points) {
      asked.batches.back().push_back(identity(point));
      answers.push_back(answer(point));
    }
    return answers;
  });
  return asked;
}

std::set<std::string> grid(const std::string& text) {
  const auto plan = plan_of(text);
  std::set<std::string> all;
  Space(plan).each([&](const Assignment& point) { all.insert(identity(point)); });
  return all;
}

void check_budget(const std::string& text, const Asked& asked, std::size_t expected) {
  const auto all = asked.all();
  const std::set<std::string> different(all.begin(), all.end());
  CHECK(all.size() == expected);
  CHECK(different.size() == all.size());
  const auto allowed = grid(text);
  for (const auto& name : different) CHECK(allowed.count(name) == 1);
}

/// Where the front lies: logarithms, from 0 at its best to 1 at its worst; up to 1.1 counts.
class Yardstick {
 public:
  explicit Yardstick(const Rows& all) {
    const auto fronts = std::get<0>(pagmo::fast_non_dominated_sorting(all));
    for (const auto i : fronts.front()) {
      lo_.resize(all[i].size(), HUGE_VAL);
      hi_.resize(all[i].size(), -HUGE_VAL);
      for (std::size_t k = 0; k < all[i].size(); ++k) {
        lo_[k] = std::min(lo_[k], std::log(all[i][k]));
        hi_[k] = std::max(hi_[k], std::log(all[i][k]));
      }
    }
  }

  double hypervolume(const Rows& rows) const {
    Rows inside;
    for (const auto& row : rows) {
      std::vector<double> place;
      for (std::size_t k = 0; k < row.size(); ++k) {
        place.push_back((std::log(row[k]) - lo_[k]) / (hi_[k] - lo_[k]));
      }
      if (*std::max_element(place.begin(), place.end()) < reference) inside.push_back(place);
    }
    if (inside.empty()) return 0;
    const std::vector<double> corner(lo_.size(), reference);
    return pagmo::hypervolume(inside).compute(corner);
  }

 private:
  static constexpr double reference = 1.1;
  std::vector<double> lo_;
  std::vector<double> hi_;
};

/// A space's points with their objectives, failed ones empty.
using Truth = std::map<std::string, std::vector<double>>;

/// In how many of ten seeds a fifth of the points has 95 % of the front's hypervolume.
int found(Plan plan, DesignPlan::Kind kind, const Truth& truth, const Yardstick& yardstick) {
  Rows all;
  for (const auto& [name, row] : truth) {
    if (!row.empty()) all.push_back(row);
  }
  const double whole = yardstick.hypervolume(all);
  plan.design.kind = kind;
  plan.design.points = static_cast<std::int64_t>(truth.size() / 5);
  int good = 0;
  for (plan.design.seed = 1; plan.design.seed <= 10; ++plan.design.seed) {
    Rows seen;
    const auto look_up = [&](const std::vector<Assignment>& points) {
      Rows answers;
      for (const auto& point : points) {
        answers.push_back(truth.at(identity(point)));
        if (!answers.back().empty()) seen.push_back(answers.back());
      }
      return answers;
    };
    const Space space(plan);
    if (kind == DesignPlan::Kind::search) {
      search(space, look_up);
    } else {
      look_up(design_points(space));
    }
    good += yardstick.hypervolume(seen) >= 0.95 * whole ? 1 : 0;
  }
  return good;
}

}  // namespace

TEST_CASE("a fifth of the points finds the front, nine times of ten") {
  const auto plan = plan_of(
      "[base]\nload = \"spike:8\"\nmax_steps = 300\n"
      "[[axis]]\nkey = \"fabric\"\n"
      "values = [\"ring:16\", \"torus:4x4\", \"torus:2x8\", \"hypercube:4\", \"torus:2x2x4\"]\n"
      "[[axis]]\nkey = \"scheme\"\n"
      "values = [\"lm-c1\", \"lm-c3\", \"lm-c4\", \"lm-c5\", \"nna\", \"diffusion\",\n"
      "  \"de\", { value = \"gde\", when = { fabric = \"!ring:*\" } }]\n"
      "[[axis]]\nkey = \"link.bandwidth\"\n"
      "values = [\"25Mb/s\", \"100Mb/s\", \"250Mb/s\", \"1Gb/s\", \"2.5Gb/s\", \"10Gb/s\"]\n"
      "[[axis]]\nkey = \"clock\"\nvalues = [\"100MHz\", \"250MHz\", \"1GHz\"]\n");
  const std::vector<std::string> objectives = {"seconds", "energy_bits_pj", "total_bandwidth"};
  Truth truth;
  Rows reached;
  Space(plan).each([&](const Assignment& point) {
    const auto result = run_point({1, point}, "local");
    INFO(identity(point) << ": " << result.error);
    REQUIRE(result.error.empty());
    auto& row = truth[identity(point)];
    if (std::get<std::int64_t>(result.metrics.at("reached")) == 0) return;
    for (const auto& name : objectives) {
      const auto number = [](auto value) { return static_cast<double>(value); };
      row.push_back(std::visit(number, result.metrics.at(name)));
    }
    reached.push_back(row);
  });
  REQUIRE(truth.size() == 702);
  const Yardstick yardstick(reached);
  CHECK(found(plan, DesignPlan::Kind::search, truth, yardstick) >= 9);
  // Else the law would say nothing of the search.
  CHECK(found(plan, DesignPlan::Kind::random, truth, yardstick) <= 6);
}

TEST_CASE("in ranges, too, a search comes nearer to the front than chance") {
  auto plan = plan_of(
      "[base]\nfabric = \"ring:8\"\nscheme = \"lm-c5\"\nload = \"spike:5\"\n"
      "[[axis]]\nkey = \"link.bandwidth\"\nfrom = 1\nto = 2\nformat = \"{}Gb/s\"\n"
      "[[axis]]\nkey = \"clock\"\nfrom = 1\nto = 2\nformat = \"{}GHz\"\n"
      "[[axis]]\nkey = \"link.setup\"\nfrom = 0\nto = 100\nwhole = true\n"
      "[[axis]]\nkey = \"task_bits\"\nvalues = [32, 128, 256, 512]\n" +
      design(80));
  // Zitzler, Deb and Thiele, 2000, T1, of four variables.
  const auto zdt1 = [](const Assignment& point) -> std::vector<double> {
    const auto number = [&](const char* key, double otherwise) {
      const auto at = point.find(key);
      return at == point.end() ? otherwise : std::stod(at->second);
    };
    const double x = number("link.bandwidth", 0.25) - 1;
    const double rest = (number("clock", 0.25) - 1) + number("link.setup", 0) / 100 +
                        (number("task_bits", 64) - 32) / 480;
    const double g = 1 + 9 * rest / 3;
    return {x, g * (1 - std::sqrt(x / g))};
  };
  const std::vector<double> corner = {1.1, 10.1};
  for (plan.design.seed = 1; plan.design.seed <= 5; ++plan.design.seed) {
    Rows guided;
    Rows drawn;
    plan.design.kind = DesignPlan::Kind::search;
    search(Space(plan), [&](const std::vector<Assignment>& points) {
      Rows answers;
      for (const auto& point : points) answers.push_back(zdt1(point));
      guided.insert(guided.end(), answers.begin(), answers.end());
      return answers;
    });
    plan.design.kind = DesignPlan::Kind::random;
    for (const auto& point : design_points(Space(plan))) drawn.push_back(zdt1(point));
    REQUIRE(guided.size() == drawn.size());
    // What is still missing of the whole: 1.1 · 10.1 less the area under 1 − √x.
    const double whole = 1.1 * 10.1 - 1.0 / 3;
    INFO("seed " << plan.design.seed);
    CHECK(whole - pagmo::hypervolume(guided).compute(corner) <
          (whole - pagmo::hypervolume(drawn).compute(corner)) / 2);
  }
}

TEST_CASE("a search asks as many different points as its budget") {
  for (const std::size_t budget : {1, 7, 60, 239}) {
    INFO(budget);
    check_budget(small, asked(small + design(budget), made_up), budget);
  }
}

TEST_CASE("a budget above the space takes all of it") {
  check_budget(small, asked(small + design(1000), made_up), 240);
}

TEST_CASE("a generation is no larger than the population") {
  const auto text = small + design(60) + "population = 12\n";
  const auto result = asked(text, made_up);
  REQUIRE(result.batches.size() == 5);
  for (const auto& batch : result.batches) CHECK(batch.size() == 12);
}

TEST_CASE("the same seed and answers, the same questions") {
  const auto first = asked(small + design(60), made_up).batches;
  CHECK(asked(small + design(60), made_up).batches == first);
  CHECK(asked(small + design(60, 2), made_up).batches != first);
}

TEST_CASE("points that fail use the budget up and lead nowhere") {
  const auto fails = [](const Assignment&) { return std::vector<double>{}; };
  check_budget(small, asked(small + design(60), fails), 60);
  check_budget(small, asked(small + design(1000), fails), 240);

  // Only the tori reach their goal: they are sought.
  const auto tori = [](const Assignment& point) {
    return contains(point.at("fabric"), "torus") ? made_up(point) : std::vector<double>{};
  };
  const auto all = asked(small + design(60), tori).all();
  const auto of_tori = std::count_if(
      all.begin(), all.end(), [](const std::string& name) { return contains(name, "torus"); });
  CHECK(of_tori > 30);  // 24 of 60 by chance
}

TEST_CASE("a search keeps to what is allowed") {
  const std::string where = "[constraints]\nwhere = \"pes = 8 and tolerance > 2\"\n";
  check_budget(small + where, asked(small + where + design(50), made_up), 50);
  check_budget(small + where, asked(small + where + design(1000), made_up), 72);
  const std::string rare = "[constraints]\nwhere = \"pes = 8 and tolerance = 2 and degree = 3\"\n";
  check_budget(small + rare, asked(small + rare + design(50), made_up), 6);
  CHECK_THROWS_AS(asked(small + "[constraints]\nwhere = \"pes = 9\"\n" + design(50), made_up),
                  InputError);
}

TEST_CASE("an empty answer ends a search") {
  const auto plan = plan_of(small + design(60));
  int questions = 0;
  search(Space(plan), [&](const std::vector<Assignment>& points) {
    return ++questions == 3 ? Rows{} : Rows(points.size(), {1, 1});
  });
  CHECK(questions == 3);
}
