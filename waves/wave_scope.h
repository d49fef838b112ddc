// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "models/fabric/fabric.h"
#include "models/fabric/pe_set.h"

namespace isobar {

/// The PEs of a fabric that a wave file shows, and the dimensions whose links it shows.
class WaveScope {
 public:
  /// `pes=0..3,8,12..15;coordinates=0..3,2;dimensions=1,2`, in any order; a part that is
  /// missing means all PEs or all dimensions. Coordinates are given for every dimension, each as a
  /// number, a range or `*`. With `pes` and `coordinates`, PEs must be in both. Throws ValueError,
  /// naming the part that is wrong and what is allowed.
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
