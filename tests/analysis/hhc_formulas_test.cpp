// SPDX-License-Identifier: Apache-2.0
// The formulas against the numbers in the documentation and against adding up.
#include "models/analysis/hhc_formulas.h"

#include <array>
#include <functional>
#include <numeric>

#include "models/errors.h"
#include "tests/catch.h"
#include "tests/support/refusal.h"

using namespace isobar;

namespace {

constexpr std::array all = {HhcAlgorithm::a, HhcAlgorithm::b, HhcAlgorithm::c};
using EightValues = std::array<std::int64_t, 8>;

/// For dh = 1 … 8.
EightValues row(const std::function<std::int64_t(unsigned)>& value) {
  EightValues values = {};
  for (unsigned dh = 1; dh <= 8; ++dh) values[dh - 1] = value(dh);
  return values;
}
EightValues published_total(HhcAlgorithm algorithm) {
  return row([&](unsigned dh) { return hhc_published_steps(algorithm, dh).total(); });
}
EightValues published_node(HhcAlgorithm algorithm) {
  return row([&](unsigned dh) { return hhc_published_steps(algorithm, dh).node; });
}
EightValues counted_total(HhcAlgorithm algorithm) {
  return row([&](unsigned dh) { return hhc_counted_steps(algorithm, dh).total(); });
}
EightValues counted_node(HhcAlgorithm algorithm) {
  return row([&](unsigned dh) { return hhc_counted_steps(algorithm, dh).node; });
}

std::vector<std::int64_t> of_a_cell(const HhcSteps& steps) {
  std::vector<std::int64_t> cells;
  for (const auto& part : steps.parts) cells.push_back(part.cell);
  return cells;
}
std::vector<std::int64_t> at_a_node(const HhcSteps& steps) {
  std::vector<std::int64_t> nodes;
  for (const auto& part : steps.parts) nodes.push_back(part.node.value_or(-1));
  return nodes;
}

using Numbers = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("HHC execution time: the parts of Tables 1, 4 and 7") {
  const auto a = hhc_execution_time(HhcAlgorithm::a, 3, 48);
  CHECK(a.in_triangles == std::vector<Rational>{24, 8, 8});
  CHECK(a.across_triangles == 8);
  CHECK(a.phase_1() == 48);
  CHECK(a.between_cells == 4 + 2);
  for (const auto algorithm : {HhcAlgorithm::b, HhcAlgorithm::c}) {
    const auto time = hhc_execution_time(algorithm, 3, 48);
    CHECK(time.in_triangles == std::vector<Rational>{16, 16});
    CHECK(time.across_triangles == 8);
    CHECK(time.phase_1() == 40);
    CHECK(time.between_cells == 4 + 2);
  }
}

TEST_CASE("HHC execution time: the sums as printed, exact for every M") {
  for (const std::int64_t m : {0, 1, 10, 500, 12'345, 100'000}) {
    for (unsigned dh = 1; dh <= 29; ++dh) {
      INFO("M = " << m << " dh = " << dh);
      Rational dimensions = 0;
      auto moved = Rational(m, 12);
      for (unsigned j = 1; j < dh; ++j) {
        dimensions += moved;
        moved /= 2;
      }
      const auto a = hhc_execution_time(HhcAlgorithm::a, dh, m);
      CHECK(a.between_cells == dimensions);
      CHECK(a.total() == m + dimensions);
      for (const auto algorithm : {HhcAlgorithm::b, HhcAlgorithm::c}) {
        CHECK(hhc_execution_time(algorithm, dh, m).total() == Rational(5 * m, 6) + dimensions);
      }
      for (const auto algorithm : all) {
        const auto time = hhc_execution_time(algorithm, dh, m);
        const auto in_triangles =
            std::accumulate(time.in_triangles.begin(), time.in_triangles.end(), Rational(0));
        CHECK(time.total() == in_triangles + time.across_triangles + time.between_cells);
      }
    }
  }
}

TEST_CASE("HHC execution time: the numbers of the documentation") {
  constexpr std::int64_t m = 99'840;
  constexpr std::array<unsigned, 5> dims = {1, 2, 3, 5, 8};
  constexpr std::array<std::int64_t, 5> of_a = {99'840, 108'160, 112'320, 115'440, 116'350};
  constexpr std::array<std::int64_t, 5> of_b = {83'200, 91'520, 95'680, 98'800, 99'710};
  for (std::size_t i = 0; i < dims.size(); ++i) {
    CHECK(hhc_execution_time(HhcAlgorithm::a, dims[i], m).total() == of_a[i]);
    CHECK(hhc_execution_time(HhcAlgorithm::b, dims[i], m).total() == of_b[i]);
    CHECK(hhc_execution_time(HhcAlgorithm::c, dims[i], m).total() == of_b[i]);
  }
  CHECK(hhc_execution_time(HhcAlgorithm::a, 5, 1).total() == Rational(115'625, 100'000));
  CHECK(hhc_execution_time(HhcAlgorithm::b, 5, 1).total() == Rational(95, 96));
}

TEST_CASE("HHC accuracy: 1, 1 and dh − 1 make 1 + dh") {
  for (unsigned dh = 1; dh <= 8; ++dh) {
    const auto accuracy = hhc_accuracy(dh);
    CHECK(accuracy.in_triangles == 1);
    CHECK(accuracy.across_triangles == 1);
    CHECK(accuracy.between_cells == dh - 1);
    CHECK(accuracy.total() == 1 + dh);
  }
}

TEST_CASE("HHC communication steps: the parts of Tables 3, 6 and 9") {
  const auto a = hhc_published_steps(HhcAlgorithm::a, 3);
  CHECK(of_a_cell(a) == Numbers{9, 20, 18, 36});
  CHECK(at_a_node(a) == Numbers{3, 5, 3, 6});
  const auto b = hhc_published_steps(HhcAlgorithm::b, 3);
  CHECK(of_a_cell(b) == Numbers{8, 8, 8, 18, 36});
  CHECK(at_a_node(b) == Numbers{2, 2, 2, 3, 6});
  const auto c = hhc_published_steps(HhcAlgorithm::c, 3);
  CHECK(of_a_cell(c) == Numbers{12, 4, 4, 9, 24});
  CHECK(at_a_node(c) == Numbers{-1, -1, -1, -1, -1});
}

TEST_CASE("HHC communication steps: the parts as counted") {
  const auto a = hhc_counted_steps(HhcAlgorithm::a, 3);
  CHECK(of_a_cell(a) == Numbers{12, 20, 18, 36});
  CHECK(at_a_node(a) == Numbers{3, 5, 3, 6});
  const auto b = hhc_counted_steps(HhcAlgorithm::b, 3);
  CHECK(of_a_cell(b) == Numbers{8, 8, 8, 18, 36});
  CHECK(at_a_node(b) == Numbers{2, 2, 2, 3, 6});
  const auto c = hhc_counted_steps(HhcAlgorithm::c, 3);
  CHECK(of_a_cell(c) == Numbers{24, 32, 8, 18, 36});
  CHECK(at_a_node(c) == Numbers{4, 6, 2, 3, 6});
}

TEST_CASE("HHC communication steps: the numbers of the documentation, dh = 1 … 8") {
  using Row = EightValues;
  CHECK(published_total(HhcAlgorithm::a) == Row{47, 130, 332, 808, 1904, 4384, 9920, 22'144});
  CHECK(published_total(HhcAlgorithm::b) == Row{42, 120, 312, 768, 1824, 4224, 9600, 21'504});
  CHECK(published_total(HhcAlgorithm::c) == Row{29, 82, 212, 520, 1232, 2848, 6464, 14'464});
  CHECK(published_node(HhcAlgorithm::a) == Row{11, 14, 17, 20, 23, 26, 29, 32});
  CHECK(published_node(HhcAlgorithm::b) == Row{9, 12, 15, 18, 21, 24, 27, 30});
  CHECK(published_node(HhcAlgorithm::c) == Row{29, 29, 29, 29, 29, 29, 29, 29});
  CHECK(counted_total(HhcAlgorithm::a) == Row{50, 136, 344, 832, 1952, 4480, 10'112, 22'528});
  CHECK(counted_total(HhcAlgorithm::b) == Row{42, 120, 312, 768, 1824, 4224, 9600, 21'504});
  CHECK(counted_total(HhcAlgorithm::c) == Row{82, 200, 472, 1088, 2464, 5504, 12'160, 26'624});
  CHECK(counted_node(HhcAlgorithm::a) == Row{9, 12, 15, 18, 21, 24, 27, 30});
  CHECK(counted_node(HhcAlgorithm::b) == Row{9, 12, 15, 18, 21, 24, 27, 30});
  CHECK(counted_node(HhcAlgorithm::c) == Row{14, 17, 20, 23, 26, 29, 32, 35});
}

TEST_CASE("HHC communication steps: the total is the sum of the parts, and that of the formula") {
  for (unsigned dh = 1; dh <= 29; ++dh) {
    const auto n = std::int64_t{1} << (dh - 1);
    const std::int64_t d = dh;
    const std::array published = {n * (18 * d + 29), n * (18 * d + 24), 29 * n + 12 * (d - 1) * n};
    const std::array counted = {n * (18 * d + 32), n * (18 * d + 24), n * (18 * d + 64)};
    for (const auto algorithm : all) {
      const auto i = static_cast<std::size_t>(algorithm);
      const auto paper = hhc_published_steps(algorithm, dh);
      const auto ours = hhc_counted_steps(algorithm, dh);
      for (const auto* steps : {&paper, &ours}) {
        const auto cells = of_a_cell(*steps);
        const auto sum = std::accumulate(cells.begin(), cells.end(), std::int64_t{0});
        CHECK(steps->cells == n);
        CHECK(steps->cell() == sum);
        CHECK(steps->total() == n * sum);
      }
      CHECK(paper.total() == published[i]);
      CHECK(ours.total() == counted[i]);
      REQUIRE(paper.parts.size() == ours.parts.size());
      for (std::size_t p = 0; p < ours.parts.size(); ++p) {
        CHECK(paper.parts[p].name == ours.parts[p].name);
      }
    }
  }
}

TEST_CASE("HHC communication steps are the ends of messages") {
  for (unsigned dh = 1; dh <= 29; ++dh) {
    const auto n = std::int64_t{1} << (dh - 1);
    const std::int64_t d = dh;
    const std::array words = {n * (10 + 6 * d), n * (8 + 6 * d), n * (28 + 6 * d)};
    const std::array transfers = {n * (6 + 3 * d), n * (4 + 3 * d), n * (4 + 3 * d)};
    const std::array<std::int64_t, 3> visits = {0, 0, 8 * n};
    for (const auto algorithm : all) {
      const auto i = static_cast<std::size_t>(algorithm);
      const auto most = hhc_most_messages(algorithm, dh);
      CHECK(most.words == words[i]);
      CHECK(most.transfers == transfers[i]);
      CHECK(most.visits == visits[i]);
      const auto steps = hhc_counted_steps(algorithm, dh);
      CHECK(2 * (most.words + most.transfers) == steps.total());
      const auto node = hhc_busiest_node(algorithm, dh, 16);
      CHECK(node.words + node.transfers == steps.node);
    }
  }
}

TEST_CASE("HHC: bits of the busiest node's words, and their time") {
  constexpr std::array<std::int64_t, 3> bits = {240, 256, 275};
  for (const auto algorithm : all) {
    const auto expected = bits[static_cast<std::size_t>(algorithm)];
    CHECK(hhc_busiest_node(algorithm, 5, 16).word_bits == expected);
    const auto time = hhc_time(algorithm, 5, 96, {16, 64, Rational(250'000'000)});
    CHECK(time.words == Rational(expected, 250'000'000));
    const auto units = hhc_execution_time(algorithm, 5, 96).total();
    CHECK(time.tasks == units * 256 / 1'000'000'000);  // 0.256 µs each
    CHECK(time.total() == time.words + time.tasks);
    CHECK(hhc_time(algorithm, 5, 0, {16, 64, Rational(1)}).tasks == 0);
  }
  // 0.96, 1.02 and 1.10 µs.
  CHECK(hhc_time(HhcAlgorithm::a, 5, 0, {16, 64, Rational(250'000'000)}).words ==
        Rational(96, 100'000'000));
  // A word of two loads counts as one, with twice the bits.
  CHECK(hhc_busiest_node(HhcAlgorithm::a, 1, 10).word_bits == 70);
  CHECK(hhc_busiest_node(HhcAlgorithm::b, 1, 10).word_bits == 80);
  CHECK(hhc_busiest_node(HhcAlgorithm::c, 1, 10).word_bits == 93);
}

TEST_CASE("HHC speed: steps times 250 Mb/s, in both readings of C") {
  const auto published = [](HhcAlgorithm algorithm, unsigned dh) {
    return hhc_speed(algorithm, hhc_published_steps(algorithm, dh));
  };
  const auto counted = [](HhcAlgorithm algorithm, unsigned dh) {
    return hhc_speed(algorithm, hhc_counted_steps(algorithm, dh));
  };
  for (unsigned dh = 1; dh <= 8; ++dh) {
    const std::int64_t d = dh;
    CHECK(published(HhcAlgorithm::a, dh) == (3 * d + 8) * 250);
    CHECK(published(HhcAlgorithm::b, dh) == (3 * d + 6) * 250);
    CHECK(counted(HhcAlgorithm::a, dh) == (3 * d + 6) * 250);
  }
  CHECK(published(HhcAlgorithm::a, 5) == 5'750);
  CHECK(published(HhcAlgorithm::b, 5) == 5'250);
  CHECK(published(HhcAlgorithm::c, 5) == 308'000);
  CHECK(counted(HhcAlgorithm::c, 5) == 616'000);
  CHECK(row(hhc_speed_of_c_as_printed) ==
        EightValues{29, 6'058, 24'116, 72'232, 192'464, 480'928, 1'153'856, 2'691'712});
}

TEST_CASE("HHC formulas know the dimensions that fabrics have") {
  for (const unsigned dh : {0U, 30U, 64U}) {
    CHECK(test::contains(test::refusal([&] { (void)hhc_accuracy(dh); }), "1 to 29"));
    for (const auto algorithm : all) {
      CHECK_THROWS_AS(hhc_execution_time(algorithm, dh, 1), ValueError);
      CHECK_THROWS_AS(hhc_published_steps(algorithm, dh), ValueError);
      CHECK_THROWS_AS(hhc_counted_steps(algorithm, dh), ValueError);
      CHECK_THROWS_AS(hhc_most_messages(algorithm, dh), ValueError);
      CHECK_THROWS_AS(hhc_busiest_node(algorithm, dh, 16), ValueError);
    }
    CHECK_THROWS_AS(hhc_speed_of_c_as_printed(dh), ValueError);
  }
}
