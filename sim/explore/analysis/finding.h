// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isobar {

/// A sentence that a campaign's points bear out, and what it rests on.
struct Finding {
  std::string text;    ///< `Liquid C5 takes 32 % of the time that NNA takes on torus.`
  std::string basis;   ///< `geometric mean over 24 pairs …, 95 % interval 2.9 to 3.3`
  std::string metric;  ///< the metric that it is about; may be empty
  std::string factor;  ///< the factor that it is about; may be empty
};

}  // namespace isobar
