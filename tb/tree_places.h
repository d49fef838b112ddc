// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "models/experiment/experiment.h"
#include "models/experiment/rtl_parameters.h"

namespace isobar {

/// A PE's place in the spanning tree by which phases end, and in its triangle if it is in one.
struct RtlTreePlace {
  std::uint64_t parent = 0;    ///< the RTL's port to it, a bit; the root has none
  std::uint64_t children = 0;  ///< the ports to them, a bit each
  Cycle wait = 0;              ///< from when it knows that a phase is over to when all do
  std::optional<Node> role{};  ///< in the triangle: isobar_pkg's Role…
};

/// The places of all PEs of a fabric, which the RTL has as wired constants.
class TreePlaces {
 public:
  TreePlaces(const Experiment& experiment, const RtlParameters& parameters);

  const RtlTreePlace& place(Node node) const { return places_[node]; }

 private:
  std::vector<RtlTreePlace> places_;
};

/// Those of a fabric of PEs whose RTL has them; none if it has none.
std::optional<TreePlaces> places_in_tree(const Experiment& experiment,
                                         const RtlParameters& parameters);

}  // namespace isobar
