// SPDX-License-Identifier: Apache-2.0
#include "models/schemes/diffusion.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/integer/common_factor_rt.hpp>

#include "models/analysis/spectrum.h"
#include "models/errors.h"
#include "models/schemes/fraction.h"
#include "models/schemes/needs.h"

namespace isobar {
namespace {

__extension__ using Wide = __int128;

}  // namespace

Diffusion::Diffusion(const Fabric& fabric, std::int64_t load_bits, Cycle decision,
                     const Rational& alpha)
    : NeighbourScheme(fabric, load_bits, decision), alpha_(alpha) {}

void Diffusion::decide(std::size_t /*phase*/, const PeView& self, Orders& out) const {
  for (unsigned port = 0; port < ports(); ++port) {
    const Load more = self.load - self.heard[port];
    if (more <= 0 || !linked(self.node, port)) continue;
    const auto given = static_cast<Load>(Wide{more} * alpha_.numerator() / alpha_.denominator());
    if (given > 0) out.add(port, given);
  }
}

Diffusion2::Diffusion2(const Fabric& fabric, std::int64_t load_bits, Cycle decision,
                       const Rational& alpha, const Rational& beta)
    : NeighbourScheme(fabric, load_bits, decision),
      alpha_(alpha),
      beta_(beta),
      most_((Load{1} << load_bits) - 1) {
  const Rational kept = beta - 1;
  const Rational share = beta * alpha;
  parts_ = boost::integer::lcm(kept.denominator(), share.denominator());
  kept_ = kept.numerator() * (parts_ / kept.denominator());
  share_ = share.numerator() * (parts_ / share.denominator());
  repeat_phase(2);
}

void Diffusion2::decide(std::size_t phase, const PeView& self, Orders& out) const {
  for (unsigned port = 0; port < ports(); ++port) {
    if (!linked(self.node, port)) continue;
    const Load more = self.load - self.heard[port];
    auto& flow = self.registers[port];
    const Wide wanted = phase == 0 ? Wide{more} * alpha_.numerator() / alpha_.denominator()
                                   : (Wide{flow} * kept_ + Wide{more} * share_) / parts_;
    // Truncated towards zero, so that both ends of the link find the same amount.
    flow = static_cast<Load>(std::clamp<Wide>(wanted, -most_, most_));
    if (flow > 0) out.add(port, flow);
  }
}

namespace {

/// Whether the fastest pattern of the fabric swings for ever or grows.
bool swings(const Fabric& fabric, const Rational& alpha) {
  return boost::rational_cast<double>(alpha) * laplacian_range(fabric).most > 2 - 1e-12;
}

Rational alpha_for(const SchemeSetting& setting) {
  const double given = setting.parameters.at("alpha");
  if (given > 0) return exact_fraction(given, "alpha");
  // On rings of thousands the best is so near to 1/2 (1/4, …) that it would be rounded to it.
  const auto best = nearest_fraction(optimal_alpha(setting.fabric));
  return swings(setting.fabric, best) ? fraction_below(best) : best;
}

Rational beta_for(const SchemeSetting& setting, const Rational& alpha) {
  const double given = setting.parameters.at("beta");
  if (given > 0) {
    if (given < 1) throw ValueError(fmt::format("beta must be at least 1, not {}", given));
    return exact_fraction(given, "beta");
  }
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
  const auto alpha = alpha_for(setting);
  const auto serial = serial_cycles(alpha.numerator(), alpha.denominator(), setting.load_bits);
  return std::make_unique<Diffusion>(setting.fabric, setting.load_bits,
                                     decision_cycles(setting, serial), alpha);
}

std::unique_ptr<SynchronousScheme> make_second_order(const SchemeSetting& setting) {
  const auto alpha = alpha_for(setting);
  const auto beta = beta_for(setting, alpha);
  const Rational share = beta * alpha;
  const auto parts = boost::integer::lcm((beta - 1).denominator(), share.denominator());
  const auto most = std::max(beta - 1, share) * parts;
  const auto serial = serial_cycles(most.numerator(), parts, setting.load_bits);
  return std::make_unique<Diffusion2>(setting.fabric, setting.load_bits,
                                      decision_cycles(setting, serial), alpha, beta);
}

Parameter alpha_parameter() {
  return {"alpha",
          "",
          0,
          0,
          1 - 1.0 / max_denominator,
          false,
          "share of a difference that goes over a link; 0: the best for the fabric"};
}

Parameter beta_parameter() {
  return {"beta",
          "",
          0,
          0,
          2 - 1.0 / max_denominator,
          false,
          "from 1 (first order) to 2: how much the last step counts; 0: the best for alpha"};
}

const std::array<RegisterScheme, 2> registered = {{
    RegisterScheme({"diffusion",
                    "over every link alpha times the difference of its ends' loads, truncated",
                    "Cybenko 1989; Xu and Lau 1993; Henrich, Section 2.1, eq. 1 and 2",
                    {alpha_parameter(), decision_parameter()},
                    needs_pes_at_links,
                    make_first_order}),
    RegisterScheme({"diffusion2",
                    "second-order diffusion: as diffusion, and a part of what went last",
                    "Muthukrishnan, Ghosh and Schultz 1998",
                    {alpha_parameter(), beta_parameter(), decision_parameter()},
                    needs_pes_at_links,
                    make_second_order}),
}};

}  // namespace
}  // namespace isobar
