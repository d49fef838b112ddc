// SPDX-License-Identifier: Apache-2.0
// The laws of the designs that draw their points.
#include "sim/explore/design.h"

#include <fmt/format.h>

#include <set>

#include "sim/explore/places.h"
#include "tests/catch.h"
#include "tests/support/property.h"
#include "tests/support/refusal.h"
#include "tests/support/scratch.h"

using namespace isobar;
using test::contains;
using test::property;
using test::Scratch;

namespace {

const std::string base = "[base]\nscheme = \"lm-c5\"\nload = \"spike:5\"\n";
/// 4 fabrics and 16 tolerances.
const std::string axes =
    "[[axis]]\nkey = \"fabric\"\n"
    "values = [\"ring:64\", \"torus:8x8\", \"torus:4x4x4\", \"ring:8\"]\n"
    "[[axis]]\nkey = \"tolerance\"\nfrom = 1\nto = 16\nstep = 1\n";

std::string design(const std::string& kind, int points, int seed = 1) {
  return fmt::format("[design]\nkind = \"{}\"\npoints = {}\nseed = {}\n", kind, points, seed);
}

Plan plan_of(const std::string& text) {
  const Scratch scratch;
  scratch.write("plan.toml", text);
  return read_plan(scratch / "plan.toml");
}

std::vector<std::string> names(const std::vector<Assignment>& points) {
  std::vector<std::string> all;
  all.reserve(points.size());
  for (const auto& point : points) all.push_back(identity(point));
  return all;
}

std::vector<std::string> points_of(const std::string& text) {
  const auto plan = plan_of(text);
  return names(design_points(Space(plan)));
}

std::string complaint(const std::string& text) {
  try {
    points_of(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

std::size_t stratum(double place, std::size_t strata) {
  return static_cast<std::size_t>(place * static_cast<double>(strata));
}

}  // namespace

TEST_CASE("a Latin hypercube uses each stratum of each axis once") {
  property([](std::uint64_t seed) {
    const auto points = *rc::gen::inRange<std::size_t>(1, 200);
    const auto axes = *rc::gen::inRange<std::size_t>(1, 8);
    auto random = random_stream(seed, "design");
    const auto all = latin_hypercube(points, axes, random);
    RC_ASSERT(all.size() == points);
    for (std::size_t axis = 0; axis < axes; ++axis) {
      std::set<std::size_t> used;
      for (const auto& places : all) {
        RC_ASSERT(places[axis] >= 0);
        RC_ASSERT(places[axis] < 1);
        used.insert(stratum(places[axis], points));
      }
      RC_ASSERT(used.size() == points);
    }
  });
}

TEST_CASE("Sobol's points are the known ones, under a shift of their digits") {
  // Bratley and Fox, 1988, with the direction numbers of Joe and Kuo: the origin and six points.
  const std::vector<Places> known = {{0, 0},         {0.5, 0.5},     {0.75, 0.25},  {0.25, 0.75},
                                     {0.375, 0.375}, {0.875, 0.875}, {0.625, 0.125}};
  auto random = random_stream(7, "design");
  SobolPlaces places(2, random);
  const auto digits = [](double place) { return static_cast<std::uint32_t>(place * (1U << 30)); };
  const auto first = places.next();
  for (std::size_t i = 1; i < known.size(); ++i) {
    const auto next = places.next();
    for (std::size_t axis = 0; axis < 2; ++axis) {
      INFO("point " << i << ", axis " << axis);
      CHECK((digits(next[axis]) ^ digits(first[axis])) == digits(known[i][axis]));
    }
  }
}

TEST_CASE("each block of 16 Sobol points has one in every interval of a sixteenth") {
  property([](std::uint64_t seed) {
    auto random = random_stream(seed, "design");
    SobolPlaces places(2, random);
    for (int block = 0; block < 4; ++block) {
      std::vector<Places> points(16);
      for (auto& point : points) point = places.next();
      for (const std::size_t wide : {1, 2, 4, 8, 16}) {
        std::set<std::pair<std::size_t, std::size_t>> hit;
        for (const auto& point : points) {
          hit.emplace(stratum(point[0], wide), stratum(point[1], 16 / wide));
        }
        RC_ASSERT(hit.size() == 16U);
      }
    }
  });
}

TEST_CASE("a design has each point once, and the same for the same seed") {
  const auto in_grid = points_of(base + axes);
  const std::set<std::string> grid(in_grid.begin(), in_grid.end());
  REQUIRE(grid.size() == 64);
  for (const char* kind : {"random", "latin-hypercube", "sobol"}) {
    INFO(kind);
    const auto points = points_of(base + axes + design(kind, 30));
    const std::set<std::string> different(points.begin(), points.end());
    CHECK(different.size() == points.size());
    for (const auto& point : points) CHECK(grid.count(point) == 1);
    CHECK(points_of(base + axes + design(kind, 30)) == points);
    CHECK(points_of(base + axes + design(kind, 30, 2)) != points);
  }
}

TEST_CASE("random and Sobol draw on for points that are new and allowed") {
  const std::string where = "[constraints]\nwhere = \"pes = 8\"\n";
  for (const char* kind : {"random", "sobol"}) {
    INFO(kind);
    CHECK(points_of(base + axes + design(kind, 30)).size() == 30);
    CHECK(points_of(base + axes + design(kind, 1000)).size() == 64);
    const auto allowed = points_of(fmt::format("{}{}{}{}", base, axes, where, design(kind, 12)));
    CHECK(allowed.size() == 12);
    for (const auto& point : allowed) CHECK(contains(point, "fabric=ring:8"));
  }
  const auto latin = points_of(base + axes + where + design("latin-hypercube", 16));
  CHECK(latin.size() == 4);  // a quarter of the strata; each tolerance comes once
}

TEST_CASE("a Latin hypercube uses the values of a list equally often") {
  const auto points = points_of(base + axes + design("latin-hypercube", 16));
  REQUIRE(points.size() == 16);
  for (const char* fabric : {"ring:64", "torus:8x8", "torus:4x4x4", "ring:8"}) {
    INFO(fabric);
    const auto has = [&](const std::string& point) {
      return contains(point, fmt::format("fabric={};", fabric));
    };
    CHECK(std::count_if(points.begin(), points.end(), has) == 4);
  }
}

TEST_CASE("a design that cannot be is refused") {
  std::string many = base;
  for (int i = 1; i <= 41; ++i) {
    many += fmt::format("[[axis]]\nkey = \"link.{}.latency\"\nvalues = [1, 2]\n", i);
  }
  many += "[[axis]]\nkey = \"fabric\"\nvalues = [\"ring:8\"]\n";
  const auto refusal = complaint(many + design("sobol", 4));
  INFO(refusal);
  CHECK(contains(refusal, "sobol"));
  CHECK(contains(refusal, "at most 40 axes, not 42"));
  CHECK(points_of(many + design("random", 4)).size() == 4);

  const std::string nothing = "[constraints]\nwhere = \"pes = 7\"\n";
  for (const char* kind : {"random", "latin-hypercube", "sobol"}) {
    const auto empty = complaint(fmt::format("{}{}{}{}", base, axes, nothing, design(kind, 4)));
    INFO(kind << ": " << empty);
    CHECK(contains(empty, "no point is left"));
    CHECK(contains(empty, "pes = 7"));
  }
  CHECK(contains(complaint(base + axes + nothing), "no point is left"));
}
