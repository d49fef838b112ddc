// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/synchronous/hhc_b.h"

#include <cstddef>

namespace isobar {
namespace {

// The phases in the triangles.
constexpr std::size_t report = 0;  ///< L and R to the coordinator, which divides
constexpr std::size_t level = 1;   ///< the coordinator's orders, and the tasks

// The register: a coordinator's own load when it divided. Its application may change its load
// before the orders leave.
constexpr std::size_t noted = 0;

}  // namespace

HhcB::HhcB(const Fabric& fabric, std::int64_t load_bits, Cycle division)
    : HhcScheme(fabric, load_bits) {
  const std::vector<unsigned> both = {port(Place::coordinator, Place::left),
                                      port(Place::coordinator, Place::right)};
  begin_with({{both, {}, load_bits, false, division}, {both, both, two_loads()}});
}

void HhcB::announce_in_triangle(std::size_t phase, const PeView& self, Words& out) const {
  const auto here = place(self);
  if (phase == report && here != Place::coordinator) {
    out.add(port(here, Place::coordinator), self.load, load_bits());
  }
  if (phase == level && here == Place::coordinator) {
    const auto loads = reported(self);
    for (const auto node : {Place::left, Place::right}) {
      const auto for_peer = hhc_b_share(loads, node, other_side(node));
      out.add(port(here, node), order(hhc_b_share(loads, node, here), for_peer), two_loads());
    }
  }
}

void HhcB::decide_in_triangle(std::size_t phase, const PeView& self, Orders& out) const {
  const auto here = place(self);
  if (phase == report && here == Place::coordinator) self.registers[noted] = self.load;
  if (phase != level) return;
  if (here == Place::coordinator) {
    const auto loads = reported(self);
    for (const auto to : {Place::left, Place::right}) {
      out.add(port(here, to), hhc_b_share(loads, here, to));
    }
  } else {
    const auto to_coordinator = port(here, Place::coordinator);
    const auto [for_coordinator, for_peer] = unpack(self.heard[to_coordinator]);
    out.add(to_coordinator, as_signed(for_coordinator));
    out.add(port(here, other_side(here)), as_signed(for_peer));
  }
}

bool HhcB::expects_in_triangle(std::size_t /*phase*/, Place /*here*/, unsigned /*port*/) const {
  return true;
}

std::int64_t HhcB::order(Load for_coordinator, Load for_peer) const {
  const Load one_more = Load{1} << load_bits();
  return pack(for_coordinator & (one_more - 1), for_peer & (one_more - 1));
}

Load HhcB::as_signed(Load amount) const {
  const Load one_more = Load{1} << load_bits();
  return amount < one_more / 2 ? amount : amount - one_more;
}

TriangleLoads HhcB::reported(const PeView& coordinator) const {
  return {coordinator.registers[noted], coordinator.heard[port(Place::coordinator, Place::left)],
          coordinator.heard[port(Place::coordinator, Place::right)]};
}

namespace {

const RegisterScheme registered(
    {"hhc-b",
     "HHC algorithm B: the coordinator orders who in its triangle gives what to whom",
     "Al-Nsour, Asmaran and Fasha, New Load Balancing Algorithms for the HHC Interconnection "
     "Network, Section 2.2",
     {division_parameter()},
     needs_hhc,
     [](const SchemeSetting& s) {
       require_two_loads_a_word(s.load_bits);
       return std::make_unique<HhcB>(s.fabric, s.load_bits, division_cycles(s));
     }},
    "HHC B");

}  // namespace
}  // namespace isobar
