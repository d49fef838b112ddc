// SPDX-License-Identifier: Apache-2.0
#include "sim/terminal/picture.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "models/text.h"
#include "tests/catch.h"
#include "tests/support/property.h"

namespace {

using isobar::Fabric;
using isobar::Load;
using isobar::load_picture;

std::string picture(const std::string& fabric, const std::vector<Load>& loads,
                    unsigned columns = 80) {
  return "\n" + load_picture(Fabric::parse(fabric), loads, columns);
}

/// 0, 1, 2, … up to `top` and again from 0.
std::vector<Load> saw(std::size_t nodes, Load top) {
  std::vector<Load> loads(nodes);
  for (std::size_t i = 0; i < nodes; ++i) loads[i] = static_cast<Load>(i) % (top + 1);
  return loads;
}

std::size_t characters(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0) != 0x80 ? 1 : 0;
  return count;
}

}  // namespace

TEST_CASE("Picture: a ring is one row, idle PEs blank", "[sim][picture]") {
  CHECK(picture("ring:9", saw(9, 8)) == R"(
ring:9, PE 0 at the left; █ = 8 tasks
▕ ▁▂▃▄▅▆▇█▏
)");
  CHECK(picture("ring:4", {100, 55, 1, 0}) == R"(
ring:4, PE 0 at the left; █ = 100 tasks
▕█▄▁ ▏
)");
  CHECK(picture("ring:3", {0, 1, 0}) == R"(
ring:3, PE 0 at the left; █ = 1 task
▕ █ ▏
)");
  CHECK(picture("ring:2", {0, 0}) == R"(
ring:2, PE 0 at the left; no tasks
▕  ▏
)");
}

TEST_CASE("Picture: dimension 1 runs across, dimension 2 down", "[sim][picture]") {
  CHECK(picture("torus:5x2", {0, 1, 2, 3, 4, 5, 6, 7, 8, 0}) == R"(
torus:5x2, dimension 1 across, 2 down; █ = 8 tasks
▕ ▁▂▃▄▏
▕▅▆▇█ ▏
)");
  CHECK(picture("mesh:2x1x3", {1, 2, 3, 4, 5, 8}) == R"(
mesh:2x1x3, dimension 1 across, 3 down; █ = 8 tasks
▕▁▂▏
▕▃▄▏
▕▅█▏
)");
}

TEST_CASE("Picture: planes stand side by side while they fit", "[sim][picture]") {
  const auto loads = saw(18, 8);
  CHECK(picture("torus:3x3x2", loads) == R"(
torus:3x3x2, dimension 1 across, 2 down, 3 side by side; █ = 8 tasks
▕ ▁▂│ ▁▂▏
▕▃▄▅│▃▄▅▏
▕▆▇█│▆▇█▏
)");
  // Planes of more than 16 rows do not fit.
  CHECK(picture("torus:2x17x2", saw(68, 0)) == R"(
torus:2x17x2, dimensions 1 and 2 across, 3 down; no tasks
▕  │  │  │  │  │  │  │  │  │  │  │  │  │  │  │  │  ▏
▕  │  │  │  │  │  │  │  │  │  │  │  │  │  │  │  │  ▏
)");
  CHECK(picture("torus:3x2x3x1x2", saw(36, 8), 13) == R"(
torus:3x2x3x1x2, dimensions 1 and 2 across, 3 and 5 down; █ = 8 tasks
▕ ▁▂│▃▄▅▏
▕▆▇█│ ▁▂▏
▕▃▄▅│▆▇█▏
▕ ▁▂│▃▄▅▏
▕▆▇█│ ▁▂▏
▕▃▄▅│▆▇█▏
)");
}

TEST_CASE("Picture: on a logarithmic scale a spike hides nothing and small differences are seen",
          "[sim][picture]") {
  const auto drawn = [](const std::string& fabric, const std::vector<Load>& loads,
                        unsigned columns = 79) {
    return "\n" + load_picture(Fabric::parse(fabric), loads, columns, isobar::Heights::logarithmic);
  };
  CHECK(drawn("ring:9", {147, 0, 1, 20, 34, 38, 39, 40, 41}) == R"(
ring:9, PE 0 at the left; ▁ 1, ▅ mean 40, █ 147 tasks, logarithmic
▕█ ▁▃▄▄▄▅▅▏
)");
  CHECK(drawn("ring:5", {4, 5, 6, 5, 5}) == R"(
ring:5, PE 0 at the left; ▁ 4, ▅ mean 5, █ 6 tasks, logarithmic
▕▁▅█▅▅▏
)");
  // All tasks on one PE; all alike; none.
  CHECK(drawn("ring:4", {16, 0, 0, 0}) == R"(
ring:4, PE 0 at the left; ▅ mean 4, █ 16 tasks, logarithmic
▕█   ▏
)");
  CHECK(drawn("ring:3", {1, 1, 1}) == R"(
ring:3, PE 0 at the left; ▅ mean 1 task
▕▅▅▅▏
)");
  CHECK(drawn("ring:2", {0, 0}) == R"(
ring:2, PE 0 at the left; no tasks
▕  ▏
)");
  // The scale stands below where the columns are too few.
  CHECK(drawn("ring:5", {4, 5, 6, 5, 5}, 60) == R"(
ring:5, PE 0 at the left
▁ 4, ▅ mean 5, █ 6 tasks, logarithmic
▕▁▅█▅▅▏
)");
}

TEST_CASE("Picture: on a logarithmic scale higher is more, and the mean parts what is drawn",
          "[sim][picture]") {
  isobar::test::property([] {
    auto loads = *rc::gen::nonEmpty(
        rc::gen::container<std::vector<Load>>(rc::gen::inRange<Load>(0, Load{1} << 40)));
    std::vector<double> shown(loads.begin(), loads.end());
    const auto scale = isobar::load_scale(isobar::Heights::logarithmic, loads, shown, "");
    std::sort(shown.begin(), shown.end());
    const double mean =
        std::accumulate(shown.begin(), shown.end(), 0.0) / static_cast<double>(shown.size());
    std::size_t before = 1;
    for (const double load : shown) {
      if (load == 0) continue;
      const auto height = scale.height(load);
      RC_ASSERT(height >= before);
      RC_ASSERT(height <= 8U);
      if (std::abs(load - mean) > 0.01) RC_ASSERT((height >= 5) == (load > mean));
      before = height;
    }
    if (shown.back() > mean + 1) RC_ASSERT(before == 8U);
  });
}

TEST_CASE("Picture: hypercubes and Hexa-cells", "[sim][picture]") {
  CHECK(picture("hypercube:3", {1, 2, 3, 4, 5, 6, 7, 8}) == R"(
hypercube:3, rows of 4 PEs; █ = 8 tasks
▕▁▂▃▄▏
▕▅▆▇█▏
)");
  CHECK(picture("hypercube:0", {1}) == R"(
hypercube:0, rows of 1 PE; █ = 1 task
▕█▏
)");
  CHECK(picture("hhc:3", saw(24, 8)) == R"(
hhc:3, rows of 2 Hexa-cells; █ = 8 tasks
▕ ▁▂▃▄▅│▆▇█ ▁▂▏
▕▃▄▅▆▇█│ ▁▂▃▄▅▏
)");
}

TEST_CASE("Picture: what does not fit is shown as means of blocks, and says so", "[sim][picture]") {
  // Blocks of 3; the last one is a single PE and its mean is over that one.
  CHECK(
      picture("ring:22", {8, 8, 8, 7, 7, 7, 6, 6, 6, 5, 5, 5, 4, 4, 4, 3, 3, 3, 0, 0, 0, 8}, 10) ==
      R"(
ring:22, PE 0 at the left; █ = 8, a mean of 3 PEs; largest load 8
▕█▇▆▅▄▃ █▏
)");
  // A block with any task is not blank.
  std::vector<Load> loads(4096, 0);
  loads[0] = 1;
  loads.back() = 3000;
  const auto text = load_picture(Fabric::parse("torus:64x64"), loads, 18);
  const auto lines = isobar::split(text, '\n');
  REQUIRE(lines.size() == 18);
  CHECK(lines[0] ==
        "torus:64x64, dimension 1 across, 2 down; █ = 188, a mean of 4×4 PEs; "
        "largest load 3000");
  CHECK(lines[1] == "▕▁               ▏");
  CHECK(lines[8] == "▕                ▏");
  CHECK(lines[16] == "▕               █▏");
}

TEST_CASE("Picture: never larger than asked for, whatever the fabric", "[sim][picture]") {
  for (const std::string name :
       {"ring:1", "ring:1000", "torus:7x300", "torus:300x7", "torus:5x5x5", "torus:2x30x3",
        "torus:17x17x2", "torus:3x3x3x3x3", "mesh:90x90", "mesh:1x1", "hypercube:1", "hypercube:6",
        "hypercube:13", "hhc:1", "hhc:2", "hhc:5", "hhc:9"}) {
    const auto fabric = Fabric::parse(name);
    const auto loads = saw(fabric.nodes(), 13);
    for (const unsigned columns : {0U, 10U, 11U, 20U, 33U, 79U, 80U, 200U}) {
      INFO(name << " in " << columns);
      const auto text = load_picture(fabric, loads, columns);
      const auto lines = isobar::split(text, '\n');
      REQUIRE(lines.size() >= 3);
      CHECK(lines.size() <= 18);
      CHECK(lines.back().empty());
      for (std::size_t row = 1; row + 1 < lines.size(); ++row) {
        CHECK(characters(lines[row]) == characters(lines[1]));
        CHECK(characters(lines[row]) <= std::max(columns, 10U));
      }
    }
  }
}

TEST_CASE("Picture: every PE is shown once where nothing is blocked", "[sim][picture]") {
  for (const std::string name :
       {"ring:70", "torus:13x9", "torus:5x5x5", "torus:3x2x3x2x2", "hypercube:7", "hhc:5"}) {
    const auto fabric = Fabric::parse(name);
    for (isobar::Node node = 0; node < fabric.nodes(); ++node) {
      std::vector<Load> loads(fabric.nodes(), 0);
      loads[node] = 1;
      const auto text = load_picture(fabric, loads, 80);
      const auto cells = text.substr(text.find('\n'));
      INFO(text);
      REQUIRE(cells.find("█") != std::string::npos);
      CHECK(cells.find("█") == cells.rfind("█"));
    }
  }
}

TEST_CASE("Picture: the largest loads do not overflow", "[sim][picture]") {
  const Load most = Load{1} << 48;
  CHECK(picture("ring:3", {most - 2, 1, 1}) == R"(
ring:3, PE 0 at the left; █ = 281474976710654 tasks
▕█▁▁▏
)");
}

TEST_CASE("Picture: start and end are one picture", "[sim][picture]") {
  const auto change = [](const std::string& fabric, const std::vector<Load>& start,
                         const std::vector<Load>& end, unsigned columns) {
    return "\n" + isobar::change_picture(Fabric::parse(fabric), start, end, columns);
  };
  CHECK(change("ring:4", {16, 0, 0, 0}, {4, 4, 4, 4}, 64) == R"(
ring:4, PE 0 at the left; start: █ = 16 tasks; end: █ = 4 tasks
▕█   ▏  →  ▕████▏
)");
  CHECK(change("torus:3x3", saw(9, 8), std::vector<Load>(9, 4), 40) == R"(
torus:3x3, dimension 1 across, 2 down;
start: █ = 8 tasks; end: █ = 4 tasks
▕ ▁▂▏     ▕███▏
▕▃▄▅▏  →  ▕███▏
▕▆▇█▏     ▕███▏
)");
  CHECK(change("ring:8", {8, 0, 0, 0, 0, 0, 0, 0}, std::vector<Load>(8, 1), 20) == R"(
ring:8, PE 0 at the left;
start: █ = 8 tasks; end: █ = 1 task
▕█       ▏
  ↓
▕████████▏
)");
}

TEST_CASE("Picture: an application's is the time that its PEs worked", "[sim][picture]") {
  CHECK("\n" + isobar::work_picture(Fabric::parse("ring:5"), {0, 0.01, 0.5, 0.99, 1}, 64) == R"(
ring:5, PE 0 at the left; █ = at work all the time
▕ ▁▄██▏
)");
}
