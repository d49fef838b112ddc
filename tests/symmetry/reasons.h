// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isobar::test {

// Why schemes of both kinds lack a symmetry.
inline const std::string upper =
    "the upper PE of a pair says its load, the lower one asks for tasks";
inline const std::string folds = "a line is folded from coordinate 0 on";
inline const std::string dimensions = "dimensions take turns in their order";

}  // namespace isobar::test
