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
  /// `pes=0..3,8,12..15;coordinates=0..3,2;dimensions=1,2`, in any order; all PEs or all dimensions
  /// where a part is missing. Coordinates are given for every dimension, each as a number, a range
  /// or `*`; of PEs that are given both ways those count that are in both.
  /// Throws ValueError, naming the part that is wrong and what is allowed.
  static WaveScope parse(std::string_view text, const Fabric& fabric);

  bool has_pe(Node node) const { return pes_.has(node) && is_inside(node); }
  bool has_dimension(unsigned dimension) const { return dimensions_[dimension - 1]; }

 private:
  explicit WaveScope(const Fabric& fabric);
  void parse_dimensions(std::string_view text, const Fabric& fabric);
  void parse_coordinates(std::string_view text);
  bool is_inside(Node node) const;
  bool has_any_pe() const;

  struct Range {
    std::uint32_t first;
    std::uint32_t last;
  };

  Fabric fabric_;
  PeSet pes_;
  std::vector<Range> coordinates_;  ///< by dimension − 1; empty: all
  std::vector<bool> dimensions_;    ///< by dimension − 1
};

}  // namespace isobar
