// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace isobar {

/// Whether each row is on the Pareto front, smaller being better in every column: no other row is
/// as small in all columns and smaller in one. A row with a NaN is not.
std::vector<bool> pareto_front(const std::vector<std::vector<double>>& rows);

}  // namespace isobar
