// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/symmetry/change.h"

namespace isobar::test {

/// What can be done to an experiment that need not matter.
struct Transformation {
  std::string name;              ///< as in the table, `translate`
  std::string on;                ///< the fabrics that have it
  std::string what;              ///< one line
  std::string sample;            ///< such a fabric: a scheme that refuses it has no say
  std::function<Change()> draw;  ///< a random one, of a property
  std::function<Change(const Fabric&)> simplest;  ///< that of counterexamples
};

/// All of them, in the order of the table's columns.
const std::vector<Transformation>& transformations();

/// A fabric by its name, or a graph by its edges, `0-1,1-2`.
Fabric fabric_of(const std::string& text);

}  // namespace isobar::test
