// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/synchronous/nna.h"

#include <algorithm>
#include <array>

#include "models/schemes/contract/needs.h"
#include "models/schemes/contract/registry.h"
#include "models/schemes/parts/decision_time.h"
#include "models/wide.h"

namespace isobar {
namespace {

/// a·b/c, rounded up or down, for a, b ≥ 0 and c > 0.
Load share_of(Load a, Load b, Load c, bool up) {
  constexpr Load small = Load{1} << 31;
  if (a < small && b < small) return (a * b + (up ? c - 1 : 0)) / c;
  return static_cast<Load>((Wide{a} * b + (up ? c - 1 : 0)) / c);
}

}  // namespace

Nna::Nna(const Fabric& fabric, std::int64_t load_bits, Cycle decision)
    : NeighbourScheme(fabric, load_bits, decision) {}

void Nna::decide(std::size_t /*phase*/, const PeView& self, Orders& out) const {
  // Everything in parts of 1/(|Δ| + 1) task.
  const Load parts = neighbours(self.node) + 1;
  Load sum = self.load;
  for (unsigned port = 0; port < ports(); ++port) sum += self.heard[port];
  const Load excess = parts * self.load - sum;
  if (excess <= 0) return;
  const auto lacks = [&](unsigned port) {
    return linked(self.node, port) ? std::max<Load>(0, sum - parts * self.heard[port]) : 0;
  };
  Load all_lack = 0;
  for (unsigned port = 0; port < ports(); ++port) all_lack += lacks(port);
  Load left = (excess + parts - 1) / parts;
  for (unsigned port = 0; port < ports(); ++port) {
    const auto share = share_of(excess, lacks(port), parts * all_lack, towards_successor(port));
    const auto given = std::min(share, left);
    if (given == 0) continue;
    left -= given;
    out.add(port, given);
  }
}

NnaPortions::NnaPortions(const Fabric& fabric, std::int64_t load_bits, Cycle decision)
    : NeighbourScheme(fabric, load_bits, decision) {}

void NnaPortions::decide(std::size_t /*phase*/, const PeView& self, Orders& out) const {
  const Load parts = ports() + 1;
  for (unsigned port = 0; port < ports(); ++port) {
    const Load more = self.load - self.heard[port];
    if (more <= 0) continue;
    const Load given = (more + (towards_successor(port) ? parts - 1 : 0)) / parts;
    if (given > 0) out.add(port, given);
  }
}

namespace {

std::string needs_equal_degrees(const Fabric& fabric) {
  if (fabric.closed()) return {};
  return "equal portions level the load only where all PEs have equally many neighbours (ring, "
         "torus, hypercube, hhc)";
}

std::unique_ptr<SynchronousScheme> make_nna(const SchemeSetting& setting) {
  const auto parts = setting.fabric.degree() + 1;
  // Compare; multiply the excess by a lack; divide by the sum of the lacks.
  const Cycle serial = 1 + (setting.load_bits + bit_width(parts)) + setting.load_bits;
  return std::make_unique<Nna>(setting.fabric, setting.load_bits, decision_cycles(setting, serial));
}

std::unique_ptr<SynchronousScheme> make_portions(const SchemeSetting& setting) {
  const auto parts = setting.fabric.degree() + 1;
  const Cycle serial = 1 + (is_power_of_two(parts) ? 0 : setting.load_bits);
  return std::make_unique<NnaPortions>(setting.fabric, setting.load_bits,
                                       decision_cycles(setting, serial));
}

const std::array<RegisterScheme, 2> registered = {{
    RegisterScheme({"nna",
                    "nearest-neighbour averaging: the excess over the mean of the neighbourhood "
                    "goes to those below it",
                    "Henrich, The Liquid Model Load Balancing Method, Section 2.3, eq. 4",
                    {decision_parameter()},
                    needs_pes_at_links,
                    make_nna},
                   "NNA"),
    RegisterScheme({"nna-portions",
                    "nearest-neighbour averaging in equal portions, net of the opposed transfer",
                    "Henrich, The Liquid Model Load Balancing Method, Section 2.3, eq. 5",
                    {decision_parameter()},
                    needs_equal_degrees,
                    make_portions}),
}};

}  // namespace
}  // namespace isobar
