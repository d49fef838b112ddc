// SPDX-License-Identifier: Apache-2.0
#include "models/analysis/hhc_formulas.h"

#include <fmt/format.h>

#include <numeric>

#include "models/errors.h"

namespace isobar {
namespace {

constexpr std::int64_t link_speed = 250;  // Mb/s, the paper's electrical links

void require_dimensions(unsigned dh) {
  if (dh < 1 || dh > 29) {
    throw ValueError(fmt::format("an HHC has 1 to 29 dimensions, not {}", dh));
  }
}

std::int64_t cells(unsigned dh) {
  require_dimensions(dh);
  return std::int64_t{1} << (dh - 1);
}

/// dh − 1, the number of dimensions of the cube whose corners are the cells.
std::int64_t cube_dimensions(unsigned dh) {
  require_dimensions(dh);
  return std::int64_t{dh} - 1;
}

/// One part of an algorithm within triangles: its messages in two triangles and at a node.
struct Part {
  std::string_view name;
  std::int64_t published_cell;
  std::optional<std::int64_t> published_node;
  std::int64_t counted_cell;
  std::int64_t counted_node;
};

std::vector<Part> parts_in_triangles(HhcAlgorithm algorithm) {
  switch (algorithm) {
    case HhcAlgorithm::a:
      return {{"L and R average", 9, 3, 12, 3}, {"C levels", 20, 5, 20, 5}};
    case HhcAlgorithm::b:
      return {{"reports", 8, 2, 8, 2}, {"orders", 8, 2, 8, 2}, {"transfers", 8, 2, 8, 2}};
    case HhcAlgorithm::c:
      break;
  }
  // What is counted has two givers with two visits each.
  return {{"exchange of loads", 12, std::nullopt, 24, 4},
          {"visits", 4, std::nullopt, 32, 6},
          {"transfers", 4, std::nullopt, 8, 2}};
}

constexpr std::string_view across_triangles = "across the triangles";
constexpr std::string_view between_cells = "between the cells";

}  // namespace

Rational HhcExecutionTime::phase_1() const {
  return std::accumulate(in_triangles.begin(), in_triangles.end(), across_triangles);
}

HhcExecutionTime hhc_execution_time(HhcAlgorithm algorithm, unsigned dh, std::int64_t m) {
  const Rational half(m, 2);
  const Rational third(m, 3);
  const Rational sixth(m, 6);
  // M/12 + M/24 + … over dh − 1 dimensions.
  const auto phase_2 = sixth * (1 - Rational(1, cells(dh)));
  if (algorithm == HhcAlgorithm::a) return {{half, sixth, sixth}, sixth, phase_2};
  return {{third, third}, sixth, phase_2};
}

HhcAccuracy hhc_accuracy(unsigned dh) { return {1, 1, cube_dimensions(dh)}; }

std::int64_t HhcSteps::cell() const {
  std::int64_t sum = 0;
  for (const auto& part : parts) sum += part.cell;
  return sum;
}

HhcSteps hhc_published_steps(HhcAlgorithm algorithm, unsigned dh) {
  const auto cube = cube_dimensions(dh);
  HhcSteps steps{{}, 0, cells(dh)};
  for (const auto& part : parts_in_triangles(algorithm)) {
    steps.parts.push_back({part.name, part.published_cell, part.published_node});
  }
  if (algorithm == HhcAlgorithm::c) {
    steps.parts.push_back({across_triangles, 9, std::nullopt});
    steps.node = steps.cell();
    steps.parts.push_back({between_cells, 12 * cube, std::nullopt});
    return steps;
  }
  steps.parts.push_back({across_triangles, 18, 3});
  steps.parts.push_back({between_cells, 18 * cube, 3 * cube});
  for (const auto& part : steps.parts) steps.node += part.node.value_or(0);
  return steps;
}

HhcSteps hhc_counted_steps(HhcAlgorithm algorithm, unsigned dh) {
  const auto cube = cube_dimensions(dh);
  const auto busiest = hhc_busiest_node(algorithm, dh, 1);
  HhcSteps steps{{}, busiest.words + busiest.transfers, cells(dh)};
  for (const auto& part : parts_in_triangles(algorithm)) {
    steps.parts.push_back({part.name, part.counted_cell, part.counted_node});
  }
  steps.parts.push_back({across_triangles, 18, 3});
  steps.parts.push_back({between_cells, 18 * cube, 3 * cube});
  return steps;
}

HhcMessages hhc_most_messages(HhcAlgorithm algorithm, unsigned dh) {
  const auto n = cells(dh);
  // In each stage of pairs a cell has three pairs, with two words and a transfer each.
  const auto pairs = 3 * n * std::int64_t{dh};
  const auto with_pairs = [&](std::int64_t words, std::int64_t transfers, std::int64_t visits) {
    return HhcMessages{2 * n * words + 2 * pairs, 2 * n * transfers + pairs, 2 * n * visits};
  };
  switch (algorithm) {
    case HhcAlgorithm::a:
      return with_pairs(5, 3, 0);
    case HhcAlgorithm::b:
      return with_pairs(4, 2, 0);
    case HhcAlgorithm::c:
      break;
  }
  return with_pairs(6 + 2 * 4, 2, 4);
}

HhcNodeMessages hhc_busiest_node(HhcAlgorithm algorithm, unsigned dh, std::int64_t load_bits) {
  require_dimensions(dh);
  const auto d = std::int64_t{dh};
  const auto with_pairs = [&](std::int64_t words, std::int64_t bits, std::int64_t transfers) {
    return HhcNodeMessages{words + 2 * d, bits + 2 * d * load_bits, transfers + d};
  };
  switch (algorithm) {
    case HhcAlgorithm::a:  // R: two loads exchanged, a report of two, an order
      return with_pairs(4, 5 * load_bits, 2);
    case HhcAlgorithm::b:  // C: two reports, two orders of two amounts
      return with_pairs(4, 6 * load_bits, 2);
    case HhcAlgorithm::c:
      break;
  }
  // C or L: four loads exchanged, two visits of its own and one as a host; a visit takes 1 bit and
  // a load.
  return with_pairs(4 + 3 * 2, 4 * load_bits + 3 * (1 + load_bits), 1);
}

std::int64_t hhc_speed(HhcAlgorithm algorithm, const HhcSteps& steps) {
  return (algorithm == HhcAlgorithm::c ? steps.total() : steps.node) * link_speed;
}

std::int64_t hhc_speed_of_c_as_printed(unsigned dh) {
  return 29 * cells(dh) + 12 * cube_dimensions(dh) * cells(dh) * link_speed;
}

HhcTime hhc_time(HhcAlgorithm algorithm, unsigned dh, std::int64_t m, const HhcBits& bits) {
  const Rational words = hhc_busiest_node(algorithm, dh, bits.load_bits).word_bits;
  const auto tasks = hhc_execution_time(algorithm, dh, m).total();
  return {words / bits.bandwidth, tasks * bits.task_bits / bits.bandwidth};
}

}  // namespace isobar
