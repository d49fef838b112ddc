// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/synchronous/hhc_c.h"

#include <algorithm>

namespace isobar {
namespace {

/// A node with too many asks another for its load.
struct Visit {
  Place giver;
  Place host;
};

/// Each is two phases, a request and then the reply with the tasks; while one is under way, the
/// others wait, which is the paper's lock.
constexpr std::array<Visit, 6> visits = {{{Place::coordinator, Place::left},
                                          {Place::coordinator, Place::right},
                                          {Place::left, Place::coordinator},
                                          {Place::left, Place::right},
                                          {Place::right, Place::coordinator},
                                          {Place::right, Place::left}}};

// Phase 0 is the exchange of loads.
const Visit& visit_of(std::size_t phase) { return visits[(phase - 1) / 2]; }
bool is_request(std::size_t phase) { return phase % 2 == 1; }

/// No load looks like it, and over a port of the triangle a load comes before every request.
constexpr std::int64_t request = -1;
constexpr std::int64_t request_bits = 1;

// The registers.
constexpr std::size_t target = 0;  ///< AverageLoad in the pseudo-code
constexpr std::size_t excess = 1;  ///< MyExcessLoad

}  // namespace

HhcC::HhcC(const Fabric& fabric, std::int64_t load_bits, Load rounding, Cycle division)
    : HhcScheme(fabric, load_bits), rounding_(rounding) {
  const std::vector<unsigned> both = {port(Place::coordinator, Place::left),
                                      port(Place::coordinator, Place::right)};
  std::vector<Phase> phases = {{both, {}, load_bits, false, division}};
  for (const auto& [giver, host] : visits) {
    const auto to_host = port(giver, host);
    const auto to_giver = port(host, giver);
    phases.push_back({{to_giver}, {}, request_bits});
    phases.push_back({{to_host}, {to_giver}, load_bits});
  }
  begin_with(std::move(phases));
}

void HhcC::announce_in_triangle(std::size_t phase, const PeView& self, Words& out) const {
  const auto here = place(self);
  if (phase == 0) {
    for (const auto to : {Place::coordinator, Place::left, Place::right}) {
      if (to != here) out.add(port(here, to), self.load, load_bits());
    }
    return;
  }
  const auto& [giver, host] = visit_of(phase);
  if (is_request(phase)) {
    if (here == giver && self.registers[excess] > 0) {
      out.add(port(giver, host), request, request_bits);
    }
  } else if (here == host && self.heard[port(host, giver)] == request) {
    out.add(port(host, giver), self.load, load_bits());
  }
}

void HhcC::decide_in_triangle(std::size_t phase, const PeView& self, Orders& out) const {
  const auto here = place(self);
  if (phase == 0) {
    Load sum = self.load;
    for (const auto peer : {Place::coordinator, Place::left, Place::right}) {
      if (peer != here) sum += self.heard[port(here, peer)];
    }
    self.registers[target] = (sum + rounding_) / 3;
    self.registers[excess] = self.load - self.registers[target];
    return;
  }
  const auto& [giver, host] = visit_of(phase);
  if (is_request(phase) || here != giver) return;
  const auto to_host = port(giver, host);
  const Load need = self.registers[target] - self.heard[to_host];
  const Load given = std::max<Load>(0, std::min(need, self.registers[excess]));
  self.registers[excess] -= given;
  out.add(to_host, given);
}

bool HhcC::expects_in_triangle(std::size_t phase, Place here, unsigned to) const {
  const auto& [giver, host] = visit_of(phase);
  return here == host && to == port(host, giver);
}

namespace {

const auto rounding_parameter =
    parameter("rounding",
              "added to a triangle's load before it is divided by 3: 1 as in the paper's text, 2 "
              "as in its pseudo-code")
        .range(1, 2, "tasks")
        .whole(1);

const RegisterScheme registered(
    {"hhc-c",
     "HHC algorithm C: all nodes of a triangle know its load; who has too much visits the others",
     "Al-Nsour, Asmaran and Fasha, New Load Balancing Algorithms for the HHC Interconnection "
     "Network, Section 2.3",
     {rounding_parameter, division_parameter()},
     needs_hhc,
     [](const SchemeSetting& s) {
       return std::make_unique<HhcC>(s.fabric, s.load_bits, s.parameters.get(rounding_parameter),
                                     division_cycles(s));
     }},
    "HHC C");

}  // namespace
}  // namespace isobar
