// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/synchronous/hhc_a.h"

#include <algorithm>

namespace isobar {
namespace {

// The phases in the triangles.
constexpr std::size_t average = 0;  ///< L and R
constexpr std::size_t report = 1;   ///< R to the coordinator, which divides
constexpr std::size_t level = 2;    ///< the coordinator's orders, and the tasks

// The register: in a left or right node the other's load after their average, in a coordinator its
// own when it divided. Its application may change its load before the orders leave.
constexpr std::size_t noted = 0;

}  // namespace

CoordinatorGives hhc_a_shares(const TriangleLoads& loads) {
  const auto [coordinator, left, right] = loads;
  const Load sum = coordinator + left + right;
  const Load rest = sum - (sum + 2) / 3;
  const bool left_has_more = left >= right;
  const Load more = (rest + 1) / 2;
  const Load less = rest / 2;
  return {(left_has_more ? more : less) - left, (left_has_more ? less : more) - right};
}

HhcA::HhcA(const Fabric& fabric, std::int64_t load_bits, Cycle division)
    : HhcScheme(fabric, load_bits) {
  const auto to_left = port(Place::right, Place::left);
  const auto to_right = port(Place::left, Place::right);
  const auto from_right = port(Place::coordinator, Place::right);
  const std::vector<unsigned> both = {to_right, to_left};
  begin_with({{both, both, load_bits},
              {{from_right}, {}, two_loads(), false, division},
              {both, both, load_bits}});
}

void HhcA::announce_in_triangle(std::size_t phase, const PeView& self, Words& out) const {
  const auto here = place(self);
  if (phase == average && here != Place::coordinator) {
    out.add(port(here, other_side(here)), self.load, load_bits());
  }
  if (phase == report && here == Place::right) {
    out.add(port(here, Place::coordinator), pack(self.registers[noted], self.load), two_loads());
  }
  if (phase == level && here == Place::coordinator) {
    const auto gives = shares(self);
    out.add(port(here, Place::left), std::max<Load>(0, -gives.left), load_bits());
    out.add(port(here, Place::right), std::max<Load>(0, -gives.right), load_bits());
  }
}

void HhcA::decide_in_triangle(std::size_t phase, const PeView& self, Orders& out) const {
  const auto here = place(self);
  if (phase == average && here != Place::coordinator) {
    const auto other = port(here, other_side(here));
    const Load theirs = self.heard[other];
    const Load given = pair_share(self.load, theirs);
    self.registers[noted] = theirs + given - pair_share(theirs, self.load);
    out.add(other, given);
  }
  if (phase == report && here == Place::coordinator) self.registers[noted] = self.load;
  if (phase == level) {
    if (here == Place::coordinator) {
      const auto gives = shares(self);
      out.add(port(here, Place::left), gives.left);
      out.add(port(here, Place::right), gives.right);
    } else {
      const auto to_coordinator = port(here, Place::coordinator);
      out.add(to_coordinator, self.heard[to_coordinator]);
    }
  }
}

bool HhcA::expects_in_triangle(std::size_t phase, Place here, unsigned to) const {
  if (here == Place::coordinator) return phase == level;
  return to == port(here, phase == average ? other_side(here) : Place::coordinator);
}

CoordinatorGives HhcA::shares(const PeView& coordinator) const {
  const auto [left, right] = unpack(coordinator.heard[port(Place::coordinator, Place::right)]);
  return hhc_a_shares({coordinator.registers[noted], left, right});
}

namespace {

const RegisterScheme registered(
    {"hhc-a",
     "HHC algorithm A: left and right node average, then the coordinator levels the triangle",
     "Al-Nsour, Asmaran and Fasha, New Load Balancing Algorithms for the HHC Interconnection "
     "Network, Section 2.1",
     {division_parameter()},
     needs_hhc,
     [](const SchemeSetting& s) {
       require_two_loads_a_word(s.load_bits);
       return std::make_unique<HhcA>(s.fabric, s.load_bits, division_cycles(s));
     }},
    "HHC A");

}  // namespace
}  // namespace isobar
