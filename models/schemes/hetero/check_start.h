// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace isobar {

/// Throws ModelError unless `load` ≥ 0 and `capacity` > 0 are finite and the last calculation,
/// if any, is done.
void check_start(double load, double capacity, bool done);

}  // namespace isobar
