// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isobar::bench {

/// The loads that the Liquid kernel steps in a second, all dimensions of a step counted once, by
/// those that memcpy copies, measured in turns on one thread. `bits` is the width of a load.
double steps_of_copy(const std::string& fabric, unsigned bits);

}  // namespace isobar::bench
