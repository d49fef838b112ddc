// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "models/analysis/producer_setting.h"

namespace isobar {

/// The first and second moments of the loads in the one-processor-generator-model, which starts
/// with load 1 on every processor; i and j > 1 are two processors that do not generate.
struct LoadMoments {
  double first = 1;         ///< E(l1)
  double other = 1;         ///< E(li)
  double first_square = 1;  ///< E(l1²)
  double first_other = 1;   ///< E(l1·li)
  double other_square = 1;  ///< E(li²)
  double two_others = 1;    ///< E(li·lj); stays 1 where there is only one other

  /// VD(li) of Section 5.
  double variation_density() const;
};

/// How δ candidates are drawn.
enum class Candidates : std::uint8_t {
  distinct,  ///< the algorithm: δ different ones
  repeated,  ///< δ times one of all; a processor that is drawn twice weighs twice in the mean
};

/// The exact moments after 0 … `operations` balancing operations, for any δ. They obey linear
/// equations, as who takes part does not depend on the loads; this is an independent check of
/// Section 5's recursion. Throws ValueError if `require` refuses the setting, if `operations` is
/// below 0, and if there are so many operations that an expected square is beyond 10^308.
std::vector<LoadMoments> load_moments(const ProducerSetting& setting, std::int64_t operations,
                                      Candidates candidates = Candidates::distinct);

}  // namespace isobar
