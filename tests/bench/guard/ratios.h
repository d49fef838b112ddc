// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace isobar::bench {

/// A speed of the program as a ratio to something that it does not make itself, measured beside it.
struct Ratio {
  enum class Better { smaller, larger };

  std::string name;  ///< `steal_1024`
  std::string what;  ///< what is divided by what
  Better better;
  std::function<double()> measure;  ///< once
};

/// All ratios, in the order of the table.
const std::vector<Ratio>& ratios();

}  // namespace isobar::bench
