// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/synchronous/diffusion.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/integer/common_factor_rt.hpp>
#include <utility>

#include "models/errors.h"
#include "models/fraction.h"
#include "models/schemes/contract/needs.h"
#include "models/schemes/contract/registry.h"
#include "models/schemes/parts/decision_time.h"
#include "models/spectra/spectrum.h"
#include "models/wide.h"

namespace isobar {
Diffusion::Diffusion(const Fabric& fabric, std::int64_t load_bits, Cycle decision,
                     const Rational& alpha, EndCapacities ends)
    : NeighbourScheme(fabric, load_bits, decision), alpha_(alpha), ends_(std::move(ends)) {}

void Diffusion::decide(std::size_t /*phase*/, const PeView& self, Orders& out) const {
  for (unsigned port = 0; port < ports(); ++port) {
    const Load other = self.heard[port];
    const Load more = self.load - other;
    if ((more <= 0 && !ends_.weighted()) || !linked(self.node, port)) continue;
    const auto given =
        ends_.weighted()
            ? ends_.share(alpha_, self.node, port, self.load, other)
            : static_cast<Load>(Wide{more} * alpha_.numerator() / alpha_.denominator());
    if (given > 0) out.add(port, given);
  }
}

Diffusion2::Diffusion2(const Fabric& fabric, std::int64_t load_bits, Cycle decision,
                       const Rational& alpha, const Rational& beta, EndCapacities ends)
    : NeighbourScheme(fabric, load_bits, decision),
      alpha_(alpha),
      beta_(beta),
      most_((Load{1} << load_bits) - 1),
      ends_(std::move(ends)) {
  const Rational kept = beta - 1;
  const Rational share = beta * alpha;
  parts_ = boost::integer::lcm(kept.denominator(), share.denominator());
  kept_ = kept.numerator() * (parts_ / kept.denominator());
  share_ = share.numerator() * (parts_ / share.denominator());
  const auto bits = [](std::int64_t number) {
    return bit_width(static_cast<std::uint64_t>(number));
  };
  const auto product = load_bits + bits(std::max(kept_, share_)) + bits(ends_.largest()) + 2;
  constexpr std::int64_t most_bits = 126;
  if (ends_.weighted() && product > most_bits) {
    throw ValueError(fmt::format(
        "weighted=yes makes products of {} bits of these loads, speeds, alpha and beta; allowed: "
        "{}: choose fractions of fewer digits",
        product, most_bits));
  }
  repeat_phase(2);
}

Wide Diffusion2::plain_flow(std::size_t phase, Load more, Load flow) const {
  if (phase == 0) return Wide{more} * alpha_.numerator() / alpha_.denominator();
  return (Wide{flow} * kept_ + Wide{more} * share_) / parts_;
}

Wide Diffusion2::weighted_flow(std::size_t phase, const PeView& self, unsigned port) const {
  const Load other = self.heard[port];
  if (phase == 0) return ends_.share(alpha_, self.node, port, self.load, other);
  const Wide sum = ends_.sum(self.node, port);
  const Wide more = 2 * ends_.difference(self.node, port, self.load, other);
  return (self.registers[port] * sum * kept_ + more * share_) / (sum * parts_);
}

void Diffusion2::decide(std::size_t phase, const PeView& self, Orders& out) const {
  for (unsigned port = 0; port < ports(); ++port) {
    if (!linked(self.node, port)) continue;
    auto& flow = self.registers[port];
    const Wide wanted = ends_.weighted() ? weighted_flow(phase, self, port)
                                         : plain_flow(phase, self.load - self.heard[port], flow);
    // Truncated towards zero, so that both ends of the link find the same amount.
    flow = static_cast<Load>(std::clamp<Wide>(wanted, -most_, most_));
    if (flow > 0) out.add(port, flow);
  }
}

namespace {

const auto alpha_parameter =
    parameter("alpha", "share of a difference that goes over a link; 0: the best for the fabric")
        .range(0, 1 - 1.0 / max_denominator)
        .fraction(0);
const auto beta_parameter =
    parameter("beta",
              "from 1 (first order) to 2: how much the last step counts; 0: the best for alpha")
        .range(0, 2 - 1.0 / max_denominator)
        .fraction(0);

/// Whether the fastest pattern of the fabric swings for ever or grows.
bool swings(const Fabric& fabric, const Rational& alpha) {
  return boost::rational_cast<double>(alpha) * laplacian_range(fabric).most > 2 - 1e-12;
}

Rational best_alpha(const Fabric& fabric) {
  // On rings of thousands the best is so near to 1/2 (1/4, …) that it would be rounded to it.
  const auto best = nearest_fraction(optimal_alpha(fabric));
  return swings(fabric, best) ? fraction_below(best) : best;
}

Rational alpha_for(const SchemeSetting& setting, const EndCapacities& ends) {
  const auto& given = setting.parameters.get(alpha_parameter);
  if (given > 0) return given;
  const Rational best = best_alpha(setting.fabric);
  const std::int64_t degree = setting.fabric.degree();
  // Up to there it converges whatever the capacities, beyond for some only.
  return ends.differ() && degree > 0 ? std::min(best, Rational(1, degree)) : best;
}

Rational beta_for(const SchemeSetting& setting, const Rational& alpha) {
  const auto& given = setting.parameters.get(beta_parameter);
  if (given > 0 && given < 1) {
    throw ValueError(
        fmt::format("beta must be at least 1, not {}", boost::rational_cast<double>(given)));
  }
  if (given > 0) return given;
  if (swings(setting.fabric, alpha)) {
    throw ValueError(
        fmt::format("alpha={}/{} does not converge on {}, so there is no best beta; the best alpha "
                    "is {:.6f}",
                    alpha.numerator(), alpha.denominator(), setting.fabric.name(),
                    optimal_alpha(setting.fabric)));
  }
  const double gamma = convergence_factor(setting.fabric, boost::rational_cast<double>(alpha));
  const Rational largest(2 * max_denominator - 1, max_denominator);
  return std::min(nearest_fraction(optimal_beta(std::min(gamma, 1.0))), largest);
}

std::unique_ptr<SynchronousScheme> make_first_order(const SchemeSetting& setting) {
  EndCapacities ends(setting);
  const auto alpha = alpha_for(setting, ends);
  const auto serial =
      weighted_cycles(ends, alpha.numerator(), alpha.denominator(), setting.load_bits);
  return std::make_unique<Diffusion>(setting.fabric, setting.load_bits,
                                     decision_cycles(setting, serial), alpha, std::move(ends));
}

std::unique_ptr<SynchronousScheme> make_second_order(const SchemeSetting& setting) {
  EndCapacities ends(setting);
  const auto alpha = alpha_for(setting, ends);
  const auto beta = beta_for(setting, alpha);
  const Rational share = beta * alpha;
  const auto parts = boost::integer::lcm((beta - 1).denominator(), share.denominator());
  const auto most = std::max(beta - 1, share) * parts;
  const auto serial = weighted_cycles(ends, most.numerator(), parts, setting.load_bits);
  return std::make_unique<Diffusion2>(setting.fabric, setting.load_bits,
                                      decision_cycles(setting, serial), alpha, beta,
                                      std::move(ends));
}

const std::string small_differences =
    "over a link goes `alpha` of the difference of its ends, in whole tasks; a greater `alpha` "
    "moves "
    "smaller differences";

const std::array<RegisterScheme, 2> registered = {{
    RegisterScheme({"diffusion",
                    "over every link alpha times the difference of its ends' loads, truncated",
                    "Cybenko 1989; Xu and Lau 1993; Henrich, Section 2.1, eq. 1 and 2",
                    {alpha_parameter, weighted_parameter(), decision_parameter()},
                    needs_pes_at_links,
                    make_first_order},
                   {}, small_differences),
    RegisterScheme({"diffusion2",
                    "second-order diffusion: as diffusion, and a part of what went last",
                    "Muthukrishnan, Ghosh and Schultz 1998",
                    {alpha_parameter, beta_parameter, weighted_parameter(), decision_parameter()},
                    needs_pes_at_links,
                    make_second_order},
                   {}, small_differences),
}};

}  // namespace
}  // namespace isobar
