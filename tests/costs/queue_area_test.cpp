// SPDX-License-Identifier: Apache-2.0
// Estimated task queues against synthesized ones, which docs/queues.sh printed.
#include "models/costs/queue_area.h"

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/catch.h"
#include "tests/support/property.h"

using namespace isobar;

namespace {

struct Point {
  std::string memory;
  Load depth = 0;
  std::int64_t task_bits = 0;
  std::int64_t luts = 0;
  std::int64_t registers = 0;
  std::int64_t rams = 0;

  /// The formulas were fitted to the others.
  bool left_out() const { return task_bits == 256 || depth == 16 || depth == 256; }
};

std::vector<Point> points() {
  std::ifstream file(std::string(ISOBAR_SOURCE_DIR) + "/tests/data/queues.txt");
  std::vector<Point> all;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    Point point;
    std::istringstream(line) >> point.memory >> point.depth >> point.task_bits >> point.luts >>
        point.registers >> point.rams;
    all.push_back(point);
  }
  return all;
}

constexpr std::int64_t load_bits = 16;

QueueMemory memory_of(const Point& point) {
  std::map<std::string, QueueMemory> by_name;
  for (const auto& entry : queue_memories) by_name[entry.word] = entry.memory;
  return by_name.at(point.memory);
}

/// The LUTs that Yosys says, with the four that each LUT RAM lies in.
std::int64_t synthesized_luts(const Point& point) {
  return point.luts + (point.memory == "lut-ram" ? 4 * point.rams : 0);
}

}  // namespace

TEST_CASE("queues: registers and RAMs are those of synthesized ones, LUTs near them") {
  const auto all = points();
  REQUIRE(all.size() > 30);
  // By memory, and whether a queue was left out of the fit.
  std::map<std::pair<std::string, bool>, double> worst;
  for (const auto& point : all) {
    INFO(point.memory << ' ' << point.depth << " tasks of " << point.task_bits << " bits");
    const auto area = queue_area(memory_of(point), point.depth, point.task_bits, load_bits);
    CHECK(area.cells.registers == point.registers);
    if (point.memory == "block-ram") CHECK(area.block_rams == point.rams);
    const auto luts = static_cast<double>(synthesized_luts(point));
    const auto error = std::abs(static_cast<double>(area.cells.luts) - luts) / luts;
    auto& most = worst[{point.memory, point.left_out()}];
    most = std::max(most, error);
  }
  // The errors that docs/costs.md tells.
  for (const auto& [of, error] : worst) {
    INFO(of.first << (of.second ? ", left out of the fit: " : ", fitted: ") << error);
    const std::map<std::string, double> most = {
        {"block-ram", 0.05}, {"lut-ram", 0.23}, {"registers", 0.14}};
    CHECK(error < most.at(of.first));
  }
  CHECK(worst.size() == 6);
}

TEST_CASE("a deeper queue, or one of wider tasks, is never smaller") {
  test::property([] {
    const auto memory =
        *rc::gen::element(QueueMemory::registers, QueueMemory::lut_ram, QueueMemory::block_ram);
    const auto depth = *rc::gen::inRange<Load>(2, 100'000);
    const auto width = *rc::gen::inRange<std::int64_t>(4, 1000);
    const auto area = queue_area(memory, depth, width, load_bits);
    const auto deeper =
        queue_area(memory, depth + *rc::gen::inRange<Load>(0, 9000), width, load_bits);
    const auto wider =
        queue_area(memory, depth, width + *rc::gen::inRange<std::int64_t>(0, 64), load_bits);
    for (const auto& more : {deeper, wider}) {
      RC_ASSERT(more.cells.luts >= area.cells.luts);
      RC_ASSERT(more.cells.registers >= area.cells.registers);
      RC_ASSERT(more.block_rams >= area.block_rams);
    }
  });
}

TEST_CASE("the area of the deepest queue of the widest tasks can be counted") {
  const auto depth = Load{1} << 49U;
  for (const auto memory : {QueueMemory::registers, QueueMemory::lut_ram, QueueMemory::block_ram}) {
    const auto area = queue_area(memory, depth, 1 << 20U, 62);
    CHECK(area.cells.luts > 0);
    CHECK(area.cells.registers > 0);
    CHECK(area.cells.logic_cells > 0);
  }
}
