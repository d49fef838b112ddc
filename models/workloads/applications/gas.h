// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "models/workloads/random.h"

namespace isobar {

/// A dilute gas of particles in a box of unit cells, by direct simulation Monte Carlo (Watts,
/// Rieffel and Taylor 1998, Results): particles fly freely and are reflected by the walls; then
/// pairs of those that share a cell collide, whatever their paths were. No two machines differ in a
/// bit, as nothing is used but sums, products and square roots.
class Gas {
 public:
  struct Setting {
    std::size_t width = 1;  ///< cells
    std::size_t height = 1;
    std::size_t particles = 1;
    double speed = 0.5;       ///< root of the mean square at the start, cells an iteration
    double fill = 1;          ///< share of the height in which the gas is at the start
    double collisions = 0.5;  ///< probability that a pair in a cell collides in an iteration
  };

  Gas(const Setting& setting, Random random);

  /// All particles fly for an iteration.
  void fly();
  /// Pairs of each cell collide: momentum and energy of a pair are kept. Returns the collisions by
  /// cell.
  const std::vector<std::uint32_t>& collide();

  std::size_t cells() const { return setting_.width * setting_.height; }
  std::size_t particles() const { return x_.size(); }
  /// Where a particle is, row by row.
  std::size_t cell_of(std::size_t particle) const;
  /// The sum of all squares of velocities.
  double energy() const;

 private:
  struct Vector {
    double x, y;
  };

  double unit();
  Vector direction();
  void collide(std::size_t one, std::size_t other);
  void sort_by_cell();

  Setting setting_;
  Random random_;
  std::vector<double> x_, y_, u_, v_;
  std::vector<std::size_t> first_;   ///< by cell: the place of its first particle in `sorted_`
  std::vector<std::size_t> sorted_;  ///< particles by cell
  std::vector<std::uint32_t> collisions_;
};

}  // namespace isobar
