// SPDX-License-Identifier: Apache-2.0
#include "models/analysis/load_moments.h"

#include <algorithm>

#include "models/analysis/variation.h"

namespace isobar {
namespace {

/// One of the possible outcomes of δ draws, by the number of processors that are drawn.
struct Draw {
  double probability;
  double different;  ///< how many processors are drawn
  double squares;    ///< E(Σ m²), m = how often each of them is drawn; Σ m = δ
};

std::vector<Draw> draws(std::int64_t delta, double others, Candidates candidates) {
  const auto partners = static_cast<double>(delta);
  if (candidates == Candidates::distinct) return {{1, partners, partners}};
  // The outcomes by the number of different processors, after each draw.
  std::vector<Draw> now = {{1, 0, 0}};
  for (std::int64_t drawn = 0; drawn < delta; ++drawn) {
    std::vector<Draw> next(now.size() + 1, {0, 0, 0});
    for (std::size_t d = 0; d < now.size(); ++d) {
      const auto different = static_cast<double>(d);
      const double again = now[d].probability * different / others;
      const double anew = now[d].probability * std::max(0.0, 1 - different / others);
      next[d].probability += again;
      next[d + 1].probability += anew;
      // (m + 1)² is 2m + 1 more, and m is drawn/d on average.
      if (d > 0) {
        next[d].squares +=
            again * (now[d].squares + 2 * static_cast<double>(drawn) / different + 1);
      }
      next[d + 1].squares += anew * (now[d].squares + 1);
    }
    for (std::size_t d = 0; d < next.size(); ++d) {
      next[d].different = static_cast<double>(d);
      if (next[d].probability > 0) next[d].squares /= next[d].probability;
    }
    now = next;
  }
  return now;
}

LoadMoments operated(const LoadMoments& was, const ProducerSetting& setting,
                     const std::vector<Draw>& draws) {
  const auto others = static_cast<double>(setting.n - 1);
  const auto partners = static_cast<double>(setting.delta);
  const double f = setting.f;
  const double parts = partners + 1;
  LoadMoments is{(f * was.first + partners * was.other) / parts, 0, 0, 0, 0, 0};
  // The product of processor 1's load and the load of one that does not take part.
  const double outside = (f * was.first_other + partners * was.two_others) / parts;
  for (const auto& [probability, different, squares] : draws) {
    const double square =
        (f * f * was.first_square + 2 * f * partners * was.first_other +
         squares * was.other_square + (partners * partners - squares) * was.two_others) /
        (parts * parts);
    const double in = different / others;
    is.other += probability * (in * is.first + (1 - in) * was.other);
    is.first_square += probability * square;
    is.first_other += probability * (in * square + (1 - in) * outside);
    is.other_square += probability * (in * square + (1 - in) * was.other_square);
    if (others < 2) continue;
    const double both = in * (different - 1) / (others - 1);
    const double none = (1 - in) * (others - different - 1) / (others - 1);
    is.two_others +=
        probability * (both * square + (1 - both - none) * outside + none * was.two_others);
  }
  if (others < 2) is.two_others = was.two_others;
  return is;
}

}  // namespace

double LoadMoments::variation_density() const {
  return isobar::variation_density(other, other_square);
}

std::vector<LoadMoments> load_moments(const ProducerSetting& setting, std::int64_t operations,
                                      Candidates candidates) {
  require(setting);
  require_operations(operations);
  const auto how = draws(setting.delta, static_cast<double>(setting.n - 1), candidates);
  std::vector<LoadMoments> moments(1);
  for (std::int64_t t = 0; t < operations; ++t) {
    moments.push_back(operated(moments.back(), setting, how));
    require_finite(moments.back().first_square, t + 1);
  }
  return moments;
}

}  // namespace isobar
