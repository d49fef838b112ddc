// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/explore/analysis/study.h"

namespace isobar {

/// A sentence that a campaign's points bear out, and what it rests on.
struct Finding {
  std::string text;    ///< `Liquid C5 takes 3.1× less time than NNA on torus.`
  std::string basis;   ///< `geometric mean over 24 pairs …, 95 % interval 2.9 to 3.3`
  std::string metric;  ///< that it is about; may be empty
  std::string factor;  ///< likewise
};

/// What is to be said of a campaign, the most general first. Levels are only compared where all
/// else is equal, over five settings or more, and what is said of a ratio or an exponent holds with
/// 95 % confidence; points that failed or did not reach their goal are counted, and left out.
std::vector<Finding> findings(const Study& study);

}  // namespace isobar
