// SPDX-License-Identifier: Apache-2.0
#include "tests/symmetry/symmetries.h"

#include <algorithm>
#include <stdexcept>

namespace isobar::test {

const std::vector<Symmetries>& symmetries() {
  static const auto all = [] {
    auto rows = symmetries_in_lockstep();
    const auto more = symmetries_of_messages();
    rows.insert(rows.end(), more.begin(), more.end());
    return rows;
  }();
  return all;
}

const Symmetries& symmetries_of(const std::string& scheme) {
  for (const auto& row : symmetries()) {
    if (std::count(row.schemes.begin(), row.schemes.end(), scheme) > 0) return row;
  }
  throw std::invalid_argument("no row has " + scheme);
}

}  // namespace isobar::test
