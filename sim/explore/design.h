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

/// Runs points, or looks up those that have been run, and gives the objectives of each, smaller is
/// better; an empty row for a point that failed or did not reach its goal. An empty result ends
/// the search.
using Evaluate =
    std::function<std::vector<std::vector<double>>(const std::vector<Assignment>& points)>;

/// Guided multi-objective search by NSGA-II (Deb et al., 2002) over the space: two objectives or
/// more. Of ten times as many children as a generation needs, those go on that promise most by what
/// has been seen so far (sim/explore/surrogate.h). It ends when as many different points as the
/// plan's budget have been evaluated, or no more are found. The same plan, seed and answers, the
/// same questions in the same order. Throws InputError if there is no point at all.
void search(const Space& space, const Evaluate& evaluate);

/// What is said of a space in which nothing is found.
InputError no_point_left(const Space& space);

}  // namespace isobar
