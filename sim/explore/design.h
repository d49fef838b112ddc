// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "sim/config/input_error.h"
#include "sim/explore/space.h"

namespace isobar {

/// The points of a design that knows them beforehand: grid, random, Latin hypercube or Sobol, each
/// once, in an order that plan and seed fix. Where constraints leave fewer than are asked for,
/// random and Sobol draw on, up to a hundred times as many. Throws InputError if not one is left.
std::vector<Assignment> design_points(const Space& space);

/// Runs points, or looks up those that have been run, and returns the objectives of each, of which
/// smaller is better; an empty row for a point that failed or did not reach its goal. An empty
/// result ends the search.
using Evaluate =
    std::function<std::vector<std::vector<double>>(const std::vector<Assignment>& points)>;

/// Guided multi-objective search by NSGA-II (Deb et al., 2002) over the space: two objectives or
/// more. Ten times as many children as a generation needs are bred, and those with the best
/// prospects by what has been seen so far (sim/explore/surrogate.h) are evaluated. It ends when as
/// many different points as the plan's budget have been evaluated, or no more are found. The same
/// plan, seed and results give the same points in the same order. Throws InputError if there is no
/// point at all.
void search(const Space& space, const Evaluate& evaluate);

/// The error for a space that has no point.
InputError no_point_left(const Space& space);

}  // namespace isobar
