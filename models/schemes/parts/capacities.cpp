// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/parts/capacities.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>

#include "models/errors.h"
#include "models/fabric/neighbours.h"
#include "models/schemes/contract/registry.h"
#include "models/schemes/parts/decision_time.h"

namespace isobar {

ParameterOf<bool> weighted_parameter() {
  return parameter("weighted", "loads are compared as they are, or each over its PE's rated speed")
      .no_or_yes(false);
}

bool is_weighted(const SchemeSetting& setting) {
  return setting.parameters.get(weighted_parameter());
}

std::vector<std::int64_t> capacities(const std::vector<Rational>& speeds) {
  constexpr auto most = std::int64_t{1} << most_capacity_bits;
  // The largest fraction that all of them are whole multiples of is over/under.
  std::int64_t over = 0;
  std::int64_t under = 1;
  std::vector<std::int64_t> whole(speeds.size());
  bool fits = true;
  for (const auto& speed : speeds) {
    over = std::gcd(over, speed.numerator());
    const auto factor = speed.denominator() / std::gcd(under, speed.denominator());
    fits = fits && !__builtin_mul_overflow(under, factor, &under);
  }
  for (std::size_t pe = 0; pe < speeds.size() && fits; ++pe) {
    const auto& speed = speeds[pe];
    fits = !__builtin_mul_overflow(speed.numerator() / over, under / speed.denominator(),
                                   &whole[pe]) &&
           whole[pe] < most;
  }
  if (!fits) {
    throw ValueError(
        fmt::format("weighted=yes takes the PEs' speeds as whole numbers of at most {} bits in the "
                    "same ratios; these need more: choose speeds of fewer digits",
                    most_capacity_bits));
  }
  return whole;
}

EndCapacities::EndCapacities(const SchemeSetting& setting) {
  if (!is_weighted(setting)) return;
  const auto& fabric = setting.fabric;
  degree_ = fabric.degree();
  own_ = setting.speeds.empty() ? std::vector<std::int64_t>(fabric.pes(), 1)
                                : capacities(setting.speeds);
  largest_ = *std::max_element(own_.begin(), own_.end());
  beyond_.assign(fabric.link_slots(), 1);
  for (Node node = 0; node < fabric.pes(); ++node) {
    for (unsigned port = 0; port < degree_; ++port) {
      if (const auto other = fabric.neighbour(node, port)) beyond_[slot(node, port)] = own_[*other];
    }
  }
}

std::int64_t EndCapacities::sum(Node node, unsigned port) const {
  return own_[node] + beyond_[slot(node, port)];
}

Wide EndCapacities::difference(Node node, unsigned port, Load own, Load other) const {
  return Wide{own} * beyond_[slot(node, port)] - Wide{other} * own_[node];
}

Load EndCapacities::share(const Rational& factor, Node node, unsigned port, Load own,
                          Load other) const {
  const Wide part = 2 * difference(node, port, own, other) * factor.numerator();
  return static_cast<Load>(part / (Wide{factor.denominator()} * sum(node, port)));
}

std::function<DomainCapacities(Node)> domain_capacities(const SchemeSetting& setting) {
  if (!is_weighted(setting) || setting.speeds.empty()) {
    return [](Node) { return DomainCapacities(); };
  }
  const auto all = std::make_shared<const std::vector<std::int64_t>>(capacities(setting.speeds));
  return [all, fabric = setting.fabric](Node node) {
    DomainCapacities domain{(*all)[node]};
    for (const Node other : neighbours_of(fabric, node)) domain.others.push_back((*all)[other]);
    return domain;
  };
}

Cycle weighing_cycles(const EndCapacities& ends) {
  return ends.differ() ? 2 * bit_width(static_cast<std::uint64_t>(ends.largest())) : 0;
}

Cycle weighted_cycles(const EndCapacities& ends, std::int64_t numerator, std::int64_t denominator,
                      std::int64_t quotient_bits) {
  // A sum of two capacities that differ is a divisor like 3.
  const auto divisor = ends.differ() ? 3 : denominator;
  return weighing_cycles(ends) + serial_cycles(numerator, divisor, quotient_bits);
}

}  // namespace isobar
