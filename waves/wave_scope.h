// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "models/fabric/fabric.h"
#include "models/fabric/pe_set.h"

namespace isobar {

/// What of a fabric a wave file shows: some PEs, and of the links that leave them those in some
/// dimensions.
class WaveScope {
 public:
  /// `pes=0..3,8,12..15;dimensions=1,2`; all PEs or all dimensions where a part is missing.
  /// Throws ValueError, naming the part that is wrong and what is allowed.
  static WaveScope parse(std::string_view text, const Fabric& fabric);

  bool has_pe(Node node) const { return pes_.has(node); }
  bool has_dimension(unsigned dimension) const { return dimensions_[dimension - 1]; }

 private:
  explicit WaveScope(const Fabric& fabric);
  void parse_dimensions(std::string_view text, const Fabric& fabric);

  PeSet pes_;
  std::vector<bool> dimensions_;  ///< by dimension − 1
};

}  // namespace isobar
