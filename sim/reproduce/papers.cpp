// SPDX-License-Identifier: Apache-2.0
#include "sim/reproduce/papers.h"

namespace isobar {

const std::vector<ReproductionEntry>& reproductions() {
  static const auto all = [] {
    std::vector<ReproductionEntry> list;
    for (const auto& paper :
         {henrich_reproductions(), willebeek_reproductions(), hhc_reproductions(),
          lueling_monien_reproductions(), watts_reproductions(), watts_homogeneous_reproductions(),
          watts_locality_reproductions(), uts_reproductions()}) {
      list.insert(list.end(), paper.begin(), paper.end());
    }
    return list;
  }();
  return all;
}

}  // namespace isobar
